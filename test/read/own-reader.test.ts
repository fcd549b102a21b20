import { describe, expect, it } from 'vitest';
import { buildTree, type DraftBlock } from '../../src/document/build.js';
import { ReadError } from '../../src/read/errors.js';
import { readDocument } from '../../src/read/read-document.js';
import type { Reader } from '../../src/read/reader.js';
import { registerReader } from '../../src/read/registry.js';
import { outline } from './tree.js';

/** Reads INI files: a `[section]` is a section with a heading, `key = value` a list item labelled by its key. */
const iniReader: Reader = {
  format: 'ini',
  extensions: ['ini', 'cfg'],
  defaultProfile: 'generic',
  read(text) {
    const root: DraftBlock = { kind: 'document', matched_by: 'document', confidence: 1, children: [] };
    let holder = root;
    let comments = 0;
    let at = 0;
    for (const line of text.split('\n')) {
      const range = { start: at, end: at + line.length };
      at += line.length + 1;
      const section = /^\[(.+)\]$/.exec(line.trim());
      const entry = /^([^=;#]+?)\s*=\s*(.*)$/.exec(line);
      if (section !== null) {
        const heading: DraftBlock = {
          kind: 'heading',
          text: section[1],
          level: 1,
          matched_by: 'ini:section',
          confidence: 1,
          range,
        };
        holder = {
          kind: 'section',
          level: 1,
          matched_by: 'ini:section',
          confidence: 1,
          children: [heading],
          range,
        };
        root.children?.push(holder);
      } else if (entry !== null) {
        const [, label, value] = entry;
        holder.children?.push({
          kind: 'list_item',
          label,
          text: value,
          level: 1,
          matched_by: 'ini:entry',
          confidence: 1,
          range,
        });
      } else if (/^[;#]/.test(line)) comments++;
    }
    return buildTree(
      root,
      comments === 0 ? [] : [{ kind: 'comment', count: comments, reason: 'comments are not settings' }],
    );
  },
};

describe('a reader of one’s own', () => {
  it('is found by its file name endings and by its name', () => {
    const unregister = registerReader(iniReader);
    try {
      const text = '; settings\nlevel = debug\n\n[server]\nport = 80\nhost = example.org\n';
      const { tree, format, profileName } = readDocument(text, { path: 'app.ini' });
      expect([format, profileName]).toEqual(['ini', 'generic']);
      expect(outline(tree)).toEqual([
        'list_item <level> debug',
        'section',
        '  heading server',
        '  list_item <port> 80',
        '  list_item <host> example.org',
      ]);
      expect(tree.dropped).toEqual([{ kind: 'comment', count: 1, reason: 'comments are not settings' }]);
      expect(outline(readDocument(text, { format: 'ini' }).tree)).toEqual(outline(tree));
    } finally {
      unregister();
    }
    expect(() => readDocument('a = b', { path: 'app.ini' })).toThrow(ReadError);
  });

  it('cannot take a name or an ending that is taken', () => {
    expect(() => registerReader({ ...iniReader, format: 'text' })).toThrow(
      /already read by the "text" reader/,
    );
    expect(() => registerReader({ ...iniReader, extensions: ['md'] })).toThrow(
      /already read by the "markdown" reader/,
    );
    expect(() => registerReader({ ...iniReader, format: 'Blocks!' })).toThrow(ReadError);
    expect(() => registerReader({ ...iniReader, extensions: ['.ini'] })).toThrow(ReadError);
  });
});

/** remark, set up once: the grammar's authority. */
import type { Root } from 'mdast';
import remarkFrontmatter from 'remark-frontmatter';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { type Processor, unified } from 'unified';
import { type FrontMatter, frontMatter } from './front-matter.js';

const grammar = unified().use(remarkParse).use(remarkGfm);
const fragment = grammar().freeze();
const headed: Readonly<Record<FrontMatter['close'], { parse(text: string): Root }>> = {
  '---': grammar().use(remarkFrontmatter, ['yaml']).freeze(),
  '...': grammar()
    .use(remarkFrontmatter, { type: 'yaml', fence: { open: '---', close: '...' } })
    .freeze(),
  '+++': grammar().use(remarkFrontmatter, ['toml']).freeze(),
};
/** Takes raw HTML that stands by itself for words with tags among them. */
const inlineOnly = grammar().use(withoutHtmlBlocks).freeze();

function withoutHtmlBlocks(this: Processor): void {
  const data = this.data();
  data.micromarkExtensions ??= [];
  data.micromarkExtensions.push({ disable: { null: ['htmlFlow'] } });
}

/** The syntax tree of a Markdown text: a whole one, which may begin with front matter, or a fragment, which may not. */
export function parseMarkdown(text: string, extent: 'whole' | 'fragment'): Root {
  const head = extent === 'whole' ? frontMatter(text) : null;
  return (head === null ? fragment : headed[head.close]).parse(text);
}

/** The syntax tree of a fragment in which tags stand in paragraphs and make no blocks. */
export function parseInlineHtml(text: string): Root {
  return inlineOnly.parse(text);
}

/** What a comparison can be drawn as, for every command that draws one. */
import { type Command, Option } from 'commander';
import type { Comparison } from '../compare/comparison.js';
import type { ComparisonDocument } from '../compare/document.js';
import type { AnnotateOptions } from '../render/annotated.js';
import { MARKDOWN_STYLES, type MarkdownStyle } from '../render/papers.js';
import { TYPOGRAPHY, type Typography } from '../render/typography.js';
import { COLOR_CHOICES, type ColorChoice, drawingWidth, wantsColor } from './appearance.js';
import { CommandError } from './errors.js';
import { wholeNumber } from './filter-options.js';
import type { Io } from './io.js';
import { inFlags } from './sides.js';

/** Formats that a comparison document suffices for, in any of its forms. */
const FROM_DOCUMENT = ['terminal', 'summary', 'markdown', 'html'] as const;
/** Formats that mark the changes in the source text, and need both texts. */
const FROM_TEXTS = ['annotated', 'tags'] as const;

/** Every format that is drawn. */
export const DRAWN_FORMATS = [...FROM_DOCUMENT, ...FROM_TEXTS] as const;
export type DrawnFormat = (typeof DRAWN_FORMATS)[number];

/** Whether a format needs the two texts beside the comparison. */
export function needsTexts(format: DrawnFormat): boolean {
  return (FROM_TEXTS as readonly string[]).includes(format);
}

/** The flags of drawing. */
export interface DrawingFlags {
  readonly style?: MarkdownStyle;
  readonly budget?: number;
  readonly typography?: Typography;
  readonly color: ColorChoice;
}

/** Declares them. */
export function addDrawingOptions(command: Command): void {
  command
    .addOption(
      new Option('--style <style>', 'markdown: for what it is (default: github)').choices(
        MARKDOWN_STYLES as unknown as string[],
      ),
    )
    .addOption(
      new Option(
        '--typography <how>',
        'terminal, summary, markdown: whether changes of quotation marks, hyphens, spaces and forms of letters alone are drawn or only counted (default: show)',
      ).choices(TYPOGRAPHY as unknown as string[]),
    )
    .option(
      '--budget <chars>',
      'summary: at most this long, the most important changes kept; the totals always are',
      wholeNumber(1),
    )
    .addOption(
      new Option('--color <when>', 'terminal: colour the redline; --color alone means always')
        .choices(COLOR_CHOICES as unknown as string[])
        .default('auto'),
    );
}

/**
 * Refuses flags that the format has no use for: a flag that does nothing looks as if it had worked.
 * @throws CommandError `usage`.
 */
export function checkDrawing(format: string, flags: DrawingFlags): void {
  const only = (flag: string, value: unknown, needed: string): void => {
    if (value !== undefined && format !== needed) {
      throw new CommandError('usage', `${flag} is for the format ${needed}, not for ${format}`);
    }
  };
  only('--style', flags.style, 'markdown');
  only('--budget', flags.budget, 'summary');
  if (flags.typography !== undefined && !['terminal', 'summary', 'markdown'].includes(format)) {
    throw new CommandError(
      'usage',
      `--typography is for the formats terminal, summary and markdown, not for ${format}`,
    );
  }
}

/** What is drawn. */
export interface Drawable {
  readonly document: ComparisonDocument | Comparison;
  readonly names?: { readonly source: string; readonly test: string };
  /** The comparison and its texts, for the formats that need them. */
  readonly texts?: {
    readonly comparison: AnnotateOptions['comparison'];
    readonly sourceText: string;
    readonly testText?: string | undefined;
    readonly profile?: string | object | undefined;
  };
}

/** Draws a comparison. */
export async function draw(
  format: DrawnFormat,
  { document, names, texts }: Drawable,
  flags: DrawingFlags,
  io: Io,
): Promise<string> {
  const named = names === undefined ? {} : { names };
  const { typography } = flags;
  switch (format) {
    case 'terminal': {
      const { renderTerminal } = await import('./engine.js');
      const color = wantsColor(flags.color, io);
      return renderTerminal(document, { ...named, color, width: drawingWidth(io), typography });
    }
    case 'summary': {
      const { renderSummary } = await import('./engine.js');
      const { checkReferences } = await import('./follow-up.js');
      // References are followed through the alignment, which a stored comparison may lack; and what is said of all of them
      // has no place beside changes of which only some are shown.
      const comparison =
        document.config.filter === null ? await complete(texts?.comparison ?? document) : null;
      const references = comparison === null ? undefined : checkReferences(comparison);
      return renderSummary(document, { budget: flags.budget, references, typography });
    }
    case 'markdown': {
      const { renderMarkdown } = await import('./engine.js');
      return renderMarkdown(document, { ...named, style: flags.style, typography });
    }
    case 'html': {
      const { renderHtml } = await import('../render/html/html.js');
      return renderHtml(document, named);
    }
    default: {
      const { annotate } = await import('./follow-up.js');
      return inFlags(() => annotate({ ...texts!, style: format === 'tags' ? 'tags' : 'critic' }));
    }
  }
}

/** A stored document as the comparison that it holds whole; null when it lacks its trees or its alignment. */
async function complete(
  document: ComparisonDocument | AnnotateOptions['comparison'],
): Promise<Comparison | null> {
  const { Comparison } = await import('./engine.js');
  if (document instanceof Comparison) return document;
  return document.source === undefined || document.alignment === undefined
    ? null
    : Comparison.fromJSON(document);
}

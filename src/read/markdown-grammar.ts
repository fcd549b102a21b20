/** remark, set up once: the grammar's authority. */
import type { Root } from 'mdast';
import remarkFrontmatter from 'remark-frontmatter';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';

const processor = unified().use(remarkParse).use(remarkGfm).use(remarkFrontmatter, ['yaml', 'toml']).freeze();

/** The syntax tree of a whole Markdown text. */
export function parseMarkdown(text: string): Root {
  return processor.parse(text);
}

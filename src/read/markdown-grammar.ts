/** remark, set up once: the grammar's authority. */
import type { Root } from 'mdast';
import remarkFrontmatter from 'remark-frontmatter';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';

const grammar = unified().use(remarkParse).use(remarkGfm);
const whole = grammar().use(remarkFrontmatter, ['yaml', 'toml']).freeze();
const fragment = grammar().freeze();

/** The syntax tree of a Markdown text: a whole one, which may begin with front matter, or a fragment, which may not. */
export function parseMarkdown(text: string, extent: 'whole' | 'fragment'): Root {
  return (extent === 'whole' ? whole : fragment).parse(text);
}

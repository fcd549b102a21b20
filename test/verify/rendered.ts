/** What a page made of a Markdown text shows, by another renderer than any of the product's. */
import { micromark } from 'micromark';
import { frontmatter, frontmatterHtml } from 'micromark-extension-frontmatter';
import { gfm, gfmHtml } from 'micromark-extension-gfm';

const settings = {
  extensions: [gfm(), frontmatter(['yaml', 'toml'])],
  htmlExtensions: [gfmHtml(), frontmatterHtml(['yaml', 'toml'])],
  allowDangerousHtml: true,
  allowDangerousProtocol: true,
};

/**
 * The HTML of a page but for its layout: white space outside of code, whether the items of a list stand apart, and where one
 * list or quotation ends and the next of its kind begins. Items have their numbers.
 */
export function rendered(text: string): string {
  const code: string[] = [];
  const page = micromark(text, settings).replace(
    /<pre>[\s\S]*?<\/pre>/g,
    (block) => `\u0001${code.push(block) - 1}\u0001`,
  );
  return numbered(page)
    .replace(/<li( value="\d+")?>\s*<p>|<\/?p>(?=\s*<(?:\/li|ul|ol|\/ul|\/ol))/g, (tag) =>
      tag.startsWith('<li') ? `<li${/ value="\d+"/.exec(tag) ?? ''}>` : '',
    )
    .replace(/<\/?p>/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/ ?(<\/?(?:ul|ol|li|blockquote|h\d|table|thead|tbody|tr|th|td|hr|p)\b[^>]*>) ?/g, '$1')
    .replace(/<\/(ul|ol|blockquote)><\1>/g, '')
    .trim()
    .replace(/\u0001(\d+)\u0001/g, (_, n: string) => code[Number(n)]);
}

function numbered(page: string): string {
  const open: (number | null)[] = [];
  return page.replace(
    /<(\/?)(ul|ol|li)(?: start="(\d+)")?( [^>]*)?>/g,
    (tag, close: string, name: string, start: string | undefined, rest = '') => {
      if (name === 'li') {
        const number = open.at(-1);
        if (close !== '' || number == null) return tag;
        open[open.length - 1] = number + 1;
        return `<li value="${number}"${rest}>`;
      }
      if (close !== '') open.pop();
      else open.push(name === 'ul' ? null : Number(start ?? 1));
      return `<${close}${name}${rest}>`;
    },
  );
}

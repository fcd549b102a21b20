/**
 * What a reader of the page sees of a tag. Most are read through; some say something; and a tag that HTML, SVG and MathML
 * do not have is a placeholder that its writer took for plain text: `<Client Name>`.
 */

/** What stands on both sides of struck text. */
export const STRUCK = '~~';

/** The elements of HTML, those among them that are no longer to be used, of SVG and of MathML, in small letters. */
const ELEMENTS = new Set(
  (
    'a abbr acronym address applet area article aside audio b base basefont bdi bdo bgsound big blink blockquote body br ' +
    'button canvas caption center cite code col colgroup command content data datalist dd del details dfn dialog dir div ' +
    'dl dt element em embed fieldset figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header ' +
    'hgroup hr html i iframe image img input ins isindex kbd keygen label legend li link listing main map mark marquee ' +
    'menu menuitem meta meter multicol nav nextid nobr noembed noframes noscript object ol optgroup option output p param ' +
    'picture plaintext portal pre progress q rb rbc rp rt rtc ruby s samp script search section select shadow slot small ' +
    'source spacer span strike strong style sub summary sup table tbody td template textarea tfoot th thead time title tr ' +
    'track tt u ul var video wbr xmp ' +
    'animate animatemotion animatetransform circle clippath defs desc ellipse feblend fecolormatrix fecomponenttransfer ' +
    'fecomposite feconvolvematrix fediffuselighting fedisplacementmap fedistantlight fedropshadow feflood fefunca fefuncb ' +
    'fefuncg fefuncr fegaussianblur feimage femerge femergenode femorphology feoffset fepointlight fespecularlighting ' +
    'fespotlight fetile feturbulence filter foreignobject g glyph hkern line lineargradient marker mask metadata mpath ' +
    'path pattern polygon polyline radialgradient rect set stop svg switch symbol text textpath tref tspan use view vkern ' +
    'annotation maction math menclose merror mfenced mfrac mglyph mi mmultiscripts mn mo mover mpadded mphantom ' +
    'mprescripts mroot mrow ms mspace msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder munderover none semantics'
  ).split(' '),
);

const NAME = /^<\/?([A-Za-z][A-Za-z0-9-]*)(?=[\s/>])/;
/** `<Address>`, `<Title>`: elements are written in small letters or in capitals, and SVG begins small. */
const AS_WORD = /^[A-Z][a-z]{3}/;

/** Whether `html` begins with a tag that is no markup: a reader sees it as it is written. */
export function isPlaceholder(html: string): boolean {
  const name = NAME.exec(html)?.[1];
  if (name === undefined || name.includes('-')) return false;
  return !ELEMENTS.has(name.toLowerCase()) || AS_WORD.test(name);
}

/** The tags around what is struck out, which reads as it does between `~~`. */
const STRIKE = /^<\/?(?:del|s|strike)(?=[\s/>])/i;
/** Tags that end a line of what is seen. */
const LINE =
  /^<(?:br\b|\/?(?:address|article|aside|blockquote|caption|center|dd|details|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|hr|legend|li|main|menu|nav|ol|optgroup|option|p|section|summary|table|tbody|tfoot|thead|tr|ul)(?=[\s/>]))/i;
const CELL = /^<\/?t[dh](?=[\s/>])/i;

/** What a tag adds to the text around it, and the stretch of the tag that it comes from. */
export interface TagText {
  readonly value: string;
  readonly from: number;
  readonly to: number;
}

const NOTHING: readonly TagText[] = [];

/** @param length of the tag where it stands: signs of quotes may stand between its lines. */
export function tagText(tag: string, length = tag.length): readonly TagText[] {
  const whole = (value: string) => [{ value, from: 0, to: length }];
  if (isPlaceholder(tag)) return whole(tag);
  if (LINE.test(tag)) return whole('\n');
  if (CELL.test(tag)) return whole(' ');
  if (STRIKE.test(tag)) {
    // From both ends of the tag, so that what is taken out of the text takes all of it along.
    return [
      { value: STRUCK[0], from: 0, to: 1 },
      { value: STRUCK[1], from: length - 1, to: length },
    ];
  }
  return NOTHING;
}

/** Whether the tag raises what follows: `10<sup>6</sup>` is no 106. */
export function raises(tag: string): boolean {
  return /^<sup(?=[\s>])/i.test(tag);
}

const TAG = /<(?:[!?][^>]*|\/?[A-Za-z][^>]*)>/g;

/** Whether raw HTML shows words and is not just tags. */
export function showsText(html: string): boolean {
  if (/^<(?:[!?]|(?:script|style|template)[\s>])/i.test(html)) return false;
  return /[\p{L}\p{N}]/u.test(html.replace(TAG, (tag) => (isPlaceholder(tag) ? tag : '')));
}

/** Whether raw HTML keeps its lines as they are: nothing in it is read as Markdown. */
export function isVerbatim(html: string): boolean {
  return /^<(?:pre|textarea)[\s>]/i.test(html);
}

/** How deep the heading is that raw HTML is as a whole; null when it is none. */
export function headingDepth(html: string): number | null {
  const match = /^<h([1-6])(?=[\s>])[\s\S]*<\/h\1\s*>\s*$/i.exec(html);
  return match === null ? null : Number(match[1]);
}

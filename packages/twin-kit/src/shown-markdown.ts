import { decodeHTMLStrict } from 'entities';

/** Texts without one of these, anywhere or at the start of a line, look as they were typed. */
const MARKUP = /[*_~`<&[\\]|^[^\S\n]{0,3}(?:[#>+-]|\d{1,9}[.)])/m;

// In characters. What is emphasised is a phrase; the bound keeps the time in proportion, whatever the text.
const SPAN = '(?:(?!\\n\\n)[\\s\\S]){0,400}?';

const around = (mark: string, before = '', after = ''): { mark: string; pattern: RegExp } => ({
  mark,
  pattern: new RegExp(`${before}(?<!\\\\)${RegExp.escape(mark)}(?=\\S)(${SPAN}[^\\s\\\\])${RegExp.escape(mark)}${after}`, 'gu'),
});

/** What surrounds text and isn't shown, the longer marks first. */
const PAIRS = [
  around('```'),
  around('``'),
  around('`'),
  around('***'),
  around('**'),
  around('*'),
  around('__', '(?<![\\p{L}\\d])', '(?![\\p{L}\\d])'),
  around('_', '(?<![\\p{L}\\d])', '(?![\\p{L}\\d])'),
  around('~~'),
  around('~', '(?<![~\\p{L}\\d])', '(?![~\\p{L}\\d])'),
];

const COMMENTS = /<!--.*?(?:-->|$)/gs;
const BREAKS = /<(?:br|p|div|li|tr|td|h[1-6])\b[^<>]{0,200}>/gi;
const TAGS = /<\/?[a-z][a-z\d-]{0,20}(?:\s[^<>]{0,500})?\/?>/gi;
const LINKS = /!?\[([^[\]]{0,1000})\](?:\([^()\s]{0,2000}(?:\s"[^"\n]{0,300}")?\)|\[[^[\]\n]{0,100}\])/g;
const LINE_STARTS = /^[^\S\n]{0,3}(?:#{1,6}[^\S\n]|>[^\S\n]?|[-*+][^\S\n](?:\[[ xX]\][^\S\n])?|\d{1,9}[.)][^\S\n])/gm;
/** A break of the line is shown as one. */
const ESCAPES = /\\([!-/:-@[-`{-~\n])/g;
const ENTITIES = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|[a-z][a-z\d]{1,31});/gi;
const LAST_CODE_POINT = 0x10_ff_ff;

interface Step {
  /** Texts without it have nothing for the pattern. */
  mark: string;
  pattern: RegExp;
  by: string | typeof character;
}

const STEPS: readonly Step[] = [
  { mark: '<!--', pattern: COMMENTS, by: '' },
  { mark: '<', pattern: BREAKS, by: '\n' },
  { mark: '<', pattern: TAGS, by: '' },
  { mark: '[', pattern: LINKS, by: '$1' },
  { mark: '', pattern: LINE_STARTS, by: '' },
  ...PAIRS.map(({ mark, pattern }) => ({ mark, pattern, by: '$1' })),
  { mark: '\\', pattern: ESCAPES, by: '$1' },
  { mark: '&', pattern: ENTITIES, by: character },
];

/** Text as a page shows it: without the marks of Markdown and HTML. Made for finding phrases, not for layout. */
export function shownMarkdown(markdown: string): string {
  if (!MARKUP.test(markdown)) return markdown;
  let text = markdown;
  for (const { mark, pattern, by } of STEPS) if (text.includes(mark)) text = text.replaceAll(pattern, by as string);
  return text;
}

function character(entity: string, decimal?: string, hexadecimal?: string): string {
  if (decimal === undefined && hexadecimal === undefined) return decodeHTMLStrict(entity);
  const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
  return code > 0 && code <= LAST_CODE_POINT ? String.fromCodePoint(code) : entity;
}

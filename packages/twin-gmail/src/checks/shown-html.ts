import { decodeHTML } from 'entities';

const COMMENT = /<!--[\s\S]*?(?:-->|$)/g;
const TAG = /<(\/?)([a-z][a-z\d-]*)(?![a-z\d-])([^<>]*)>/gi;
const HIDDEN = /(?:^|\s)hidden(?=[\s=/]|$)/i;
/** A number that is nought, whatever its unit. */
const NOUGHT = '[+-]?(?:0*\\.)?0+(?!\\.?\\d*[1-9])';
/** Declarations of which one is enough. */
const HIDES = new RegExp(
  `(?:^|[;{\\s])(?:display\\s*:\\s*none|visibility\\s*:\\s*(?:hidden|collapse)|(?:font-size|opacity)\\s*:\\s*${NOUGHT}|color\\s*:\\s*(?:transparent|rgba\\([^()]*,\\s*${NOUGHT}\\s*\\))|text-indent\\s*:\\s*-\\d{3,})`,
  'i',
);
/** What is cut off where it has no room. */
const CUT_OFF = [/(?:^|[;\s])overflow\s*:\s*hidden/i, new RegExp(`(?:^|[;\\s])(?:max-)?(?:height|width)\\s*:\\s*${NOUGHT}`, 'i')];
const STYLE = /(?:^|\s)style\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))/i;
const NAMES = /(?:^|\s)(class|id)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))/gi;
const SHEETS = /<style\b[^<>]*>([\s\S]*?)(?:<\/style\s*>|$)/gi;
const NOTES = /\/\*[\s\S]*?(?:\*\/|$)/g;
/** What holds on some devices only. */
const CONDITIONS = /@[^{};]{0,500}\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g;
const RULES = /(?<![^{}])([^{}]+)\{([^{}]*)\}/g;
/** Elements whose content no page shows. */
const UNSHOWN = new Set(['template', 'datalist']);
/** In characters: limits against crafted mails, of the attributes of an element and of all style sheets together. */
const LONGEST_LOOKED_AT = 2_000;
const LONGEST_SHEETS = 20_000;
/** Elements without content: https://html.spec.whatwg.org/multipage/syntax.html#void-elements */
const EMPTY = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));

const hides = (style: string): boolean => HIDES.test(style) || CUT_OFF.every((part) => part.test(style));

/** The names that the style sheets of a mail hide: `.class`, `#id` or the element's, each alone. */
function hiddenNames(html: string): ReadonlySet<string> {
  const sheets = [...html.matchAll(SHEETS)].map(([, sheet = '']) => sheet).join('\n');
  const always = sheets.slice(0, LONGEST_SHEETS).replaceAll(NOTES, '').replaceAll(CONDITIONS, '');
  const rules = [...always.matchAll(RULES)].filter(([, , style = '']) => hides(style));
  const selectors = rules.flatMap(([, selector = '']) => selector.split(',').map((one) => one.trim()));
  return new Set(selectors.flatMap((one) => /^[a-z][\w-]*([.#][\w-]+)$/i.exec(one)?.[1] ?? one));
}

const namesOf = (name: string, attributes: string): string[] => [
  name,
  ...[...attributes.matchAll(NAMES)].flatMap(([, kind, double, single, bare]) =>
    decodeHTML(double ?? single ?? bare ?? '')
      .split(/\s+/)
      .map((one) => (kind?.toLowerCase() === 'id' ? '#' : '.') + one),
  ),
];

/** Is an element kept from its reader, by itself or by a style sheet? */
function isHidden(name: string, whole: string, sheets: ReadonlySet<string>): boolean {
  const attributes = whole.slice(0, LONGEST_LOOKED_AT);
  if (UNSHOWN.has(name) || HIDDEN.test(attributes.replaceAll(/"[^"]*"|'[^']*'/g, '""'))) return true;
  const [, double, single, bare] = STYLE.exec(attributes) ?? [];
  if (hides(decodeHTML(double ?? single ?? bare ?? ''))) return true;
  return sheets.size > 0 && namesOf(name, attributes).some((one) => sheets.has(one));
}

/** An HTML text without comments and without what a style keeps from its reader. */
export function withoutHidden(html: string): string {
  const source = html.replaceAll(COMMENT, ' ');
  const sheets = hiddenNames(source);
  let shown = '';
  let from = 0;
  /** The hidden element that the text is in: how often its name was opened. */
  let hidden: { name: string; depth: number } | undefined;
  for (const { 0: tag, 1: closes, 2: raw = '', 3: attributes = '', index } of source.matchAll(TAG)) {
    const name = raw.toLowerCase();
    if (hidden) {
      if (name !== hidden.name) continue;
      hidden.depth += closes ? -1 : 1;
      if (hidden.depth > 0) continue;
      hidden = undefined;
      from = index + tag.length;
    } else if (!closes && isHidden(name, attributes, sheets)) {
      shown += source.slice(from, index);
      from = index + tag.length;
      if (!EMPTY.has(name) && !attributes.endsWith('/')) hidden = { name, depth: 1 };
    }
  }
  return hidden ? shown : shown + source.slice(from);
}

/** What stands for pictures where they aren't loaded. */
export const alternativesInHtml = (html: string): string[] =>
  [...html.matchAll(/\salt\s*=\s*(?:"([^"<>]*)"|'([^'<>]*)'|([^\s"'<>]+))/gi)].flatMap(([, double, single, bare]) => {
    const text = decodeHTML(double ?? single ?? bare ?? '');
    return text === '' ? [] : [text];
  });

import { decodeHTML } from 'entities';

const TAG = /<!--|<(\/?)([a-z][a-z\d-]*)(?![a-z\d-])([^<>]*)>/gi;
/** Elements that act, or load something that does: they go with what is in them. */
const ACTIVE = new Set('script style iframe frame frameset object embed applet noscript template svg math'.split(' '));
/** Elements that mean something to the page around them: what is in them stays. */
const FRAMING = new Set('html head body base link meta title form input button select textarea option'.split(' '));
const ATTRIBUTE = /(?<=[\s"'/])([^\s"'=<>/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+)))?/g;
const ADDRESSES = new Set(['href', 'src', 'action', 'background', 'formaction', 'xlink:href']);

const isActiveAddress = (value: string): boolean =>
  /^(?:javascript|vbscript|data:text)/i.test(decodeHTML(value).replaceAll(/[\s\p{Cc}]/gu, ''));

/** The attributes of an element but for handlers and addresses of scripts; as they were where none is. */
const passive = (attributes: string): string =>
  attributes.replaceAll(ATTRIBUTE, (whole, name: string, double?: string, single?: string, bare?: string) => {
    const lower = name.toLowerCase();
    const active = lower.startsWith('on') || (ADDRESSES.has(lower) && isActiveAddress(double ?? single ?? bare ?? ''));
    return active ? '' : whole;
  });

/** Where what begins at an index is over: behind the end of a comment or of an element, or the end of all. */
function endOf(lower: string, from: number, end: string): number {
  const at = lower.indexOf(end, from);
  const close = at < 0 ? -1 : lower.indexOf('>', at + end.length - 1);
  return close < 0 ? lower.length : close + 1;
}

/** "Gmail will sanitize the HTML before storing it" (reference of `VacationSettings` and `settings.sendAs`): what could act on a page goes. */
export function sanitizeHtml(html: string): string {
  // Letter by letter, as other letters may be two when they are small.
  const lower = html.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
  let kept = '';
  let from = 0;
  for (const tag of html.matchAll(TAG)) {
    const [whole, closing = '', name = '', attributes = ''] = tag;
    if (tag.index < from) continue;
    kept += html.slice(from, tag.index);
    from = tag.index + whole.length;
    const element = name.toLowerCase();
    if (whole === '<!--') from = endOf(lower, from, '-->');
    else if (ACTIVE.has(element)) from = closing ? from : endOf(lower, from, `</${element}`);
    else if (!FRAMING.has(element)) kept += `<${closing}${name}${passive(attributes)}>`;
  }
  return kept + html.slice(from);
}

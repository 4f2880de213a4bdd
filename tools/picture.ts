// Draws what a terminal shows as a picture: `FORCE_COLOR=1 npm run --silent demo 2>&1 | node_modules/.bin/node tools/picture.ts > docs/demo.svg`
import { text } from 'node:stream/consumers';
import { stripVTControlCharacters } from 'node:util';

const LINE_HEIGHT = 17;
const CHARACTER_WIDTH = 7.8;
const MARGIN = 16;

/** Select Graphic Rendition (ECMA-48). */
const SEQUENCE = new RegExp(`${String.fromCharCode(0x1b)}\\[([\\d;]*)m`);
/** The codes that are used here. */
const FILLS: Readonly<Record<string, string>> = { 31: '#ff7b72', 32: '#7ee787', 33: '#e3b341', 36: '#79c0ff' };
const FOREGROUND = '#e6edf3';

interface Style {
  fill: string;
  bold: boolean;
  dim: boolean;
}

const PLAIN: Style = { fill: FOREGROUND, bold: false, dim: false };

function styleAfter(style: Style, code: string): Style {
  if (code === '0' || code === '') return PLAIN;
  if (code === '1') return { ...style, bold: true };
  if (code === '2') return { ...style, dim: true };
  if (code === '22') return { ...style, bold: false, dim: false };
  return { ...style, fill: FILLS[code] ?? FOREGROUND };
}

const escaped = (part: string): string => part.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** One line as spans, each in the style that its escape sequences leave. */
function spansOf(line: string): string {
  let style = PLAIN;
  return line
    .split(SEQUENCE)
    .map((part, at) => {
      if (at % 2 === 1) {
        for (const code of part.split(';')) style = styleAfter(style, code);
        return '';
      }
      if (part === '') return '';
      const { fill, bold, dim } = style;
      const attributes = `${fill === FOREGROUND ? '' : ` fill="${fill}"`}${bold ? ' font-weight="bold"' : ''}${dim ? ' opacity="0.6"' : ''}`;
      return attributes === '' ? escaped(part) : `<tspan${attributes}>${escaped(part)}</tspan>`;
    })
    .join('');
}

const lines = (await text(process.stdin)).trimEnd().split('\n');
const longest = Math.max(...lines.map((line) => stripVTControlCharacters(line).length));
const width = Math.ceil(longest * CHARACTER_WIDTH + 2 * MARGIN);
const height = lines.length * LINE_HEIGHT + 2 * MARGIN;
const rows = lines.map(
  (line, at) => `<text x="${MARGIN}" y="${MARGIN + (at + 0.75) * LINE_HEIGHT}" xml:space="preserve">${spansOf(line)}</text>`,
);
process.stdout.write(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">
<title>npm run demo</title>
<rect width="100%" height="100%" rx="8" fill="#0d1117"/>
<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, monospace" font-size="13" fill="${FOREGROUND}">
${rows.join('\n')}
</g>
</svg>
`);

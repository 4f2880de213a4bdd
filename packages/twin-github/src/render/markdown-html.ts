import { shownMarkdown } from '@svc/twin-kit';

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Stands for a stretch of code while the rest of its line is read; no text of a JSON body holds it. */
const HELD = '\u0000';

const link = (text: string, address: string): string => `<a href="${address}">${text}</a>`;

/** Bold, italic, struck out, code, links and bare addresses of one escaped text. */
function inline(text: string): string {
  const codes: string[] = [];
  const held = escaped(text.replaceAll(HELD, '')).replaceAll(/`([^`]+)`/g, (_all, code: string) => {
    codes.push(`<code>${code}</code>`);
    return HELD;
  });
  const shown = held
    .replaceAll(
      /!\[([^\]]{0,1000})\]\(([^()\s]{1,2000})\)/g,
      (_all, alt: string, from: string) => `<img src="${from}" alt="${alt}">`,
    )
    .replaceAll(/\[([^\]]{1,1000})\]\(([^()\s]{1,2000})\)/g, (_all, label: string, to: string) => link(label, to))
    .replaceAll(/(?<!["=>])\bhttps?:\/\/[^\s<>"]{1,2000}/g, (address) => link(address, address))
    .replaceAll(/\*\*(?=\S)([^*]{1,2000})\*\*/g, '<strong>$1</strong>')
    .replaceAll(/(?<![*\w])\*(?=\S)([^*]{1,2000})\*(?!\*)/g, '<em>$1</em>')
    .replaceAll(/(?<!\w)_(?=\S)([^_]{1,2000})_(?!\w)/g, '<em>$1</em>')
    .replaceAll(/~~(?=\S)([^~]{1,2000})~~/g, '<del>$1</del>')
    .replaceAll('\n', '<br>\n');
  let at = 0;
  return shown.replaceAll(HELD, () => codes[at++] ?? '');
}

type Block = (lines: readonly string[]) => string;

/** The blocks that a first line tells, with what belongs to them. */
const BLOCKS: readonly { begins: RegExp; goes: RegExp; html: Block }[] = [
  {
    begins: /^#{1,6} /,
    goes: /(?!)/,
    html: ([line = '']) => {
      const level = line.indexOf(' ');
      return `<h${level} dir="auto">${inline(line.slice(level + 1))}</h${level}>`;
    },
  },
  { begins: /^\s*(?:-{3,}|\*{3,}|_{3,})\s*$/, goes: /(?!)/, html: () => '<hr>' },
  {
    begins: /^> ?/,
    goes: /^> ?/,
    html: (lines) => `<blockquote>\n${markdownHtml(lines.map((line) => line.replace(/^> ?/, '')).join('\n'))}\n</blockquote>`,
  },
  { begins: /^[-*+] /, goes: /^[-*+] |^\s+\S/, html: (lines) => list('ul', lines, /^[-*+] /) },
  { begins: /^\d{1,9}[.)] /, goes: /^\d{1,9}[.)] |^\s+\S/, html: (lines) => list('ol', lines, /^\d{1,9}[.)] /) },
];

function list(kind: 'ul' | 'ol', lines: readonly string[], mark: RegExp): string {
  const items: string[] = [];
  for (const line of lines) {
    if (mark.test(line)) items.push(line.replace(mark, ''));
    else items.push(`${items.pop() ?? ''}\n${line.trim()}`);
  }
  return [`<${kind} dir="auto">`, ...items.map((item) => `<li>${inline(item)}</li>`), `</${kind}>`].join('\n');
}

const FENCE = /^```(\w*)/;

/** Markdown as GitHub shows it, for what issues, comments and READMEs are mostly made of: `body_html` of its media types. */
export function markdownHtml(markdown: string): string {
  const lines = markdown.replaceAll('\r\n', '\n').split('\n');
  const blocks: string[] = [];
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] as string;
    const start = at;
    at += 1;
    if (line.trim() === '') continue;
    if (FENCE.test(line)) {
      while (at < lines.length && !FENCE.test(lines[at] as string)) at += 1;
      blocks.push(`<pre><code>${escaped(lines.slice(start + 1, at).join('\n'))}\n</code></pre>`);
      at += 1;
      continue;
    }
    const block = BLOCKS.find(({ begins }) => begins.test(line));
    const goes = block ? block.goes : PLAIN;
    while (at < lines.length && goes.test(lines[at] as string)) at += 1;
    const taken = lines.slice(start, at);
    blocks.push(block ? block.html(taken) : `<p dir="auto">${inline(taken.join('\n'))}</p>`);
  }
  return blocks.join('\n');
}

/** A line that goes on with a paragraph. */
const PLAIN = /^(?!\s*$|#{1,6} |> ?|[-*+] |\d{1,9}[.)] |```)/;

/** What a reader sees of Markdown: `body_text`. */
export const markdownText = (markdown: string): string => shownMarkdown(markdown);

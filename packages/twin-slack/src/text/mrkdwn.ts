/** Finds what a text refers to by name. */
export interface Directory {
  userId(name: string): string | undefined;
  channel(name: string): { id: string; name: string } | undefined;
  usergroupId(handle: string): string | undefined;
}

export interface TextOptions {
  /** Turns `@name`, `#channel` and bare web addresses into references (`parse: full` or `link_names`). */
  linkNames?: boolean;
}

const CODE = /(```[\s\S]*?```|`[^`\n]+`)/;
/** A reference in Slack's own syntax: https://docs.slack.dev/messaging/formatting-message-text */
const REFERENCE = /(<(?:[@#!][^<>\s][^<>\n]*|(?:https?:\/\/|mailto:|tel:)[^<>|\n]+(?:\|[^<>\n]*)?)>)/;
const WEB_ADDRESS = /\bhttps?:\/\/[^\s<>|`"]+[^\s<>|`".,;:!?)\]}'*_~]/g;
/** What a text without names to link is changed for. */
const SPECIAL = /[&<>`]|https?:\/\//;
const RANGES = new Set(['here', 'channel', 'everyone']);

const escapeText = (text: string): string =>
  text
    .replaceAll(/&(?!(?:amp|lt|gt);)/g, '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');

export const unescapeText = (text: string): string =>
  text.includes('&') ? text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&') : text;

/** Brings a text that came in into the form that is stored: special characters escaped, addresses and names made references. */
export function normaliseText(text: string, directory: Directory, options: TextOptions = {}): string {
  if (!options.linkNames && !SPECIAL.test(text)) return text;
  return text
    .split(CODE)
    .map((part, at) => (at % 2 === 1 ? outsideReferences(part, escapeText) : normalisePart(part, directory, options)))
    .join('');
}

function normalisePart(text: string, directory: Directory, { linkNames = false }: TextOptions): string {
  return outsideReferences(text, (plain) => {
    let rest = 0;
    let linked = '';
    for (const match of plain.matchAll(WEB_ADDRESS)) {
      linked += words(plain.slice(rest, match.index), directory, linkNames);
      linked += `<${match[0].replaceAll(/&(?!amp;)/g, '&amp;')}>`;
      rest = match.index + match[0].length;
    }
    return linked + words(plain.slice(rest), directory, linkNames);
  });
}

/** Applies `change` to what isn't a reference already. */
function outsideReferences(text: string, change: (plain: string) => string): string {
  return text
    .split(REFERENCE)
    .map((part, at) => (at % 2 === 1 ? part : change(part)))
    .join('');
}

function words(text: string, directory: Directory, linkNames: boolean): string {
  const escaped = escapeText(text);
  if (!linkNames) return escaped;
  return escaped.replaceAll(
    /(^|[\s(])([@#])([\p{L}\d][\p{L}\d._-]{0,79})/gu,
    (whole, before: string, sign: string, word: string) => {
      const name = word.replace(/[.]+$/, '');
      const reference = sign === '#' ? channelReference(directory, name) : personReference(directory, name);
      return reference === undefined ? whole : `${before}${reference}${word.slice(name.length)}`;
    },
  );
}

function channelReference(directory: Directory, name: string): string | undefined {
  const channel = directory.channel(name);
  return channel && `<#${channel.id}|${channel.name}>`;
}

function personReference(directory: Directory, name: string): string | undefined {
  if (RANGES.has(name)) return `<!${name}>`;
  const userId = directory.userId(name);
  if (userId !== undefined) return `<@${userId}>`;
  const usergroupId = directory.usergroupId(name);
  return usergroupId === undefined ? undefined : `<!subteam^${usergroupId}>`;
}

/** Standard Markdown in Slack's own notation, outside code. */
export function fromMarkdown(markdown: string): string {
  return markdown
    .split(CODE)
    .map((part, at) => (at % 2 === 1 ? part.replace(/^```\w+\n/, '```\n') : convert(part)))
    .join('');
}

/** Marks bold text until italics are converted; not a character that texts hold. */
const BOLD = '\u0000';

/** The words of a heading: what closes it is no part of them, https://spec.commonmark.org/0.31.2/#closing-sequence */
function withoutClosing(heading: string): string {
  const line = heading.trimEnd();
  let end = line.length;
  while (line[end - 1] === '#') end -= 1;
  return end === line.length || line[end - 1]?.trim() !== '' ? line : line.slice(0, end).trimEnd();
}

function convert(text: string): string {
  return text
    .replaceAll(/^#{1,6}[^\S\n]+(\S.*)$/gm, (_line, heading: string) => `${BOLD}${withoutClosing(heading)}${BOLD}`)
    .replaceAll(/!?\[([^\]\n]+)\]\((https?:\/\/[^\s)]+|mailto:[^\s)]+)\)/g, '<$2|$1>')
    .replaceAll(/\*\*(?=\S)(.+?)(?<=\S)\*\*/g, `${BOLD}$1${BOLD}`)
    .replaceAll(/__(?=\S)(.+?)(?<=\S)__/g, `${BOLD}$1${BOLD}`)
    .replaceAll(/^([^\S\n]*)[*+-][^\S\n]+/gm, '$1• ')
    .replaceAll(/(?<![*\w])\*(?=\S)([^*\n]+?)(?<=\S)\*(?![*\w])/g, '_$1_')
    .replaceAll(/~~(?=\S)(.+?)(?<=\S)~~/g, '~$1~')
    .replaceAll(BOLD, '*');
}

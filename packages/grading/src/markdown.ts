import markdownIt from 'markdown-it';

// Blocks only: inline markup is read as written. Criteria are compared letter by letter.
const parser = markdownIt('zero', { html: true })
  .enable(['heading', 'lheading', 'fence', 'code', 'list', 'blockquote', 'html_block', 'hr'])
  .disable('inline');

/** A part of a document below one heading of the second level. Lines count from 1. */
export interface Section {
  name: string;
  line: number;
  /** The text between this heading and the next, as written, without blank lines around it. */
  text: string;
  blocks: CodeBlock[];
  items: Item[];
  /** Those that stand in no list, quote or block. */
  paragraphs: Pick<Item, 'text' | 'line'>[];
}

/** A heading, or a line that was probably meant as one. */
export interface Heading {
  level: number;
  name: string;
  line: number;
  /** False for a line that markdown takes for text: `##Prompt`, `**Prompt**`. */
  marked: boolean;
}

export interface CodeBlock {
  /** The first word after the fence in lower case; empty for none. */
  language: string;
  value: string;
  line: number;
  /** False where the document ends before its fence does. */
  closed: boolean;
}

/** An item of a list: its first paragraph, lines joined by a space. */
export interface Item {
  text: string;
  line: number;
  /** True when the item holds more than its first paragraph. */
  nested: boolean;
}

export interface Document {
  title: string | null;
  sections: Section[];
  headings: Heading[];
}

type Token = ReturnType<typeof parser.parse>[number];

/** Cuts a document at its own headings; what looks like one inside a code block, a quote or a list isn't the document's. */
export function readDocument(markdown: string): Document {
  // One line ending from here on, so that files with CRLF give the same texts; a byte order mark isn't part of the title.
  const source = markdown.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n');
  const tokens = parser.parse(source, {});
  const lines = source.split('\n');
  const headings = tokens
    .map((token, at) => ({ token, at, name: tokens[at + 1]?.content.trim() ?? '' }))
    .filter(({ token }) => token.type === 'heading_open' && token.level === 0 && (token.tag === 'h1' || token.tag === 'h2'));
  const sections = headings.map(({ token, at, name }, index) => {
    const next = headings[index + 1];
    const body = tokens.slice(at, next?.at);
    return {
      tag: token.tag,
      name,
      line: token.map![0] + 1,
      text: lines
        .slice(token.map![1], next?.token.map?.[0])
        .join('\n')
        .replace(/^\s*\n/, '')
        .trimEnd(),
      blocks: codeBlocks(body, lines),
      items: listItems(body),
      paragraphs: paragraphsIn(body),
    };
  });
  return {
    title: sections.find((section) => section.tag === 'h1' && section.name !== '')?.name ?? null,
    sections: sections.filter((section) => section.tag === 'h2'),
    headings: headingsIn(tokens),
  };
}

const UNMARKED = /^(#{1,6})([^#\s].*)$|^\*\*(.+?)\*\*:?$|^__(.+?)__:?$/;

function headingsIn(tokens: readonly Token[]): Heading[] {
  return tokens.flatMap((token, at): Heading[] => {
    if (token.level !== 0 || !token.map) return [];
    const line = token.map[0] + 1;
    const text = tokens[at + 1]?.content.trim() ?? '';
    if (token.type === 'heading_open') return [{ level: Number(token.tag.slice(1)), name: text, line, marked: true }];
    const [, , glued, bold, underlined] = (token.type === 'paragraph_open' && UNMARKED.exec(text)) || [];
    const name = glued ?? bold ?? underlined;
    return name === undefined ? [] : [{ level: 0, name: text, line, marked: false }];
  });
}

function paragraphsIn(tokens: readonly Token[]): Section['paragraphs'] {
  return tokens.flatMap((token, at) =>
    token.type === 'paragraph_open' && token.level === 0
      ? [{ text: tokens[at + 1]?.content ?? '', line: token.map![0] + 1 }]
      : [],
  );
}

const FENCE_END = /^\s*(?:`{3,}|~{3,})\s*$/;

function codeBlocks(tokens: readonly Token[], lines: readonly string[]): CodeBlock[] {
  return tokens
    .filter((token) => token.level === 0 && (token.type === 'fence' || token.type === 'code_block'))
    .map((token) => ({
      language: token.info.trim().split(/\s+/)[0]!.toLowerCase(),
      value: token.content,
      line: token.map![0] + 1,
      closed: token.type !== 'fence' || (token.map![1] > token.map![0] + 1 && FENCE_END.test(lines[token.map![1] - 1] ?? '')),
    }));
}

function listItems(tokens: readonly Token[]): Item[] {
  const items: Item[] = [];
  let ended = true;
  for (const token of tokens) {
    if (token.type === 'list_item_open' && token.level === 1) {
      items.push({ text: '', line: token.map![0] + 1, nested: false });
      ended = false;
    } else if (token.type === 'list_item_close' && token.level === 1) {
      ended = true;
    } else if (!ended && token.nesting >= 0 && token.type !== 'paragraph_open') {
      const item = items.at(-1)!;
      if (token.type === 'inline' && token.level === 3 && item.text === '' && !item.nested) {
        item.text = token.content
          .split('\n')
          .map((line) => line.trim())
          .join(' ');
      } else {
        item.nested = true;
      }
    }
  }
  return items;
}

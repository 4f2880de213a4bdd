/**
 * What Markdown holds and no page shows: HTML's comments and the definitions of links, as GitHub Flavored Markdown has them
 * (https://github.github.com/gfm/, sections 4.5 to 4.7, 6.3 and 6.10).
 */
const OPEN = '<!--';
const CLOSE = '-->';
/** Of `<!-->` both ends are in these five characters. */
const SHARED = 2;

const FENCE = /^ {0,3}(?:(`{3,})[^`\n]*|(~{3,})[^\n]*)$/;
const COMMENT_LINE = /^ {0,3}<!--/;
const BLANK = /^[^\S\n]*$/;
/** What decides whether a comment is one: code, escapes, its beginning. */
const MARKS = /`+|\\[^\n]|<!--/g;

/** Where lines of quotations and items of lists begin. */
const CONTAINERS = '(?:>[^\\S\\n]?|[-*+][^\\S\\n]+|\\d{1,9}[.)][^\\S\\n]+)*';
// A label that begins with a circumflex is a footnote's, which is shown.
const LABEL = '\\[(?!\\^)(?=[^\\]\\n]*[^\\s\\]])(?:[^[\\]\\\\]|\\\\[\\s\\S]){1,999}\\]';
const PLACE = '(?:<[^<>\\n]*>|[^\\s<]\\S*)';
const TITLE = `(?:"(?:[^"\\\\]|\\\\[\\s\\S])*"|'(?:[^'\\\\]|\\\\[\\s\\S])*'|\\((?:[^()\\\\]|\\\\[\\s\\S])*\\))`;
const SPACE = '[^\\S\\n]*';
/** The definition of a link, at the start of a paragraph or of an item. */
const DEFINITION = new RegExp(
  ` {0,3}(${CONTAINERS})${LABEL}:${SPACE}\\n?${SPACE}${PLACE}(?:(?:[^\\S\\n]+|${SPACE}\\n${SPACE})${TITLE})?${SPACE}(?:\\n|$)`,
  'y',
);
const ITEM = /^ {0,3}(?:[-*+]|\d{1,9}[.)])[^\S\n]+/;

/**
 * Markdown without what no page shows: comments, and definitions of links. What stands in code is shown, and so is a comment that is never
 * closed inside a line.
 */
export function withoutUnshown(markdown: string): string {
  if (!markdown.includes(OPEN) && !markdown.includes(']:')) return markdown;
  let kept = '';
  let paragraph = '';
  let fence: string | undefined;
  const endParagraph = (): void => {
    kept += withoutInline(withoutDefinitions(paragraph));
    paragraph = '';
  };
  for (let at = 0; at < markdown.length; ) {
    const end = lineEnd(markdown, at);
    const line = markdown.slice(at, end);
    const text = line.endsWith('\n') ? line.slice(0, -1) : line;
    const marks = FENCE.exec(text)
      ?.slice(1)
      .find((one) => one !== undefined);
    if (fence !== undefined) {
      kept += line;
      if (closes(text, fence)) fence = undefined;
    } else if (marks !== undefined) {
      endParagraph();
      kept += line;
      fence = marks;
    } else if (COMMENT_LINE.test(text)) {
      endParagraph();
      const close = markdown.indexOf(CLOSE, markdown.indexOf(OPEN, at) + SHARED);
      if (close < 0) return kept;
      // What follows on its last line is shown.
      at = close + CLOSE.length;
      continue;
    } else {
      paragraph += line;
      if (BLANK.test(text)) endParagraph();
    }
    at = end;
  }
  endParagraph();
  return kept;
}

function lineEnd(text: string, from: number): number {
  const feed = text.indexOf('\n', from);
  return feed < 0 ? text.length : feed + 1;
}

/** Does a line close the code that such marks opened? */
function closes(line: string, fence: string): boolean {
  const marks = line.trim();
  return marks.length >= fence.length && marks === (fence[0] as string).repeat(marks.length) && /^ {0,3}\S/.test(line);
}

/** A paragraph without the definitions that it or one of its items begins with; their quotations and items stay. */
function withoutDefinitions(paragraph: string): string {
  if (!paragraph.includes(']:')) return paragraph;
  let kept = '';
  let mayBegin = true;
  for (let at = 0; at < paragraph.length; ) {
    const end = lineEnd(paragraph, at);
    DEFINITION.lastIndex = at;
    const found: RegExpExecArray | null = mayBegin || ITEM.test(paragraph.slice(at, end)) ? DEFINITION.exec(paragraph) : null;
    kept += found ? (found[1] as string) : paragraph.slice(at, end);
    at = found ? DEFINITION.lastIndex : end;
    mayBegin = found !== null;
  }
  return kept;
}

/** A paragraph without the comments in its lines. */
function withoutInline(paragraph: string): string {
  if (!paragraph.includes(OPEN)) return paragraph;
  const ends = codeEnds(paragraph);
  let kept = '';
  let from = 0;
  const marks = new RegExp(MARKS);
  for (let mark = marks.exec(paragraph); mark; mark = marks.exec(paragraph)) {
    const { index } = mark;
    if (mark[0].startsWith('`')) marks.lastIndex = ends.get(index) ?? marks.lastIndex;
    if (mark[0] !== OPEN) continue;
    const close = paragraph.indexOf(CLOSE, index + SHARED);
    if (close < 0) break;
    kept += paragraph.slice(from, index);
    from = close + CLOSE.length;
    marks.lastIndex = from;
  }
  return kept + paragraph.slice(from);
}

/** By where code in a line begins: where it ends, at the next marks of the same length. */
function codeEnds(paragraph: string): ReadonlyMap<number, number> {
  const ends = new Map<number, number>();
  const next = new Map<number, number>();
  for (const { 0: run, index } of [...paragraph.matchAll(/`+/g)].toReversed()) {
    const end = next.get(run.length);
    if (end !== undefined) ends.set(index, end);
    next.set(run.length, index + run.length);
  }
  return ends;
}

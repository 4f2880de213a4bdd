import { type Body, jsonText, RawJson } from '@svc/twin-kit';
import { markdownHtml, markdownText } from './markdown-html.ts';

/** Which of a text's forms a media type asks for: https://docs.github.com/rest/using-the-rest-api/getting-started-with-the-rest-api#media-types */
export type BodyForm = 'html' | 'text' | 'full';

export const isBodyForm = (parameter: string | undefined): parameter is BodyForm =>
  parameter === 'html' || parameter === 'text' || parameter === 'full';

/** An answer whose Markdown bodies stand in the forms that were asked for. */
export function withBodyForms(body: Body, form: BodyForm): Body {
  const text = jsonText(body);
  return text?.includes('"body":') ? new RawJson(JSON.stringify(inForms(JSON.parse(text), form))) : body;
}

function inForms(value: unknown, form: BodyForm): unknown {
  if (Array.isArray(value)) return value.map((one) => inForms(one, form));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => (name === 'body' ? formsOf(inner, form) : [[name, inForms(inner, form)]])),
  );
}

function formsOf(body: unknown, form: BodyForm): [string, unknown][] {
  const markdown = typeof body === 'string' ? body : '';
  return [
    ...(form === 'full' ? [['body', body] as [string, unknown]] : []),
    ...(form === 'text' ? [] : [['body_html', markdownHtml(markdown)] as [string, unknown]]),
    ...(form === 'html' ? [] : [['body_text', markdownText(markdown)] as [string, unknown]]),
  ];
}

import { expect, test } from '@jest/globals';
import { inParts, lastWords, message } from '@svc/plain-http/testing';
import { serveTwin } from '@svc/twin-kit/server';
import { notes } from '../example/notes.ts';

const TOKEN = 'svc_local_0123456789abcdef';

const post = (title: string): string => {
  const body = JSON.stringify({ title });
  const head = [
    'POST /s/standalone/notes HTTP/1.1',
    'host: h',
    `authorization: Bearer ${TOKEN}`,
    'content-type: application/json',
  ];
  return message([...head, `content-length: ${body.length}`], body);
};

test.each([
  ['in one piece', [post('one')]],
  ['in two', inParts(post('one'))],
])('a caller that says no more after its request, %s, gets its answer, and the connection ends', async (_how, pieces) => {
  const twin = await serveTwin(notes, { token: TOKEN });
  try {
    const said = await lastWords(twin.port, pieces);
    expect(said).toMatch(/^HTTP\/1\.1 201 .*"title":"one"/s);
  } finally {
    await twin.close();
  }
});

test('of several requests before it says no more, each is answered', async () => {
  const twin = await serveTwin(notes, { token: TOKEN });
  try {
    const said = await lastWords(twin.port, [post('one'), post('two') + post('three')]);
    expect(said.match(/"title":"\w+"/g)).toEqual(['"title":"one"', '"title":"two"', '"title":"three"']);
  } finally {
    await twin.close();
  }
});

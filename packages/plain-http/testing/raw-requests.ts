import { message } from './conversation.ts';

export interface RawRequestOptions {
  /** A path that answers. */
  target: string;
  /** The whole line that opens it. */
  authorization: string;
  /** A path of nobody's. */
  unknown: string;
  /** A path of the platform's own. */
  control: string;
}

/** Requests of every kind by their names, plain and not, well-formed and not, as they stand on the wire. */
export function rawRequests({ target, authorization, unknown, control }: RawRequestOptions): Record<string, string> {
  const get = (...fields: string[]): string => message([`GET ${target} HTTP/1.1`, 'host: h', authorization, ...fields]);
  const post = (body: string, ...fields: string[]): string =>
    message([`POST ${target} HTTP/1.1`, 'host: h', authorization, ...fields], body);
  return {
    plain: get(),
    'other spellings of names': message([
      `GET ${target} HTTP/1.1`,
      'HOST: h',
      `AuThOrIzAtIoN:   ${authorization.slice(authorization.indexOf(' ') + 1)}  `,
      'X-A:b',
      'X-E:',
    ]),
    'a query and odd characters': message([`GET ${target}/a%2F..//b?x=%20&y=1#z HTTP/1.1`, 'host: h', authorization]),
    'values beyond ASCII': get('x-latin: caf\xe9 \t \xff', 'x-tab: a\tb'),
    'a value that ends beyond ASCII': get('x-name: voil\xc3\xa0 \t'),
    'fields of the connection': get('keep-alive: 5', 'te: trailers', 'proxy-connection: keep-alive', 'x-mine: 1'),
    'fields of the proxy': get('x-forwarded-host: evil', 'forwarded: for=x', 'x-svc-control: t', 'x-forwarded-anything: 1'),
    'kept alive by name': get('Connection: Keep-Alive'),
    'one that closes': get('connection: close'),
    'named fields': get('connection: x-mine', 'x-mine: 1'),
    'a body': post('hello', 'content-length: 5'),
    'a body of bytes': post('\x00\xff\r\n\r\nGET / HTTP/1.1\r\n', 'content-length: 22'),
    'a length of nothing': post('', 'content-length: 0'),
    'no length': post(''),
    'a body in chunks': post('5\r\nhello\r\n0\r\n\r\n', 'transfer-encoding: chunked'),
    'a length and chunks': post('5\r\nhello\r\n0\r\n\r\n', 'content-length: 5', 'transfer-encoding: chunked'),
    'two lengths': post('hello', 'content-length: 5', 'content-length: 6'),
    'the same length twice': post('hello', 'content-length: 5', 'content-length: 5'),
    'a list of lengths': post('hello', 'content-length: 5, 5'),
    'a signed length': post('hello', 'content-length: +5'),
    'a hexadecimal length': post('hello', 'content-length: 0x5'),
    'white space before a colon': get('x-a : b'),
    'a folded line': get('x-a: b\r\n c'),
    'a bare line feed': get('x-a: b\nx-b: c'),
    'a NUL': get('x-a: b\0c'),
    'a line without a colon': get('x-a'),
    'two hosts': get('host: other'),
    'no host': message([`GET ${target} HTTP/1.1`, authorization]),
    'two bearers': get('authorization: Bearer other'),
    'a wrong bearer': message([`GET ${target} HTTP/1.1`, 'host: h', 'authorization: Bearer wrong']),
    'no bearer': message([`GET ${target} HTTP/1.1`, 'host: h']),
    'an unknown sandbox': message([`GET ${unknown} HTTP/1.1`, 'host: h', authorization]),
    'a control path': message([`GET ${control} HTTP/1.1`, 'host: h', authorization]),
    'HTTP/1.0': message([`GET ${target} HTTP/1.0`, 'host: h', authorization]),
    'an absolute target': message([`GET http://h${target} HTTP/1.1`, 'host: h', authorization]),
    'a target with a space': message([`GET ${target} x HTTP/1.1`, 'host: h', authorization]),
    'an unknown method': message([`BREW ${target} HTTP/1.1`, 'host: h', authorization]),
    'a method in small letters': message([`get ${target} HTTP/1.1`, 'host: h', authorization]),
    'something else': 'hello\r\n\r\n',
    'an expectation': post('hello', 'content-length: 5', 'expect: 100-continue'),
    'an offer of HTTP/2': get('connection: Upgrade, HTTP2-Settings', 'upgrade: h2c', 'http2-settings: AA'),
    'two at once': get() + get('x-second: 1'),
    'a body and another': post('hello', 'content-length: 5') + get('x-second: 1'),
    'a length that hides another': post(get('x-hidden: 1'), 'content-length: 0'),
    'much of a head': get(`x-long: ${'a'.repeat(10_000)}`),
    'too much of a head': get(`x-long: ${'a'.repeat(20_000)}`),
    'a body in JSON': post('{"title":"x"}', 'content-type: application/json', 'content-length: 13'),
  };
}

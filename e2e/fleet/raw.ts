import { connect } from 'node:net';

export interface RawRequest {
  method: string;
  /** As it stands in the first line, with its query. */
  target: string;
  headers: [name: string, value: string][];
  body: string;
}

export interface RawAnswer {
  /** 0 where the connection ended without an answer. */
  status: number;
  text: string;
}

const SILENT_MS = 30_000;

/** The bytes of a request, which ends its connection. A length or chunks of its own stay as they are. */
export function bytesOf({ method, target, headers, body }: RawRequest): string {
  const framed = headers.some(([name]) => /^(content-length|transfer-encoding)$/i.test(name));
  const length: RawRequest['headers'] = framed || body === '' ? [] : [['Content-Length', String(Buffer.byteLength(body))]];
  const lines = [...headers, ...length, ['Connection', 'close']].map(([name, value]) => `${name}: ${value}`);
  return `${method} ${target} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`;
}

/** Sends bytes to a published port as they are, since a client would tidy them, and reads until the connection ends. */
export function send(origin: string, bytes: string): Promise<RawAnswer> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.setTimeout(SILENT_MS, () => socket.destroy(new Error(`no answer within ${SILENT_MS} ms to ${bytes.slice(0, 500)}`)));
    socket.on('data', (chunk) => chunks.push(chunk));
    // The server may end the connection while it is still sent to.
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (!/^E(PIPE|CONNRESET)$/.test(error.code ?? '')) reject(error);
    });
    socket.on('close', () => {
      const text = Buffer.concat(chunks)
        .toString('latin1')
        .replace(/^(HTTP\/1\.1 100 [^\r]*\r\n\r\n)+/, '');
      resolve({ status: Number(/^HTTP\/1\.[01] (\d{3})/.exec(text)?.[1] ?? 0), text });
    });
  });
}

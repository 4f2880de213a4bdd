import { connect } from 'node:net';

export interface RawAnswer {
  status: number;
  text: string;
}

/** Sends bytes as they are, since a client would tidy them, and reads until the server ends the connection. */
export function send(port: number, bytes: string | Buffer): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.on('data', (chunk) => chunks.push(chunk));
    // It may end the connection while it is still sent to.
    socket.on('error', (error) => (chunks.length === 0 ? reject(error) : undefined));
    socket.on('close', () => {
      const text = Buffer.concat(chunks).toString('latin1');
      resolve({ status: Number(text.slice(9, 12)), text });
    });
  });
}

/** A request in one piece, which ends its connection. */
export const request = (port: number, line: string, headers: Record<string, string> = {}, body = ''): Promise<RawAnswer> => {
  const fields = Object.entries({ host: `127.0.0.1:${port}`, connection: 'close', ...headers });
  const length =
    body === '' || 'transfer-encoding' in headers || 'content-length' in headers ? [] : [['content-length', body.length]];
  const head = [...fields, ...length].map(([name, value]) => `${name}: ${value}`).join('\r\n');
  return send(port, `${line} HTTP/1.1\r\n${head}\r\n\r\n${body}`);
};

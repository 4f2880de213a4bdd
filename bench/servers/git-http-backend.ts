import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';
import { onStart } from '../lib/process.ts';

const HEAD_END = '\r\n\r\n';

/** The rival: git's own server of its protocol, a CGI program, behind as little of node:http as that takes. */
onStart(async ({ folder }: { folder: string }) => {
  const server = createServer((request, response) => {
    const { pathname, search } = new URL(request.url ?? '/', 'http://localhost');
    const { headers } = request;
    const env = {
      PATH: process.env.PATH,
      GIT_PROJECT_ROOT: folder,
      GIT_HTTP_EXPORT_ALL: '1',
      REMOTE_USER: 'bench',
      REMOTE_ADDR: '127.0.0.1',
      REQUEST_METHOD: request.method,
      PATH_INFO: decodeURIComponent(pathname),
      QUERY_STRING: search.slice(1),
      CONTENT_TYPE: headers['content-type'] ?? '',
      ...(headers['content-length'] && { CONTENT_LENGTH: headers['content-length'] }),
      ...(headers['content-encoding'] && { HTTP_CONTENT_ENCODING: headers['content-encoding'] }),
      ...(headers['git-protocol'] && { GIT_PROTOCOL: String(headers['git-protocol']) }),
    };
    const git = spawn('git', ['http-backend'], { env, stdio: ['pipe', 'pipe', 'inherit'] });
    pipeline(request, git.stdin, () => {});
    let head = Buffer.alloc(0);
    const readHead = (chunk: Buffer): void => {
      head = Buffer.concat([head, chunk]);
      const end = head.indexOf(HEAD_END);
      if (end < 0) return;
      git.stdout.off('data', readHead).pause();
      const fields = head
        .toString('latin1', 0, end)
        .split('\r\n')
        .map((line) => line.split(/: */, 2) as [string, string]);
      const status = fields.find(([name]) => name === 'Status')?.[1];
      response.writeHead(
        status === undefined ? 200 : Number.parseInt(status, 10),
        fields.filter(([name]) => name !== 'Status').flat(),
      );
      response.write(head.subarray(end + HEAD_END.length));
      pipeline(git.stdout, response, () => {});
    };
    git.stdout.on('data', readHead);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, token: 'none' };
});

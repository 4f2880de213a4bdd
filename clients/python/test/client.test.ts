import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, jest } from '@jest/globals';
import { faultOf, testWithPython } from '../../../packages/cli/test/clients/python.ts';
import { sharedService } from '../../../packages/cli/test/shared.ts';
import { stopAll, temporaryFolder, using } from '../../../packages/cli/test/support.ts';
import { OPERATIONS, type OperationSpec } from '../../../packages/contract/src/index.ts';
import { isWhole } from '../../../packages/twin-kit/testing/share.ts';

// Every call starts Python anew, on a machine that may do much else.
jest.setTimeout(300_000);

const CLIENT = join(import.meta.dirname, '..');
const PYTEST = { module: 'pytest', debian: 'python3-pytest' };
const MYPY = { module: 'mypy', debian: 'mypy' };

const service = sharedService();
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(stopAll);
afterAll(() => folder.remove());

const pytest = (python: string, file: string, env: Record<string, string> = using(service)) =>
  faultOf(
    python,
    ['-m', 'pytest', '-p', 'no:cacheprovider', '-p', 'svc_sandbox.pytest_plugin', '-q', join(CLIENT, 'test', file)],
    {
      PYTHONPATH: join(CLIENT, 'src'),
      XDG_CONFIG_HOME: '/nonexistent',
      ...env,
    },
  );

describe('its own suites, under pytest', () => {
  const others = ['test_sandbox.py', 'test_errors.py', 'test_repeats.py', 'test_plugin.py', 'test_inspect.py'];
  for (const file of isWhole ? others : [])
    testWithPython(file, PYTEST, async (python) => {
      expect(await pytest(python, file)).toBe('no fault');
    });

  testWithPython('test_operations.py calls every operation of the API', PYTEST, async (python) => {
    const listener = await listenTo(service.variables.SVC_BASE_URL as string);
    try {
      expect(await pytest(python, 'test_operations.py', { ...using(service), SVC_BASE_URL: listener.baseUrl })).toBe('no fault');
    } finally {
      listener.close();
    }
    // The description is for machines that make clients, and the command line logs in.
    const { getOpenApiDocument, createDeviceCode, createDeviceToken, ...expected } = OPERATIONS;
    const called = Object.entries<OperationSpec>(expected).filter(
      ([
        ,
        {
          method,
          paths: [path],
        },
      ]) => listener.heard.some((call) => call.method === method && matches(path as string, call.path)),
    );
    expect(called.map(([id]) => id)).toEqual(Object.keys(expected));
  });
});

const matches = (template: string, path: string): boolean =>
  new RegExp(`^${template.split('{id}').map(RegExp.escape).join('[^/]+')}$`).test(path);

/** Passes calls on to the service and keeps which they were. */
async function listenTo(base: string) {
  const heard: { method: string; path: string }[] = [];
  const server = createServer(async (request, response) => {
    const { method = '', url = '' } = request;
    const { host, connection, 'content-length': length, ...headers } = request.headers;
    heard.push({ method, path: new URL(url, base).pathname.replace(/^\/v1/, '') });
    const body = await buffer(request);
    const answer = await fetch(new URL(url, base), {
      method,
      headers: headers as Record<string, string>,
      ...(body.length > 0 && { body: new Uint8Array(body) }),
    });
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'text/plain' });
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  return { heard, baseUrl, close: () => server.close() };
}

(isWhole ? describe : () => {})('its types', () => {
  testWithPython('hold for Python 3.9, strictly', MYPY, async (python) => {
    const args = ['-m', 'mypy', '--config-file', join(CLIENT, 'pyproject.toml'), '--cache-dir', folder.path];
    expect(await faultOf(python, [...args, join(CLIENT, 'src')], {})).toBe('no fault');
  });
});

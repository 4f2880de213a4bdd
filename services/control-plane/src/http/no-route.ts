import { OPERATIONS, type OperationSpec, ServiceError } from '@svc/contract';

/** What all paths of the API begin with. */
const VERSION = '/v1';
const LIST = 'GET /v1/openapi.json lists all there are.';
const SHOWN = 200;

const specs: readonly OperationSpec[] = Object.values(OPERATIONS);
/** The service's own MCP tools, which are no operation. */
const MCP = { method: 'POST', pattern: /^\/mcp\/?$/i };

const routes = [
  ...specs.flatMap(({ method, paths }) => paths.map((path) => ({ method, pattern: patternOf(path) }))),
  MCP,
] as const;

function patternOf(path: string): RegExp {
  const source = path
    .split(/\{\w+\}/)
    .map((literal) => RegExp.escape(literal))
    .join('[^/]+');
  return new RegExp(`^${source}/?$`, 'i');
}

/** The refusal of a path or method that there isn't, with what was probably meant. */
export function noRoute(method: string, path: string): ServiceError {
  const message = `There is no ${method} ${path.slice(0, SHOWN)}.`;
  return new ServiceError('not_found', { message: `${message} ${meant(method, path)}` });
}

function meant(method: string, path: string): string {
  const below = path.replace(/^(?:\/v1)+(?=\/|$)/i, '');
  const methods = [...new Set(routes.filter(({ pattern }) => pattern.test(below)).map((route) => route.method))];
  const known = methods.length > 0;
  const whole = `${VERSION}${below.slice(0, SHOWN)}`;
  if (!/^\/v1(?:\/|$)/i.test(path)) {
    const begin = 'The paths of the API begin with /v1';
    return methods.includes(method) ? `${begin}: ${method} ${whole}.` : `${begin}. ${LIST}`;
  }
  if (methods.includes(method)) return `/v1 stands there more than once: ${method} ${whole}.`;
  return known ? `${whole} takes ${methods.sort().join(' and ')}.` : LIST;
}

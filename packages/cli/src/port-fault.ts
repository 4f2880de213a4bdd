import { CliError, EXIT } from './errors.ts';

/**
 * A port that can't be listened on, as its user is told; any other error stays what it is.
 *
 * @param optionFor the option that names a port
 */
export function portFault(error: unknown, optionFor: (port: number) => string): unknown {
  const { code, syscall, port } = Object(error) as { code?: string; syscall?: string; port?: number };
  if (syscall !== 'listen' || port === undefined) return error;
  if (code === 'EADDRINUSE') {
    const hint = `choose another with ${optionFor(port)} <n>; 0 takes a free one.`;
    return new CliError(EXIT.failed, `Port ${port} is taken.`, { hint, cause: error });
  }
  if (code === 'EACCES') {
    const hint = `choose one above 1023 with ${optionFor(port)}.`;
    return new CliError(EXIT.failed, `Port ${port} may not be used by this account.`, { hint, cause: error });
  }
  return error;
}

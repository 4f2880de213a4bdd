import { InvalidArgumentError } from 'commander';

/** Of `svc up`: the control plane's; the twins are reached on the next one. */
export const DEFAULT_API_PORT = 4000;
/** Where the first local twin listens (spec, "Local twin and command line"). */
export const DEFAULT_TWIN_PORT = 3333;

const LARGEST_PORT = 65_535;

export function portArgument(value: string): number {
  if (!/^\d{1,5}$/.test(value) || Number(value) > LARGEST_PORT) {
    throw new InvalidArgumentError(`A port is a number from 0 to ${LARGEST_PORT}.`);
  }
  return Number(value);
}

/** One more of the ports that webhooks may go to. */
export function webhookPortArgument(value: string, ports: readonly number[] = []): number[] {
  const port = portArgument(value);
  if (port === 0) throw new InvalidArgumentError('A webhook goes to a port of its own.');
  return [...ports, port];
}

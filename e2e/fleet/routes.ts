import { execute } from './engine.ts';
import type { FleetFacts } from './start.ts';

/** Runs redis-cli in the fleet's Redis. @returns its lines */
export async function redisCli({ containers, redisPassword }: FleetFacts, ...command: string[]): Promise<string[]> {
  const { output } = await execute(
    containers.redis as string,
    ['redis-cli', '--raw', ...command],
    [`REDISCLI_AUTH=${redisPassword}`],
  );
  return output.split('\n').filter((line) => line !== '');
}

/** Keys of routes that are open to agents; closed ones are remembered for a while. */
export async function openRoutes(fleet: FleetFacts): Promise<string[]> {
  const script = `
    local open = {}
    for _, key in ipairs(redis.call('KEYS', 'svc:route:*')) do
      if redis.call('HGET', key, 'state') ~= 'closed' then table.insert(open, key) end
    end
    return open`;
  return redisCli(fleet, 'EVAL', script, '0');
}

/** Keys that stay: without an expiry. */
export async function lastingKeys(fleet: FleetFacts): Promise<string[]> {
  const script = `
    local lasting = {}
    for _, key in ipairs(redis.call('KEYS', '*')) do
      if redis.call('TTL', key) == -1 then table.insert(lasting, key) end
    end
    return lasting`;
  return (await redisCli(fleet, 'EVAL', script, '0')).sort();
}

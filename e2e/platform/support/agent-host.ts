import { type AgentSettings, startAgent } from './agent.ts';

await startAgent(JSON.parse(process.argv[2] ?? '') as AgentSettings);
process.send?.('ready');
// Its test ended without ending it.
process.once('disconnect', () => process.exit(1));

export { Chance } from './chance.ts';
export { describeTwin, type TwinSample } from './describe-twin.ts';
export { RANDOM_CALLS, type RandomAnswer, type RandomCall, type RandomCaller, testRandomCalls } from './random-calls.ts';
export { Replayed } from './replayed.ts';
export { type JsonSchema, SchemaValues, STRANGE } from './schema-values.ts';
export { eventually, type ReceivedMessage, type ReceiverAnswer, webhookReceiver } from './receiver.ts';
export { served, temporaryFolder } from './served.ts';

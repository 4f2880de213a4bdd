export { Chance } from './chance.ts';
export { describeTwin, type SampleCall, type TwinSample } from './describe-twin.ts';
export { type Judged, judged } from './judged.ts';
export { RANDOM_CALLS, type RandomAnswer, type RandomCall, type RandomCaller, testRandomCalls } from './random-calls.ts';
export { eventually, type ReceivedMessage, type ReceiverAnswer, webhookReceiver } from './receiver.ts';
export { Replayed } from './replayed.ts';
export { type JsonSchema, SchemaValues, STRANGE } from './schema-values.ts';
export { served, temporaryFolder } from './served.ts';
export { describeSiblings, type Sibling, type SiblingSuite } from './siblings.ts';

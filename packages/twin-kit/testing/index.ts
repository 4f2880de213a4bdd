export { describeTwin, type TwinSample } from './describe-twin.ts';
export { eventually, type ReceivedMessage, type ReceiverAnswer, webhookReceiver } from './receiver.ts';
export { served, temporaryFolder } from './served.ts';

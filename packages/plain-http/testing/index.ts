export { conversation, inParts, message } from './conversation.ts';
export { type RawRequestOptions, rawRequests } from './raw-requests.ts';

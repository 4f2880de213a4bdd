export { conversation, inParts, lastWords, message } from './conversation.ts';
export { type RawRequestOptions, rawRequests } from './raw-requests.ts';

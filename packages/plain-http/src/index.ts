export { PlainConnection, PlainFields, type PlainRequest, readPlainRequest } from './connection.ts';
export {
  credentialsIn,
  opens,
  type Presented,
  presentedIn,
  sameDigest,
  TokenMatcher,
  tokenDigest,
} from './credentials.ts';
export { CRLF, HEAD_END, readFields, writeFields } from './fields.ts';
export { answerHalfClosed } from './half-open.ts';
export { type Leave, openFirst } from './open-first.ts';

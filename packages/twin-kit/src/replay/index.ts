export { type Difference, differenceOf, type ReplayedAnswer } from './compare.ts';
export { Moments } from './moments.ts';
export { type RecordedRequest, requestOf } from './request.ts';

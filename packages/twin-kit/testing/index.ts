export { describeTwin, type TwinSample } from './describe-twin.ts';
export { served, temporaryFolder } from './served.ts';

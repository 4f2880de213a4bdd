/**
 * What the package is called where it is installed. Nobody has this name on npm; `svc` and `@svc/cli` there are other people's, so that no guide may
 * tell a reader to fetch them.
 */
export const PACKAGE_NAME = 'sandbox-evaluation-service';

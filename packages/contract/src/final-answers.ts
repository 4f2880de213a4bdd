/**
 * Official clients that, as they are installed, repeat calls that were refused for good, and with which statuses they do it:
 * an agent would wait for them. Each is told in a way that it takes for final.
 */

/** What is not modelled is 501, which stands for good (RFC 9110, section 15.6.2). These repeat whatever is 5xx. */
const REPEAT_SERVER_ERRORS =
  // octokit, probot and semantic-release bring @octokit/plugin-retry; PyGithub's GithubRetry, googleapis' gaxios.
  /\b(?:octokit\.js|probot|PyGithub|google-api-nodejs-client)\/|@semantic-release\/github/;

const NOT_IMPLEMENTED = 501;
const BAD_REQUEST = 400;

/** The status that tells a client of `userAgent` that what it wants isn't modelled. */
export const unmodelledStatus = (userAgent: string | undefined): number =>
  userAgent !== undefined && REPEAT_SERVER_ERRORS.test(userAgent) ? BAD_REQUEST : NOT_IMPLEMENTED;

/**
 * Slack's WebClient repeats for half an hour whatever isn't 200 (@slack/web-api, `tenRetriesInAboutThirtyMinutes`). What it is part of stands
 * before it, e.g. `@slack:bolt/5.1.0` (`addAppMetadata`).
 */
const TAKES_200_ONLY = /(?:^| )@slack:web-api\//;
/** Refusals after which another try may succeed. */
const WORTH_ANOTHER_TRY: ReadonlySet<string> = new Set(['downstream_unavailable', 'internal_error']);

export interface FinalAnswer {
  status: 200;
  body: { ok: false; error: string; response_metadata: { messages: string[] } };
}

/**
 * How the service refuses a call for good in its own name to a client that would repeat it otherwise; undefined for all
 * other clients, which get the service's envelope.
 *
 * @param type the refusal's type, e.g. `session_expired`
 */
export function finalAnswer(userAgent: string | undefined, type: string, message: string): FinalAnswer | undefined {
  if (userAgent === undefined || !TAKES_200_ONLY.test(userAgent) || WORTH_ANOTHER_TRY.has(type)) return undefined;
  // The client writes what begins so to its log.
  return { status: 200, body: { ok: false, error: type, response_metadata: { messages: [`[ERROR] ${message}`] } } };
}

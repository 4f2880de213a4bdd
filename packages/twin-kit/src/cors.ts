/**
 * Answers the question of a browser what a page of another origin may send (the Fetch standard, "CORS-preflight request"). It comes without a
 * credential and says nothing of a world, so that it may be answered wherever it arrives.
 *
 * @param asked the headers that the page wants to send, as `Access-Control-Request-Headers` names them
 * @returns the headers of the answer, which has no body and the status 204
 */
export type CorsPreflight = (asked: string | undefined) => Readonly<Record<string, string>>;

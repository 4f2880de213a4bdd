/**
 * A twin's word to the proxy, and the proxy's to an edge before it: this call gets no answer, end the client's connection. No vendor answers
 * with it, and it never leaves the installation.
 */
export const LOST_ANSWER_STATUS = 599;

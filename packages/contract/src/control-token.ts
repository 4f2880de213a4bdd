import { createHmac } from 'node:crypto';

/**
 * The control token of one session in a process for many: it follows from the process's own, so that the process knows it without having
 * kept any, whoever started it knows it before it is asked, and nobody can tell it from that of another session.
 */
export const sessionControlToken = (processToken: string, sessionId: string): string =>
  `${sessionId}.${createHmac('sha256', processToken).update(sessionId).digest('hex')}`;

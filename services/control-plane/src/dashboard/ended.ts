import { ServiceError } from '@svc/contract';
import { isOpen } from '@svc/platform';
import type { Response } from 'express';
import { findSandbox } from '../sandboxes/find.ts';
import { idOf } from './asked.ts';
import type { PageHandler } from './mount.ts';

/** How a page learns it otherwise: the sandbox says that it is closed, or its twins are gone already. */
const SIGNS: readonly string[] = ['session_expired', 'downstream_unavailable'];
const NO_CONTENT = 204;

const nothing = (response: Response): void => void response.status(NO_CONTENT).end();

/**
 * What a page asks of the twins of an open sandbox. Somebody may close the sandbox while a page watches it, which is no fault of
 * the page: it is told that there is nothing more, where a client of the REST API would be refused.
 */
export const unlessEnded =
  (handler: PageHandler, answer = nothing): PageHandler =>
  async (service, session, request, response) => {
    try {
      await handler(service, session, request, response);
    } catch (error) {
      const isSign = error instanceof ServiceError && SIGNS.includes(error.type) && !response.headersSent;
      if (!isSign) throw error;
      const { state } = await findSandbox(service, { teamId: session.team.id }, idOf(request));
      if (isOpen(state)) throw error;
      answer(response);
    }
  };

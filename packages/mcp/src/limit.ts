import { DEFAULT_LIST_LIMIT, MAX_LIST_LIMIT } from '@svc/contract';
import { z } from 'zod';

/** How much of a list is wanted. */
export const limitField = (what: string) =>
  z.int().min(1).max(MAX_LIST_LIMIT).default(DEFAULT_LIST_LIMIT).describe(`At most so many ${what}.`);

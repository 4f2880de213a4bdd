import { z } from 'zod';
import { personTime } from '../actions/git-data.ts';
import type { Person } from '../actions/write-commit.ts';

/** A committer, author or tagger in a body. */
export const personBody = z.object({ name: z.string().min(1), email: z.string().min(1), date: z.string().optional() }).optional();

/** @throws Unprocessable for a date that isn't one. */
export const personOf = (person: z.output<typeof personBody>): Person | undefined =>
  person && { name: person.name, email: person.email, date: personTime(person.date) };

import { created, json, noContent } from '@svc/twin-kit';
import { z } from 'zod';
import { addEmails, deleteEmails, type Email, listEmails, listPublicEmails, setEmailVisibility } from '../actions/emails.ts';
import type { GithubContext } from '../world.ts';
import { operation } from './operation.ts';
import { pageOfList, pageQuery } from './pagination.ts';

const read = { method: 'GET', fidelity: 'semantic', mutates: false } as const;
const write = { fidelity: 'semantic', mutates: true } as const;
const emails = '/user/emails';

/** An object, or its list or one address alone. */
const addresses = z.union([z.object({ emails: z.array(z.string()) }), z.array(z.string()), z.string()]).optional();
const addressesOf = (body: z.output<typeof addresses>): readonly string[] => {
  if (body === undefined) return [];
  if (typeof body === 'string') return [body];
  return 'emails' in body ? body.emails : body;
};

const list = (id: string, path: string, found: (context: GithubContext) => Email[]) =>
  operation({
    ...read,
    id,
    path,
    action: 'list_emails',
    query: z.object(pageQuery),
    handle(context, request) {
      const { records, headers } = pageOfList(request, found(context));
      return json(records, 200, headers);
    },
  });

export const emailOperations = [
  list('users/list-emails-for-authenticated-user', emails, listEmails),
  list('users/list-public-emails-for-authenticated-user', '/user/public_emails', listPublicEmails),
  operation({
    ...write,
    id: 'users/add-email-for-authenticated-user',
    method: 'POST',
    path: emails,
    action: 'add_emails',
    body: addresses,
    handle: (context, { body }) => created(addEmails(context, addressesOf(body))),
  }),
  operation({
    ...write,
    id: 'users/delete-email-for-authenticated-user',
    method: 'DELETE',
    path: emails,
    action: 'delete_emails',
    body: addresses,
    handle(context, { body }) {
      deleteEmails(context, addressesOf(body));
      return noContent();
    },
  }),
  operation({
    ...write,
    id: 'users/set-primary-email-visibility-for-authenticated-user',
    method: 'PATCH',
    path: '/user/email/visibility',
    action: 'set_email_visibility',
    body: z.object({ visibility: z.enum(['public', 'private']) }),
    handle: (context, { body }) => json(setEmailVisibility(context, body.visibility)),
  }),
];

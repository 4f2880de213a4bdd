import { json, type Operation, operationsOf } from '@svc/twin-kit';
import { discoveryDocument } from '../wire/discovery.ts';
import type { GmailCollections } from '../world.ts';
import { addressOperations } from './addresses.ts';
import { batchOperations } from './batch.ts';
import { draftOperations } from './drafts.ts';
import { filterOperations } from './filters.ts';
import { labelOperations } from './labels.ts';
import { mailboxOperations } from './mailbox.ts';
import { messageOperations } from './messages.ts';
import { settingOperations } from './settings.ts';
import { threadOperations } from './threads.ts';

const operation = operationsOf<GmailCollections>();

const methods: readonly Operation<GmailCollections>[] = [
  ...mailboxOperations,
  ...messageOperations,
  ...threadOperations,
  ...draftOperations,
  ...labelOperations,
  ...settingOperations,
  ...filterOperations,
  ...addressOperations,
];

/** For clients that build themselves from the description of the API. */
const discovery = operation({
  id: 'discovery',
  method: 'GET',
  path: '/$discovery/rest',
  fidelity: 'semantic',
  mutates: false,
  action: 'get_discovery_document',
  handle: ({ links }) => json(discoveryDocument(links.base)),
}) as Operation<GmailCollections>;

/** Everything that this twin answers over HTTP. */
export const operations: readonly Operation<GmailCollections>[] = [...methods, ...batchOperations(methods), discovery];

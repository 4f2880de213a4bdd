import type { Operation } from '@svc/twin-kit';
import type { SlackCollections } from '../world.ts';
import { authMethods } from './auth.ts';
import { canvasMethods } from './canvases.ts';
import { chatMethods } from './chat.ts';
import { conversationMethods } from './conversations.ts';
import { fileMethods } from './files.ts';
import { itemMethods } from './items.ts';
import { peopleMethods } from './people.ts';
import { searchMethods } from './search.ts';
import { webPageOperations } from './web-pages.ts';
import { workspaceMethods } from './workspace.ts';

/** Slack's Web API as far as it is modelled, each method by POST and by GET, and the pages that its answers lead to. */
export const operations: readonly Operation<SlackCollections>[] = [
  ...authMethods,
  ...conversationMethods,
  ...chatMethods,
  ...itemMethods,
  ...peopleMethods,
  ...fileMethods,
  ...searchMethods,
  ...canvasMethods,
  ...workspaceMethods,
  ...webPageOperations,
];

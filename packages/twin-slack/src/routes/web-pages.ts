import { blankPicture, operationsOf, webPage } from '@svc/twin-kit';
import { getChannel } from '../actions/channel-access.ts';
import { getFile } from '../actions/files.ts';
import { teamOf } from '../actions/people.ts';
import { NoSuchPage, SlackError } from '../errors.ts';
import { messageKey, type SlackCollections } from '../world.ts';

const operation = operationsOf<SlackCollections>();
const base = { method: 'GET', page: true, fidelity: 'shape', mutates: false } as const;

/** What isn't there, or isn't for the caller, is no page. @throws NoSuchPage */
function shown<T>(find: () => T | undefined): T {
  try {
    const found = find();
    if (found !== undefined) return found;
  } catch (error) {
    if (!(error instanceof SlackError)) throw error;
  }
  throw new NoSuchPage();
}

/** The addresses of channels, messages, files and canvases in Slack's app, which answers hand out. */
export const webPageOperations = [
  operation({
    ...base,
    id: 'web/workspace',
    path: '/',
    handle: (context) => webPage('Slack', teamOf(context.world).name, 'ask for it by team.info.'),
  }),
  operation({
    ...base,
    id: 'web/channel',
    path: '/archives/{channel}',
    handle(context, { params }) {
      const channel = shown(() => getChannel(context, params.channel ?? ''));
      return webPage('Slack', `#${channel.name}`, `ask for it by conversations.history of ${channel.id}.`);
    },
  }),
  operation({
    ...base,
    id: 'web/message',
    path: '/archives/{channel}/{message}',
    handle(context, { params }) {
      const channel = shown(() => getChannel(context, params.channel ?? ''));
      const ts = (params.message ?? '').replace(/^p(\d+)(\d{6})$/, '$1.$2');
      shown(
        () =>
          context.world.messages.get(messageKey(channel.id, ts)) ?? context.world.ephemeral_messages.get(`${channel.id}/${ts}`),
      );
      return webPage('Slack', `A message in #${channel.name}`, `ask for it by conversations.replies of ${channel.id} and ${ts}.`);
    },
  }),
  ...['/files/{user}/{file}/{name}', '/files-pub/{file}'].map((path, at) =>
    operation({
      ...base,
      id: at === 0 ? 'web/file' : 'web/public-file',
      path,
      handle(context, { params }) {
        const id = (params.file ?? '').replace(/^T\w+-/, '');
        const file = shown(() => getFile(context, id));
        return webPage('Slack', file.title, `ask for it by files.info of ${file.id}.`);
      },
    }),
  ),
  operation({
    ...base,
    id: 'web/canvas',
    path: '/docs/{canvas}',
    handle(context, { params }) {
      const canvas = shown(() => context.world.canvases.get(params.canvas ?? ''));
      return webPage('Slack', canvas.title, `ask for its sections by canvases.sections.lookup of ${canvas.id}.`);
    },
  }),
  operation({
    ...base,
    id: 'web/emoji',
    path: '/emoji/{picture}',
    handle(context, { params }) {
      shown(() => context.world.emoji.get((params.picture ?? '').replace(/\.png$/, '')));
      return blankPicture();
    },
  }),
];

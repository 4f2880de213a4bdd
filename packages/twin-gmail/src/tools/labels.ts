import { z } from 'zod';
import { createLabel, listLabels } from '../actions/labels.ts';
import { modifyMessage, trashMessage } from '../actions/messages.ts';
import { modifyThread, trashThread } from '../actions/threads.ts';
import { InvalidArgument } from '../errors.ts';
import type { GmailContext } from '../world.ts';
import { labelIds, messageId, threadId, tool } from './tool.ts';
import { viewLabel } from './view.ts';

const labelOption = z.enum(['LABEL_OPTION_UNSPECIFIED', 'TRASH', 'SPAM']).describe('TRASH or SPAM');

type LabelOption = z.output<typeof labelOption>;

/** Google's tools that change something and have nothing to tell answer an empty object. */
const done = (_done: unknown): object => ({});

function applySensitive(
  option: LabelOption,
  { trash, spam }: { trash(): unknown; spam(change: { addLabelIds: string[] }): unknown },
): object {
  if (option === 'LABEL_OPTION_UNSPECIFIED') throw new InvalidArgument('labelOption must be TRASH or SPAM');
  return done(option === 'TRASH' ? trash() : spam({ addLabelIds: ['SPAM'] }));
}

const labelling = [
  tool({
    name: 'label_thread',
    title: 'Add labels to thread',
    description: 'Puts labels on all messages of a thread.',
    mutates: true,
    action: 'modify_thread',
    input: z.object({ labelIds, threadId }),
    handle: (context, input) => done(modifyThread(context, input.threadId, { addLabelIds: input.labelIds })),
  }),
  tool({
    name: 'unlabel_thread',
    title: 'Remove labels from thread',
    description: 'Takes labels off all messages of a thread.',
    mutates: true,
    action: 'modify_thread',
    input: z.object({ labelIds, threadId }),
    handle: (context, input) => done(modifyThread(context, input.threadId, { removeLabelIds: input.labelIds })),
  }),
  tool({
    name: 'label_message',
    title: 'Add labels to message',
    description: 'Puts labels on a message.',
    mutates: true,
    action: 'modify_message',
    input: z.object({ labelIds, messageId }),
    handle: (context, input) => done(modifyMessage(context, input.messageId, { addLabelIds: input.labelIds })),
  }),
  tool({
    name: 'unlabel_message',
    title: 'Remove labels from message',
    description: 'Takes labels off a message.',
    mutates: true,
    action: 'modify_message',
    input: z.object({ labelIds, messageId }),
    handle: (context, input) => done(modifyMessage(context, input.messageId, { removeLabelIds: input.labelIds })),
  }),
];

const sensitive = [
  tool({
    name: 'apply_sensitive_thread_label',
    title: 'Apply sensitive label (Trash or Spam) to thread',
    description: 'Moves all messages of a thread to the trash or to the spam.',
    mutates: true,
    action: (input) => (input.labelOption === 'TRASH' ? 'trash_thread' : 'modify_thread'),
    input: z.object({ labelOption, threadId }),
    handle: (context, input) =>
      applySensitive(input.labelOption, {
        trash: () => trashThread(context, input.threadId),
        spam: (change) => modifyThread(context, input.threadId, change),
      }),
  }),
  tool({
    name: 'apply_sensitive_message_label',
    title: 'Apply sensitive label (Trash or Spam) to message',
    description: 'Moves a message to the trash or to the spam.',
    mutates: true,
    action: (input) => (input.labelOption === 'TRASH' ? 'trash_message' : 'modify_message'),
    input: z.object({ labelOption, messageId }),
    handle: (context, input) =>
      applySensitive(input.labelOption, {
        trash: () => trashMessage(context, input.messageId),
        spam: (change) => modifyMessage(context, input.messageId, change),
      }),
  }),
];

/** Makes the labels above a nested one that aren't there yet. */
function createParents(context: GmailContext, name: string): void {
  const levels = name.split('/');
  for (let depth = 1; depth < levels.length; depth += 1) {
    const parent = levels.slice(0, depth).join('/');
    if (!context.world.labels.by.name.first(parent.trim().toLowerCase())) createLabel(context, { name: parent });
  }
}

const labels = [
  tool({
    name: 'list_labels',
    title: 'List labels',
    description: 'Lists all labels of the mailbox with their ids and counts.',
    mutates: false,
    input: z.object({}),
    handle: ({ world }) => ({ labels: listLabels(world).map((label) => viewLabel(world, label)) }),
  }),
  tool({
    name: 'create_label',
    title: 'Create label',
    description: 'Makes a label. A slash in its name nests it, e.g. Projects/Alpha.',
    mutates: true,
    input: z.object({
      autoCreateParentLabels: z
        .boolean()
        .optional()
        .describe('Also make the labels above a nested one; true unless said otherwise'),
      color: z
        .object({
          backgroundColor: z.string().optional().describe('A colour of Gmail’s palette, e.g. #ffffff'),
          textColor: z.string().optional().describe('A colour of Gmail’s palette, e.g. #000000'),
        })
        .optional()
        .describe('The label’s colours'),
      displayName: z.string().describe('Name of the label'),
    }),
    handle(context, { displayName, color, autoCreateParentLabels = true }) {
      if (autoCreateParentLabels) createParents(context, displayName);
      return viewLabel(context.world, createLabel(context, { name: displayName, color }));
    },
  }),
];

export const labelTools = [...labelling, ...sensitive, ...labels];

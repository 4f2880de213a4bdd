import { z } from 'zod';
import { createLabel, deleteLabel, getLabel, listLabelsByUse, updateLabel } from '../actions/labels.ts';
import { Unprocessable } from '../errors.ts';
import { renderLabel } from '../render/labels.ts';
import { repository, tool } from './tool.ts';

const writeActions = { create: 'create_label', update: 'update_label', delete: 'delete_label' } as const;

export const labelTools = [
  tool({
    name: 'get_label',
    title: 'Get a specific label from a repository',
    description: 'Reads one label of a repository by its name.',
    mutates: false,
    input: () => z.object({ ...repository, name: z.string().describe('Name of the label') }),
    handle: (context, { owner, repo, name }) => renderLabel(context, getLabel(context, owner, repo, name)),
  }),
  tool({
    name: 'list_label',
    title: 'List labels from a repository',
    description: 'Lists the labels of a repository, those on most issues first.',
    mutates: false,
    action: 'list_labels',
    input: () => z.object(repository),
    handle(context, { owner, repo }) {
      const labels = listLabelsByUse(context, owner, repo).map((label) => renderLabel(context, label));
      return { labels, totalCount: labels.length };
    },
  }),
  tool({
    name: 'label_write',
    title: 'Write operations on repository labels',
    description: 'Creates, changes or deletes a label of a repository. Labels of one issue are set by changing the issue.',
    mutates: true,
    action: ({ method }) => writeActions[method],
    input: () =>
      z.object({
        method: z.enum(['create', 'update', 'delete']).describe('What to do: create, update or delete'),
        ...repository,
        name: z.string().describe('Name of the label'),
        new_name: z.string().optional().describe('Name it shall have from now on; goes with update'),
        color: z.string().optional().describe('Colour as six hexadecimal digits without #; needed for create'),
        description: z.string().optional().describe('What the label is for'),
      }),
    handle(context, { method, owner, repo, name, ...input }) {
      if (method === 'delete') {
        deleteLabel(context, owner, repo, name);
        return { deleted: name };
      }
      if (method === 'update') return renderLabel(context, updateLabel(context, owner, repo, name, input));
      if (input.color === undefined) throw new Unprocessable('color is required for method create');
      return renderLabel(context, createLabel(context, owner, repo, { ...input, name }));
    },
  }),
];

import { z } from 'zod';
import { createCanvas, deleteCanvas, editCanvas, lookupSections, setCanvasAccess } from '../actions/canvases.ts';
import { jsonList, jsonObject, names, text } from './arguments.ts';
import { operation } from './operation.ts';

const documentContent = z.object({ type: z.literal('markdown').default('markdown'), markdown: z.string() });

const change = z.object({
  operation: z.enum(['insert_at_start', 'insert_at_end', 'insert_before', 'insert_after', 'replace', 'delete', 'rename']),
  section_id: z.string().optional(),
  document_content: documentContent.optional(),
  title_content: documentContent.optional(),
});

const criteria = z.object({ section_types: z.array(z.string()).optional(), contains_text: z.string().optional() });

export const canvasMethods = [
  ...operation({
    name: 'canvases.create',
    action: 'slack_create_canvas',
    mutates: true,
    args: { title: text.optional(), document_content: jsonObject.pipe(documentContent).optional(), channel_id: text.optional() },
    handle: (context, { title, document_content, channel_id }) => ({
      canvas_id: createCanvas(context, { title, markdown: document_content?.markdown, channel_id }).id,
    }),
  }),
  ...operation({
    name: 'canvases.edit',
    action: 'slack_update_canvas',
    mutates: true,
    args: { canvas_id: text, changes: jsonList(change) },
    handle(context, { canvas_id, changes }) {
      const edits = changes.map(({ operation, section_id, document_content, title_content }) => ({
        operation,
        section_id,
        markdown: (operation === 'rename' ? title_content : document_content)?.markdown,
      }));
      editCanvas(context, canvas_id, edits);
    },
  }),
  ...operation({
    name: 'canvases.delete',
    mutates: true,
    args: { canvas_id: text },
    handle: (context, { canvas_id }) => deleteCanvas(context, canvas_id),
  }),
  ...operation({
    name: 'canvases.sections.lookup',
    mutates: false,
    args: { canvas_id: text, criteria: jsonObject.pipe(criteria) },
    handle: (context, input) => ({
      sections: lookupSections(context, input.canvas_id, input.criteria).map(({ id }) => ({ id })),
    }),
  }),
  ...operation({
    name: 'canvases.access.set',
    mutates: true,
    args: {
      canvas_id: text,
      access_level: z.enum(['read', 'write', 'owner']),
      user_ids: names.optional(),
      channel_ids: names.optional(),
    },
    handle: (context, { canvas_id, access_level, ...input }) => setCanvasAccess(context, canvas_id, input, access_level),
  }),
  ...operation({
    name: 'canvases.access.delete',
    mutates: true,
    args: { canvas_id: text, user_ids: names.optional(), channel_ids: names.optional() },
    handle: (context, { canvas_id, ...input }) => setCanvasAccess(context, canvas_id, input),
  }),
];

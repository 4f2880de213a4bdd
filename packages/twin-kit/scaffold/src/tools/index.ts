import { z } from 'zod';
import { createItem, finishItem, listItems } from '../actions/items.ts';
import { renderItem } from '../render/items.ts';
import { tool } from '../world.ts';

export const tools = [
  tool({
    name: 'list_items',
    description: 'Lists all items.',
    mutates: false,
    input: z.object({}),
    handle: (context) => listItems(context).map(renderItem),
  }),
  tool({
    name: 'create_item',
    description: 'Creates an item.',
    mutates: true,
    input: z.object({ title: z.string().min(1) }),
    handle: (context, input) => renderItem(createItem(context, input)),
  }),
  tool({
    name: 'finish_item',
    description: 'Marks an item as done.',
    mutates: true,
    input: z.object({ id: z.int() }),
    handle: (context, { id }) => renderItem(finishItem(context, id)),
  }),
];

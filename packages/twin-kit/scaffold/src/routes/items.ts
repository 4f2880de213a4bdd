import { created, json } from '@svc/twin-kit';
import { z } from 'zod';
import { createItem, finishItem, getItem, listItems } from '../actions/items.ts';
import { renderItem } from '../render/items.ts';
import { operation } from '../world.ts';

export const itemOperations = [
  operation({
    id: 'items/list',
    method: 'GET',
    path: '/items',
    fidelity: 'semantic',
    mutates: false,
    action: 'list_items',
    handle: (context) => json(listItems(context).map(renderItem)),
  }),
  operation({
    id: 'items/get',
    method: 'GET',
    path: '/items/{id}',
    fidelity: 'semantic',
    mutates: false,
    action: 'get_item',
    handle: (context, { params }) => json(renderItem(getItem(context, Number(params.id)))),
  }),
  operation({
    id: 'items/create',
    method: 'POST',
    path: '/items',
    fidelity: 'semantic',
    mutates: true,
    action: 'create_item',
    body: z.object({ title: z.string().min(1) }),
    handle: (context, { body }) => created(renderItem(createItem(context, body))),
  }),
  operation({
    id: 'items/finish',
    method: 'POST',
    path: '/items/{id}/finish',
    fidelity: 'semantic',
    mutates: true,
    action: 'finish_item',
    handle: (context, { params }) => json(renderItem(finishItem(context, Number(params.id)))),
  }),
];

import { NotFound, TitleTaken } from '../errors.ts';
import type { Item, SampleContext } from '../world.ts';

/** @throws NotFound */
export function getItem({ world }: SampleContext, id: number): Readonly<Item> {
  const item = world.items.get(id);
  if (!item) throw new NotFound();
  return item;
}

export const listItems = ({ world }: SampleContext): Readonly<Item>[] => [...world.items.values()];

/** @throws TitleTaken */
export function createItem({ world, ids, now }: SampleContext, { title }: { title: string }): Readonly<Item> {
  if (world.items.by.title.first(title)) throw new TitleTaken(title);
  return world.items.insert({ id: ids.next('item'), title, done: false, created: now });
}

/** @throws NotFound */
export function finishItem(context: SampleContext, id: number): Readonly<Item> {
  return context.world.items.update(getItem(context, id).id, { done: true });
}

import type { Item } from '../world.ts';

/** An item as the vendor's API shows it. */
export const renderItem = ({ id, title, done, created }: Readonly<Item>) => ({
  id,
  title,
  done,
  created_at: new Date(created).toISOString(),
});

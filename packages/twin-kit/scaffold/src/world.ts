import { type Context, collection, operationsOf, type State, toolsOf } from '@svc/twin-kit';

/** An item as the product keeps it. */
export interface Item {
  id: number;
  title: string;
  done: boolean;
  /** Milliseconds since 1970. */
  created: number;
}

export const collections = {
  items: collection<Item>()({ key: (item) => item.id, indexes: { title: { group: (item) => item.title } } }),
};

export type SampleCollections = typeof collections;
export type SampleContext = Context<SampleCollections>;
export type SampleState = State<SampleCollections>;

export const operation = operationsOf<SampleCollections>();
export const tool = toolsOf<SampleCollections>();

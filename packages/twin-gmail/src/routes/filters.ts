import { createFilter, deleteFilter, getFilter, listFilters } from '../actions/filters.ts';
import type { FilterAction, FilterCriteria } from '../world.ts';
import { nothing, operation } from './operation.ts';

export const filterOperations = [
  operation('gmail.users.settings.filters.list', {
    mutates: false,
    action: 'list_filters',
    handle({ world }) {
      const filter = listFilters(world);
      return filter.length > 0 ? { filter } : {};
    },
  }),
  operation('gmail.users.settings.filters.get', {
    mutates: false,
    action: 'get_filter',
    handle: ({ world }, { params }) => getFilter(world, params.id ?? ''),
  }),
  operation<object, { criteria?: FilterCriteria; action?: FilterAction }>('gmail.users.settings.filters.create', {
    mutates: true,
    action: 'create_filter',
    handle: (context, { body }) => createFilter(context, body),
  }),
  operation('gmail.users.settings.filters.delete', {
    mutates: true,
    action: 'delete_filter',
    handle: ({ world }, { params }) => nothing(deleteFilter(world, params.id ?? '')),
  }),
];

import { createLabel, deleteLabel, getLabel, type LabelInput, listLabels, updateLabel } from '../actions/labels.ts';
import { InvalidArgument } from '../errors.ts';
import { renderLabel, renderListedLabel } from '../render/labels.ts';
import { nothing, operation } from './operation.ts';

type LabelBody = LabelInput & { id?: string };

/** A body may name the label again, but no other one. */
function sameLabel(id: string, body: LabelBody): LabelInput {
  if (body.id !== undefined && body.id !== id) throw new InvalidArgument('Invalid label id');
  return body;
}

export const labelOperations = [
  operation('gmail.users.labels.list', {
    mutates: false,
    action: 'list_labels',
    handle: ({ world }) => ({ labels: listLabels(world).map(renderListedLabel) }),
  }),
  operation('gmail.users.labels.get', {
    mutates: false,
    action: 'get_label',
    handle: ({ world }, { params }) => renderLabel(world, getLabel(world, params.id ?? '')),
  }),
  operation<object, LabelBody>('gmail.users.labels.create', {
    mutates: true,
    action: 'create_label',
    handle: (context, { body }) => renderListedLabel(createLabel(context, body)),
  }),
  operation<object, LabelBody>('gmail.users.labels.update', {
    mutates: true,
    action: 'update_label',
    handle: ({ world }, { params, body }) =>
      renderListedLabel(updateLabel(world, params.id ?? '', sameLabel(params.id ?? '', body), true)),
  }),
  operation<object, LabelBody>('gmail.users.labels.patch', {
    mutates: true,
    action: 'patch_label',
    handle: ({ world }, { params, body }) =>
      renderListedLabel(updateLabel(world, params.id ?? '', sameLabel(params.id ?? '', body), false)),
  }),
  operation('gmail.users.labels.delete', {
    mutates: true,
    action: 'delete_label',
    handle: (context, { params }) => nothing(deleteLabel(context, params.id ?? '')),
  }),
];

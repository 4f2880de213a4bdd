import { created, json, noContent } from '@svc/twin-kit';
import { z } from 'zod';
import { createAutolink, deleteAutolink, getAutolink, listAutolinks } from '../actions/autolinks.ts';
import type { Autolink } from '../world.ts';
import { numberParam, operation, repositoryParams } from './operation.ts';

const autolinks = '/repos/{owner}/{repo}/autolinks';
const read = { method: 'GET', fidelity: 'semantic', mutates: false } as const;
const write = { fidelity: 'semantic', mutates: true } as const;

const rendered = ({ repository_id: _repository, ...shown }: Readonly<Autolink>) => shown;

export const autolinkOperations = [
  operation({
    ...read,
    id: 'repos/list-autolinks',
    path: autolinks,
    action: 'list_autolinks',
    handle: (context, { params }) => json(listAutolinks(context, ...repositoryParams(params)).map(rendered)),
  }),
  operation({
    ...write,
    id: 'repos/create-autolink',
    method: 'POST',
    path: autolinks,
    action: 'create_autolink',
    body: z.object({ key_prefix: z.string(), url_template: z.string(), is_alphanumeric: z.boolean().optional() }),
    handle(context, { params, body, links, path }) {
      const autolink = createAutolink(context, ...repositoryParams(params), body);
      return created(rendered(autolink), { location: links.to(`${path}/${autolink.id}`) });
    },
  }),
  operation({
    ...read,
    id: 'repos/get-autolink',
    path: `${autolinks}/{autolink_id}`,
    action: 'get_autolink',
    handle: (context, { params }) =>
      json(rendered(getAutolink(context, ...repositoryParams(params), numberParam(params.autolink_id)))),
  }),
  operation({
    ...write,
    id: 'repos/delete-autolink',
    method: 'DELETE',
    path: `${autolinks}/{autolink_id}`,
    action: 'delete_autolink',
    handle(context, { params }) {
      deleteAutolink(context, ...repositoryParams(params), numberParam(params.autolink_id));
      return noContent();
    },
  }),
];

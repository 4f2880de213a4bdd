import { created } from '@svc/twin-kit';
import { z } from 'zod';
import { createFromTemplate } from '../actions/templates.ts';
import { fullRepositoryJson } from '../render/repositories.ts';
import { operation } from './operation.ts';

export const templateOperations = [
  operation({
    id: 'repos/create-using-template',
    method: 'POST',
    path: '/repos/{template_owner}/{template_repo}/generate',
    fidelity: 'semantic',
    mutates: true,
    action: 'create_repository_from_template',
    body: z.object({
      name: z.string(),
      owner: z.string().optional(),
      description: z.string().nullable().optional(),
      private: z.boolean().optional(),
      include_all_branches: z.boolean().optional(),
    }),
    handle(context, { params, body, links }) {
      const made = createFromTemplate(context, params.template_owner ?? '', params.template_repo ?? '', body);
      return created(fullRepositoryJson(context, made), { location: links.to(`/repos/${made.full_name}`) });
    },
  }),
];

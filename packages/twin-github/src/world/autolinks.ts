import { collection } from '@svc/twin-kit';

/** Letters before a number or a name that lead elsewhere: https://docs.github.com/rest/repos/autolinks */
export interface Autolink {
  id: number;
  repository_id: number;
  key_prefix: string;
  url_template: string;
  is_alphanumeric: boolean;
  updated_at: string;
}

export const autolinkCollections = {
  autolinks: collection<Autolink>()({
    key: (one) => one.id,
    indexes: { repository: { group: (one) => one.repository_id } },
  }),
};

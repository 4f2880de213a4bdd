import { collection } from '@svc/twin-kit';

/** https://docs.github.com/rest/orgs/issue-types#create-issue-type-for-an-organization */
export const ISSUE_TYPE_COLORS = ['gray', 'blue', 'green', 'yellow', 'orange', 'red', 'pink', 'purple'] as const;
export type IssueTypeColor = (typeof ISSUE_TYPE_COLORS)[number];

/** What kind of issue one is, for all repositories of an organisation. */
export interface IssueType {
  id: number;
  organization_id: number;
  name: string;
  description: string | null;
  color: IssueTypeColor | null;
  /** One that isn't stays on the issues that have it, and is given to no other. */
  is_enabled: boolean;
  created_at: string;
  updated_at: string;
}

/** An issue's type as its history remembers it. */
export type RememberedIssueType = Pick<IssueType, 'id' | 'name' | 'color'>;

/** Names are case-insensitive. */
export const issueTypeKey = (organizationId: number, name: string) => `${organizationId}/${name.toLowerCase()}`;

export const issueTypeCollections = {
  issue_types: collection<IssueType>()({
    key: (type) => type.id,
    indexes: {
      organization: { group: (type) => type.organization_id },
      /** By `issueTypeKey(organizationId, name)`. */
      name: { group: (type) => issueTypeKey(type.organization_id, type.name) },
    },
  }),
};

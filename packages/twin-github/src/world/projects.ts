import { collection } from '@svc/twin-kit';

/** Kinds of fields that people add to a project; the others follow from what an item stands for. */
export const CUSTOM_FIELDS = ['text', 'number', 'date', 'single_select', 'iteration'] as const;
export type CustomField = (typeof CUSTOM_FIELDS)[number];
export type DerivedField =
  | 'title'
  | 'assignees'
  | 'labels'
  | 'linked_pull_requests'
  | 'milestone'
  | 'repository'
  | 'reviewers'
  | 'parent_issue'
  | 'sub_issues_progress';

export const OPTION_COLORS = ['GRAY', 'BLUE', 'GREEN', 'YELLOW', 'ORANGE', 'RED', 'PINK', 'PURPLE'] as const;

export interface ProjectOption {
  id: string;
  name: string;
  color: (typeof OPTION_COLORS)[number];
  description: string;
}

export interface ProjectIteration {
  id: string;
  title: string;
  /** A date. */
  start_date: string;
  /** Days. */
  duration: number;
}

export interface ProjectField {
  id: number;
  name: string;
  data_type: CustomField | DerivedField;
  /** Of a single select. */
  options: ProjectOption[];
  /** Of iterations. */
  iterations: ProjectIteration[];
}

export const PROJECT_LAYOUTS = ['table', 'board', 'roadmap'] as const;

export interface ProjectView {
  id: number;
  number: number;
  name: string;
  layout: (typeof PROJECT_LAYOUTS)[number];
  filter: string | null;
  /** Ids of fields that it shows, in this order; null for those that it shows by itself. */
  visible_fields: number[] | null;
}

/** https://docs.github.com/graphql/reference/objects#projectv2 */
export interface Project {
  id: number;
  /** A person or an organisation. */
  owner_id: number;
  number: number;
  title: string;
  short_description: string | null;
  readme: string | null;
  public: boolean;
  template: boolean;
  creator_id: number;
  /** Repositories that list it. */
  repository_ids: number[];
  fields: ProjectField[];
  views: ProjectView[];
  created_at: string;
  updated_at: string;
  closed_at: string | null;
}

/** What stands in a project alone. */
export interface DraftIssue {
  title: string;
  body: string;
  assignee_ids: number[];
}

export interface ProjectItem {
  id: number;
  project_id: number;
  /** An issue or a pull request; null of a draft. */
  issue_id: number | null;
  draft: DraftIssue | null;
  creator_id: number;
  /** By the ids of fields that people fill: a text, a number, a date, or the id of an option or an iteration. */
  values: Record<string, string | number>;
  created_at: string;
  updated_at: string;
  archived_at: string | null;
}

export const STATUS_UPDATE_STATES = ['INACTIVE', 'ON_TRACK', 'AT_RISK', 'OFF_TRACK', 'COMPLETE'] as const;

/** https://docs.github.com/graphql/reference/objects#projectv2statusupdate */
export interface ProjectStatusUpdate {
  id: number;
  project_id: number;
  creator_id: number;
  body: string | null;
  status: (typeof STATUS_UPDATE_STATES)[number] | null;
  /** Dates. */
  start_date: string | null;
  target_date: string | null;
  created_at: string;
  updated_at: string;
}

export const projectCollections = {
  projects: collection<Project>()({
    key: (project) => project.id,
    indexes: {
      owner: { group: (project) => project.owner_id, order: (project) => project.number },
      number: { group: (project) => `${project.owner_id}/${project.number}` },
    },
  }),
  project_status_updates: collection<ProjectStatusUpdate>()({
    key: (update) => update.id,
    indexes: { project: { group: (update) => update.project_id, order: (update) => update.created_at } },
  }),
  project_items: collection<ProjectItem>()({
    key: (item) => item.id,
    indexes: {
      project: { group: (item) => item.project_id },
      issue: { group: (item) => item.issue_id ?? undefined },
    },
  }),
};

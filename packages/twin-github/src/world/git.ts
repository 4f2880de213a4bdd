import { collection } from '@svc/twin-kit';
import { type IssueState, stateGroup } from './issues.ts';

export type FileMode = '100644' | '100755' | '120000' | '040000' | '160000';
export type ObjectType = 'blob' | 'tree' | 'commit' | 'tag';

export interface Blob {
  repository_id: number;
  sha: string;
  /** Bytes. */
  size: number;
  /** `utf-8` where the bytes are valid UTF-8, else `base64`; `none` where they are too many for a record and stand in a pack. */
  encoding: 'utf-8' | 'base64' | 'none';
  content: string;
}

export interface TreeEntry {
  /** One path segment. */
  path: string;
  mode: FileMode;
  type: 'blob' | 'tree' | 'commit';
  sha: string;
}

export interface Tree {
  repository_id: number;
  sha: string;
  /** In git's order. */
  entries: TreeEntry[];
  /** The object's bytes in base64, where the entries don't give them back. */
  raw?: string;
}

/** Who and when, as git writes it into a commit. */
export interface Signature {
  name: string;
  email: string;
  /** ISO 8601 in UTC, to the second. */
  date: string;
  /** The author's own offset from UTC as git writes it, e.g. `+0200`; part of what is hashed. */
  offset: string;
}

export interface Commit {
  repository_id: number;
  sha: string;
  tree: string;
  parents: string[];
  author: Signature;
  committer: Signature;
  message: string;
  /** Line ends that follow the message; GitHub shows none. */
  tail?: string;
  /** The object's bytes in base64, where the fields don't give them back: a signed commit has more. */
  raw?: string;
}

/** An annotated tag. */
export interface Tag {
  repository_id: number;
  sha: string;
  tag: string;
  message: string;
  tagger: Signature;
  object: { sha: string; type: ObjectType };
  /** As a commit's. */
  tail?: string;
  raw?: string;
}

/** What was pushed and is too much for records: a pack in a file of the world, with objects that no record has. */
export interface Pack {
  repository_id: number;
  /** Git's checksum of it, which is its name. */
  sha: string;
  /** Bytes. */
  size: number;
}

/** A branch or a tag name: `refs/heads/…`, `refs/tags/…`. */
export interface Ref {
  repository_id: number;
  ref: string;
  object: { sha: string; type: ObjectType };
}

/** Who let a pull request be merged by itself once nothing is missing any more, and how. */
export interface AutoMerge {
  merge_method: 'merge' | 'squash' | 'rebase';
  by_id: number;
  enabled_at: string;
  /** Null where GitHub's own words are meant. */
  commit_title: string | null;
  commit_message: string | null;
  author_email: string | null;
  /** Where its ends were when somebody who can write last left them. */
  head_sha: string;
  base_ref: string;
}

/** A pull request's other side is an issue; what lists are cut by stands on both and never differs. */
export interface PullRequest {
  /** The pull request's own id; the record is keyed by `issue_id`. */
  id: number;
  issue_id: number;
  repository_id: number;
  number: number;
  state: IssueState;
  created_at: string;
  head_repository_id: number;
  head_ref: string;
  head_sha: string;
  base_ref: string;
  /** Where the base branch stood when the pull request was opened, or merged. */
  base_sha: string;
  draft: boolean;
  maintainer_can_modify: boolean;
  requested_reviewer_ids: number[];
  requested_team_ids: number[];
  merged_at: string | null;
  merged_by_id: number | null;
  merge_commit_sha: string | null;
  /** Stays once it is merged; absent where it never was asked for. */
  auto_merge?: AutoMerge | null;
}

/** Key of a git object: the same object in two repositories is two records. */
export const objectKey = (repositoryId: number, sha: string) => `${repositoryId}/${sha}`;
export const refKey = (repositoryId: number, ref: string) => `${repositoryId}/${ref}`;

/** Group of `pull_requests.by.waiting`. */
export const WAITING = 'all';

const BRANCH_PREFIX = 'refs/heads/';

const inState = (branch: string, pull: PullRequest) => [stateGroup(branch, pull.state), stateGroup(branch, 'all')];
const creation = (pull: PullRequest) => [pull.created_at, pull.number];
const ofRepository = (object: { repository_id: number }) => object.repository_id;
const objects = { key: (object: { repository_id: number; sha: string }) => objectKey(object.repository_id, object.sha) };

export const gitCollections = {
  blobs: collection<Blob>()({ ...objects, indexes: { repository: { group: ofRepository } } }),
  trees: collection<Tree>()({ ...objects, indexes: { repository: { group: ofRepository } } }),
  commits: collection<Commit>()({ ...objects, indexes: { repository: { group: ofRepository } } }),
  tags: collection<Tag>()({ ...objects, indexes: { repository: { group: ofRepository } } }),
  packs: collection<Pack>()({ ...objects, internal: true, indexes: { repository: { group: ofRepository } } }),
  refs: collection<Ref>()({
    key: (ref) => refKey(ref.repository_id, ref.ref),
    indexes: {
      repository: { group: ofRepository, order: (ref) => ref.ref },
      branches: { group: (ref) => (ref.ref.startsWith(BRANCH_PREFIX) ? ref.repository_id : undefined), order: (ref) => ref.ref },
    },
  }),
  pull_requests: collection<PullRequest>()({
    key: (pull) => pull.issue_id,
    indexes: {
      /** By `stateGroup('<repository_id>/<branch>', state)`. */
      head: { group: (pull) => inState(`${pull.head_repository_id}/${pull.head_ref}`, pull), order: creation },
      base: { group: (pull) => inState(`${pull.repository_id}/${pull.base_ref}`, pull), order: creation },
      /** Those that wait to be merged by themselves. */
      waiting: { group: (pull) => (pull.auto_merge && pull.merged_at === null ? WAITING : undefined) },
    },
  }),
};

import type { GithubState } from '../src/world.ts';

type Faults = Generator<string>;
const countBy = <T>(list: readonly T[], key: (item: T) => string | number) => {
  const counts = new Map<string | number, number>();
  for (const item of list) counts.set(key(item), (counts.get(key(item)) ?? 0) + 1);
  return counts;
};
const idsOf = (list: readonly { id: number }[]) => new Set(list.map(({ id }) => id));
const keysOf = (list: readonly { repository_id: number; sha: string }[]) =>
  new Set(list.map(({ repository_id, sha }) => `${repository_id}/${sha}`));

function* twice<T>(what: string, list: readonly T[], key: (item: T) => string | number): Faults {
  for (const [value, count] of countBy(list, key)) if (count > 1) yield `${what} ${value} is there ${count} times`;
}

/** Issues: numbers are unique, what they point to is there, and their comments are counted. */
function* issues(state: GithubState): Faults {
  yield* twice('number', state.issues, (issue) => `${issue.repository_id}#${issue.number}`);
  yield* twice('label', state.labels, (label) => `${label.repository_id}/${label.name.toLowerCase()}`);
  const [repositories, users, labels, milestones] = [state.repositories, state.users, state.labels, state.milestones].map(idsOf);
  const comments = countBy(state.comments, (comment) => comment.issue_id);
  for (const issue of state.issues) {
    const at = `issue ${issue.id}`;
    if (!repositories?.has(issue.repository_id)) yield `${at} is in no repository`;
    if (!users?.has(issue.user_id) || issue.assignee_ids.some((id) => !users.has(id))) yield `${at} names nobody`;
    if (issue.label_ids.some((id) => !labels?.has(id))) yield `${at} has a label that is gone`;
    if (issue.milestone_id !== null && !milestones?.has(issue.milestone_id)) yield `${at} has a milestone that is gone`;
    if (issue.comments !== (comments.get(issue.id) ?? 0)) yield `${at} counts ${issue.comments} comments`;
    if ((issue.state === 'closed') !== (issue.closed_at !== null)) yield `${at} is ${issue.state} since ${issue.closed_at}`;
  }
  const known = idsOf(state.issues);
  for (const comment of state.comments) if (!known.has(comment.issue_id)) yield `comment ${comment.id} is on nothing`;
  for (const event of state.issue_events) if (!known.has(event.issue_id)) yield `event ${event.id} is of nothing`;
}

/** Runs: their workflow, their suite and each job's check run are there, and the last attempt tells how they end. */
function* workflowRuns(state: GithubState): Faults {
  const [workflows, suites, checks, runs] = [state.workflows, state.check_suites, state.check_runs, state.workflow_runs].map(
    idsOf,
  );
  yield* twice('workflow', state.workflows, (workflow) => `${workflow.repository_id}/${workflow.path}`);
  for (const run of state.workflow_runs) {
    const at = `run ${run.id}`;
    if (!workflows?.has(run.workflow_id)) yield `${at} is of no workflow`;
    if (!suites?.has(run.suite_id)) yield `${at} has no suite`;
    if (run.conclusion !== run.attempts.at(-1)?.conclusion) yield `${at} ends otherwise than its last attempt`;
    if (run.attempts.some(({ started_at, ends_at }) => ends_at < started_at)) yield `${at} ends before it begins`;
  }
  for (const { id, run_id, starts_at, ends_at } of state.workflow_jobs) {
    if (!checks?.has(id)) yield `job ${id} has no check run`;
    if (!runs?.has(run_id)) yield `job ${id} is of no run`;
    if (ends_at < starts_at) yield `job ${id} ends before it begins`;
  }
  for (const { id, run_id } of state.artifacts) if (!runs?.has(run_id)) yield `artifact ${id} is of no run`;
}

/** Git: every id that is named leads to an object, and a repository with branches has its default branch. */
function* git(state: GithubState): Faults {
  const [commits, trees, blobs, tags] = [state.commits, state.trees, state.blobs, state.tags].map(keysOf);
  for (const { repository_id, sha, tree, parents } of state.commits) {
    if (!trees?.has(`${repository_id}/${tree}`)) yield `commit ${sha} has no tree`;
    if (parents.some((parent) => !commits?.has(`${repository_id}/${parent}`))) yield `commit ${sha} has no parent`;
  }
  for (const { repository_id, sha, entries } of state.trees) {
    for (const entry of entries) {
      const objects = entry.type === 'tree' ? trees : entry.type === 'blob' ? blobs : undefined;
      if (objects && !objects.has(`${repository_id}/${entry.sha}`)) yield `tree ${sha} has no ${entry.path}`;
    }
  }
  const of = { commit: commits, tree: trees, blob: blobs, tag: tags };
  for (const { repository_id, ref, object } of state.refs) {
    if (!of[object.type]?.has(`${repository_id}/${object.sha}`)) yield `${ref} leads nowhere`;
    if (ref.startsWith('refs/heads/') && object.type !== 'commit') yield `${ref} is a ${object.type}`;
  }
  const refs = new Set(state.refs.map(({ repository_id, ref }) => `${repository_id}/${ref}`));
  const branched = new Set(state.refs.filter(({ ref }) => ref.startsWith('refs/heads/')).map((ref) => ref.repository_id));
  for (const { id, default_branch } of state.repositories) {
    if (branched.has(id) && !refs.has(`${id}/refs/heads/${default_branch}`)) yield `repository ${id} has no ${default_branch}`;
  }
}

/** Pull requests: one for every issue side, equal in what both hold, with commits and, while open, branches that are there. */
function* pulls(state: GithubState): Faults {
  const sides = new Map(state.issues.filter(({ is_pull_request }) => is_pull_request).map((issue) => [issue.id, issue]));
  const commits = keysOf(state.commits);
  const tips = new Map(state.refs.map(({ repository_id, ref, object }) => [`${repository_id}/${ref}`, object.sha]));
  if (sides.size !== state.pull_requests.length) yield `${sides.size} issue sides, ${state.pull_requests.length} pull requests`;
  for (const pull of state.pull_requests) {
    const side = sides.get(pull.issue_id);
    const at = `pull request ${pull.id}`;
    if (side?.number !== pull.number || side.state !== pull.state || side.created_at !== pull.created_at)
      yield `${at} is not its issue`;
    if (!commits.has(`${pull.repository_id}/${pull.head_sha}`)) yield `${at} has no head`;
    if (pull.merged_at !== null && (pull.state !== 'closed' || !commits.has(`${pull.repository_id}/${pull.merge_commit_sha}`)))
      yield `${at} is merged and ${pull.state}`;
    if (pull.state !== 'open') continue;
    if (tips.get(`${pull.head_repository_id}/refs/heads/${pull.head_ref}`) !== pull.head_sha) yield `${at} is not at its branch`;
    if (!tips.has(`${pull.repository_id}/refs/heads/${pull.base_ref}`)) yield `${at} has no base`;
  }
}

/** Reviews: of pull requests, one pending a person, no verdict of the author's; comments in threads with a root. */
function* reviews(state: GithubState): Faults {
  const sides = new Map(state.issues.filter(({ is_pull_request }) => is_pull_request).map((issue) => [issue.id, issue]));
  const known = new Map(state.reviews.map((review) => [review.id, review]));
  const pending = state.reviews.filter((review) => review.state === 'PENDING');
  yield* twice('pending review of', pending, (review) => `${review.issue_id} by ${review.user_id}`);
  for (const review of state.reviews) {
    const side = sides.get(review.issue_id);
    if (!side) yield `review ${review.id} is of nothing`;
    if ((review.state === 'PENDING') !== (review.submitted_at === null)) yield `review ${review.id} is ${review.state}`;
    if (/APPROVED|CHANGES/.test(review.state) && side?.user_id === review.user_id) yield `review ${review.id} is its author's`;
  }
  const comments = new Map(state.review_comments.map((comment) => [comment.id, comment]));
  for (const comment of state.review_comments) {
    const review = known.get(comment.review_id);
    if (review?.issue_id !== comment.issue_id) yield `review comment ${comment.id} is in no review`;
    if (comment.pending !== (review?.state === 'PENDING')) yield `review comment ${comment.id} is pending: ${comment.pending}`;
    const root = comment.in_reply_to_id === null ? undefined : comments.get(comment.in_reply_to_id);
    if (comment.in_reply_to_id !== null && root?.in_reply_to_id !== null) yield `review comment ${comment.id} replies to nothing`;
  }
}

/** Checks and releases stand on commits and tags that are there. */
function* checksAndReleases(state: GithubState): Faults {
  const commits = keysOf(state.commits);
  const suites = new Map(state.check_suites.map((suite) => [suite.id, suite]));
  yield* twice(
    'check suite of',
    state.check_suites.filter((suite) => suite.workflow_run_id === undefined),
    (suite) => `${suite.repository_id}/${suite.head_sha}`,
  );
  for (const status of state.commit_statuses)
    if (!commits.has(`${status.repository_id}/${status.sha}`)) yield `status ${status.id} is of no commit`;
  for (const run of state.check_runs) {
    if (suites.get(run.suite_id)?.head_sha !== run.head_sha) yield `check run ${run.id} is in no suite`;
    if ((run.status === 'completed') !== (run.conclusion !== null))
      yield `check run ${run.id} is ${run.status}, ${run.conclusion}`;
  }
  const tags = new Set(state.refs.map(({ repository_id, ref }) => `${repository_id}/${ref}`));
  const published = state.releases.filter(({ draft }) => !draft);
  yield* twice('release of', published, (release) => `${release.repository_id}/${release.tag_name}`);
  for (const release of published)
    if (!tags.has(`${release.repository_id}/refs/tags/${release.tag_name}`)) yield `release ${release.id} has no tag`;
  const releases = idsOf(state.releases);
  for (const asset of state.release_assets) if (!releases.has(asset.release_id)) yield `asset ${asset.id} is of no release`;
  yield* twice('asset', state.release_assets, (asset) => `${asset.release_id}/${asset.name}`);
}

/** Reactions, stars, access and sub-issues: of something that is there, and once each. */
function* relations(state: GithubState): Faults {
  const subjects = {
    issue: idsOf(state.issues),
    issue_comment: idsOf(state.comments),
    review_comment: idsOf(state.review_comments),
    commit_comment: idsOf(state.commit_comments),
    release: idsOf(state.releases),
    discussion: idsOf(state.discussions),
    discussion_comment: idsOf(state.discussion_comments),
  };
  yield* twice('reaction', state.reactions, (one) => `${one.subject_type}/${one.subject_id}/${one.user_id}/${one.content}`);
  for (const one of state.reactions)
    if (!subjects[one.subject_type].has(one.subject_id)) yield `reaction ${one.id} is to nothing`;
  const repositories = new Map(state.repositories.map((repository) => [repository.id, repository]));
  for (const list of [state.stars, state.collaborators, state.invitations, state.commit_comments])
    for (const one of list) if (!repositories.has(one.repository_id)) yield `${JSON.stringify(one)} is in no repository`;
  for (const { user_id, repository_id } of state.collaborators)
    if (repositories.get(repository_id)?.owner_id === user_id) yield `the owner of ${repository_id} is a collaborator`;
  for (const { id, parent_id } of state.repositories)
    if (parent_id !== null && !repositories.has(parent_id)) yield `fork ${id} has no parent`;
  const parents = new Map(state.sub_issues.map((part) => [part.issue_id, part.parent_id]));
  for (const [part, parent] of parents) {
    if (!subjects.issue.has(part) || !subjects.issue.has(parent)) yield `sub-issue ${part} is of nothing`;
    for (let at: number | undefined = parent; at !== undefined; at = parents.get(at)) {
      if (at !== part) continue;
      yield `sub-issue ${part} contains itself`;
      break;
    }
  }
  for (const { issue_id: issue, blocking_id: blocking } of state.issue_dependencies ?? [])
    if (issue === blocking || !subjects.issue.has(issue) || !subjects.issue.has(blocking)) yield `${issue} waits for ${blocking}`;
  const places = countBy(state.sub_issues, (part) => part.parent_id);
  for (const { parent_id, position } of state.sub_issues)
    if (position >= (places.get(parent_id) ?? 0)) yield `the parts of ${parent_id} have a gap`;
}

/** Discussions: of a category, numbered apart from issues, and answered by a comment of their own. */
function* discussions(state: GithubState): Faults {
  yield* twice('number', [...state.issues, ...state.discussions], (one) => `${one.repository_id}#${one.number}`);
  const categories = new Map(state.discussion_categories.map((category) => [category.id, category]));
  const comments = new Map(state.discussion_comments.map((comment) => [comment.id, comment]));
  const labels = idsOf(state.labels);
  for (const { id, category_id, repository_id, answer_id, label_ids, state: now, closed_at } of state.discussions) {
    const at = `discussion ${id}`;
    if (categories.get(category_id)?.repository_id !== repository_id) yield `${at} has no category`;
    if (label_ids.some((label) => !labels.has(label))) yield `${at} has a label that is gone`;
    if ((now === 'closed') !== (closed_at !== null)) yield `${at} is ${now} since ${closed_at}`;
    if (answer_id !== null && comments.get(answer_id)?.discussion_id !== id) yield `${at} has another's answer`;
  }
  const known = idsOf(state.discussions);
  for (const { id, discussion_id, reply_to_id } of comments.values()) {
    const root = reply_to_id === null ? undefined : comments.get(reply_to_id);
    if (!known.has(discussion_id)) yield `discussion comment ${id} is on nothing`;
    if (reply_to_id !== null && (root?.discussion_id !== discussion_id || root.reply_to_id !== null))
      yield `discussion comment ${id} replies to nothing`;
  }
}

/** What is wrong with a world; nothing, if all is well. */
export const faultsOf = (state: GithubState): string[] => [
  ...issues(state),
  ...git(state),
  ...pulls(state),
  ...reviews(state),
  ...checksAndReleases(state),
  ...workflowRuns(state),
  ...relations(state),
  ...discussions(state),
];

// What versions of gh after Debian's 2.23 ask for, up to those of 2026. Fields and arguments are those that its source names (cli/cli: api/query_builder.go,
// api/queries_*.go, internal/featuredetection, pkg/cmd/*/); the documents are put together here. For github.com it asks for all of them unseen.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { parse, validate } from 'graphql';
import { githubSchema } from '../src/graphql/execute.ts';
import { type Asked, askGithub } from './graphql.ts';

const seed = {
  viewer: 'ada',
  users: [
    ...['ada', 'ben', 'cleo'].map((login) => ({ login, name: login.toUpperCase() })),
    {
      ...{ login: 'acme', type: 'Organization', teams: [{ name: 'Core', members: ['ben'] }] },
      members: [{ login: 'ada', role: 'admin' }, 'ben'],
    },
  ],
  repositories: [
    {
      ...{
        owner: 'acme',
        name: 'web',
        files: { 'a.txt': 'a\n' },
        milestones: [{ title: 'v1' }],
        labels: [{ name: 'bug', color: 'd73a4a' }],
      },
      collaborators: [
        { login: 'ada', permission: 'admin' },
        { login: 'ben', permission: 'push' },
      ],
      issues: [
        {
          number: 1,
          title: 'Broken',
          sub_issues: [2],
          blocked_by: [2],
          type: 'bug',
          labels: ['bug'],
          milestone: 'v1',
          assignees: ['ben'],
          comments: [{ user: 'ben', body: 'Yes' }],
        },
        { number: 2, title: 'Part' },
      ],
      pull_requests: [
        {
          ...{
            number: 3,
            title: 'Fix',
            body: 'Closes #1',
            head: 'fix',
            user: 'ben',
            files: { 'a.txt': 'b\n' },
            requested_reviewers: ['ada'],
          },
          ...{ statuses: [{ context: 'lint', state: 'success' }], check_runs: [{ name: 'test', conclusion: 'failure' }] },
          reviews: [{ user: 'ada', state: 'APPROVED', body: 'Good' }],
        },
        { number: 4, title: 'More', head: 'more', user: 'ada', files: { 'b.txt': 'b\n' } },
      ],
      releases: [{ tag_name: 'v0.1', name: 'First' }],
      rulesets: [
        {
          name: 'Reviewed',
          include: ['refs/heads/release'],
          rules: ['deletion', { type: 'pull_request', parameters: REVIEWED() }],
        },
      ],
    },
  ],
  projects: [{ owner: 'acme', title: 'Road', items: [{ issue: 'acme/web#1', fields: { Status: 'Todo' } }, { draft: 'Think' }] }],
  gists: [{ description: 'Notes', public: true, files: { 'n.md': '# n\n' } }],
};

function REVIEWED() {
  return {
    dismiss_stale_reviews_on_push: false,
    require_code_owner_review: false,
    require_last_push_approval: false,
    required_approving_review_count: 1,
    required_review_thread_resolution: false,
  };
}

const author = 'author{login,...on User{id,name}}';
const linked = 'id,number,title,url,state,repository{nameWithOwner}';
const comment = `id,${author},authorAssociation,body,createdAt,includesCreatedEdit,isMinimized,minimizedReason,reactionGroups{content,users{totalCount}},url,viewerDidAuthor`;
const actors = 'nodes{...on User{id,login,name,__typename} ...on Bot{id,login,__typename}},totalCount';
const related = 'nodes{id,number,url,repository{id,name,owner{id,login}}} pageInfo{hasNextPage,endCursor}';

/** What `--json` knows of issues and of pull requests, by the names that gh gives it. */
const shared: Readonly<Record<string, string>> = {
  assignees: 'assignees(first:100){nodes{id,login,name,databaseId},totalCount}',
  assignedActors: `assignedActors(first:10){${actors}}`,
  author,
  body: 'body',
  closed: 'closed,closedAt',
  comments: `comments(first:100){nodes{${comment}},pageInfo{hasNextPage,endCursor},totalCount}`,
  id: 'id,number,title,url,createdAt,updatedAt,state',
  labels: 'labels(first:100){nodes{id,name,description,color},totalCount}',
  milestone: 'milestone{number,title,description,dueOn}',
  projectCards: 'projectCards(first:100){nodes{project{name}column{name}},totalCount}',
  projectItems:
    'projectItems(first:100){nodes{id,project{id,title},status:fieldValueByName(name:"Status"){...on ProjectV2ItemFieldSingleSelectValue{optionId,name}}},totalCount}',
  reactionGroups: 'reactionGroups{content,users{totalCount}}',
};
const ofIssue: Readonly<Record<string, string>> = {
  ...shared,
  stateReason: 'stateReason',
  isPinned: 'isPinned',
  closedByPullRequestsReferences: `closedByPullRequestsReferences(first:100){${related}}`,
  issueType: 'issueType{id,name,description,color}',
  parent: `parent{${linked}}`,
  subIssues: `subIssues(first:100){nodes{${linked}},totalCount}`,
  subIssuesSummary: 'subIssuesSummary{total,completed,percentCompleted}',
  blockedBy: `blockedBy(first:100){nodes{${linked}},totalCount}`,
  blocking: `blocking(first:100){nodes{${linked}},totalCount}`,
};

const checkRun = (more: string) =>
  `...on CheckRun{name,checkSuite{workflowRun{${more}workflow{name}}},status,conclusion,startedAt,completedAt,detailsUrl`;
const rollup = (inner: string) => `statusCheckRollup:commits(last:1){nodes{commit{statusCheckRollup{${inner}}}}}`;
const ofPull: Readonly<Record<string, string>> = {
  ...shared,
  changes: 'additions,deletions,changedFiles,files(first:100){nodes{additions,deletions,path}}',
  autoMergeRequest:
    'autoMergeRequest{authorEmail,commitBody,commitHeadline,mergeMethod,enabledAt,enabledBy{login,...on User{id,name}}}',
  ends: 'baseRefName,baseRefOid,headRefName,headRefOid,isCrossRepository,isDraft,fullDatabaseId',
  closingIssuesReferences: `closingIssuesReferences(first:100){${related}}`,
  commits:
    'commits(first:100){nodes{commit{authors(first:100){nodes{name,email,user{id,login}}},messageHeadline,messageBody,oid,committedDate,authoredDate}}}',
  lastCommit: 'lastCommit:commits(last:1){nodes{commit{oid}}} commitsCount:commits{totalCount}',
  headRepository: 'headRepository{id,name,nameWithOwner},headRepositoryOwner{id,login,...on User{name}}',
  latestReviews: 'latestReviews(first:100){nodes{author{login},authorAssociation,submittedAt,body,state}}',
  merging:
    'maintainerCanModify,mergeable,mergeCommit{oid},mergedAt,mergedBy{login,...on User{id,name}},mergeStateStatus,potentialMergeCommit{oid}',
  queue: 'isInMergeQueue,isMergeQueueEnabled',
  requiresStrictStatusChecks: 'baseRef{branchProtectionRule{requiresStrictStatusChecks,requiredApprovingReviewCount}}',
  reviewDecision: 'reviewDecision',
  reviewRequests:
    'reviewRequests(first:100){nodes{requestedReviewer{__typename,...on User{login,name},...on Bot{login},...on Team{organization{login}name,slug}}}}',
  reviews:
    'reviews(first:100){nodes{id,author{login},authorAssociation,submittedAt,body,state,commit{oid},reactionGroups{content,users{totalCount}}} pageInfo{hasNextPage,endCursor} totalCount}',
  statusCheckRollup: rollup(
    `contexts(first:100){nodes{__typename ...on StatusContext{context,state,targetUrl,createdAt,description},${checkRun('')}}},pageInfo{hasNextPage,endCursor}}`,
  ),
  statusCheckRollupWithCountByState: rollup(
    'contexts{checkRunCount,checkRunCountsByState{state,count},statusContextCount,statusContextCountsByState{state,count}}',
  ),
};
const ofRepository: Readonly<Record<string, string>> = {
  plain:
    'id,name,nameWithOwner,owner{id,login},description,homepageUrl,openGraphImageUrl,usesCustomOpenGraphImage,url,sshUrl,mirrorUrl,securityPolicyUrl,createdAt,pushedAt,updatedAt,archivedAt',
  parent: 'parent{id,name,owner{id,login}},templateRepository{id,name,owner{id,login}}',
  settings:
    'isBlankIssuesEnabled,isSecurityPolicyEnabled,hasIssuesEnabled,hasProjectsEnabled,hasWikiEnabled,hasDiscussionsEnabled,mergeCommitAllowed,squashMergeAllowed,rebaseMergeAllowed,autoMergeAllowed,deleteBranchOnMerge,visibility',
  counts:
    'forkCount,stargazerCount,diskUsage,watchers{totalCount},issues(states:OPEN){totalCount},pullRequests(states:OPEN){totalCount}',
  about:
    'codeOfConduct{key,name,url},contactLinks{about,name,url},fundingLinks{platform,url},licenseInfo{key,name,nickname},defaultBranchRef{name}',
  kinds: 'isArchived,isEmpty,isFork,isInOrganization,isMirror,isPrivate,isTemplate,isUserConfigurationRepository',
  viewer:
    'viewerCanAdminister,viewerDefaultCommitEmail,viewerDefaultMergeMethod,viewerHasStarred,viewerPermission,viewerPossibleCommitEmails,viewerSubscription',
  topics:
    'repositoryTopics(first:100){nodes{topic{name}}},primaryLanguage{name},languages(first:100){edges{size,node{name}}},issueTemplates{name,title,body,about},pullRequestTemplates{body,filename}',
  lists:
    'labels(first:100){nodes{id,color,name,description}},milestones(first:100,states:OPEN){nodes{number,title,description,dueOn}},latestRelease{publishedAt,tagName,name,url}',
  people: 'assignableUsers(first:100){nodes{id,login,name}},mentionableUsers(first:100){nodes{id,login,name}}',
  projects: 'projectsV2(first:100,query:"is:open"){nodes{id,number,title,resourcePath,closed,url}}',
};

let twin: Asked;
const schema = githubSchema();
const ids: Record<string, string> = {};

beforeAll(async () => {
  twin = await askGithub(seed);
  const { data } = await twin.ask(
    '{ repository(owner: "acme", name: "web") { id issue(number: 1) { id } part: issue(number: 2) { id } pull: pullRequest(number: 3) { id } more: pullRequest(number: 4) { id } issueTypes(first: 50) { nodes { id name } } projectsV2(first: 1) { nodes { id } } } }',
  );
  const { repository } = data;
  Object.assign(ids, {
    ...{
      repository: repository.id,
      issue: repository.issue.id,
      part: repository.part.id,
      pull: repository.pull.id,
      more: repository.more.id,
    },
    ...{ feature: repository.issueTypes.nodes.find(({ name }: { name: string }) => name === 'Feature').id },
  });
});
afterAll(() => twin.close());

const PLACE = '$owner: String!, $name: String!';
const place = { owner: 'acme', name: 'web' };

/** GitHub takes fields of other shapes in types that exclude each other, and gh asks so. */
const CONFLICT = 'conflict because they return conflicting types';

/** The data of a document that is one of the schema and is answered without error. */
async function answer(query: string, variables: object = place) {
  const faults = validate(schema, parse(query)).map(({ message }) => message);
  expect(faults.filter((message) => !message.includes(CONFLICT))).toEqual([]);
  const { status, data, errors } = await twin.ask(query, variables);
  expect({ status, errors }).toEqual({ status: 200, errors: undefined });
  return data;
}
const inRepository = async (selection: string, more = '', variables: object = {}) =>
  (await answer(`query(${PLACE}${more}){repository(owner:$owner,name:$name){${selection}}}`, { ...place, ...variables }))
    .repository;

describe('fields that --json names', () => {
  test.each(Object.entries(ofIssue))('of an issue: %s', async (_name, field) => {
    const { issue } = await inRepository(`issue(number:1){${field}}`);
    expect(Object.keys(issue).length).toBeGreaterThan(0);
  });

  test.each(Object.entries(ofPull))('of a pull request: %s', async (_name, field) => {
    const { pullRequest } = await inRepository(`pullRequest(number:3){${field}}`);
    expect(Object.keys(pullRequest).length).toBeGreaterThan(0);
  });

  test.each(Object.entries(ofRepository))('of a repository: %s', async (_name, field) => {
    expect(Object.keys(await inRepository(field)).length).toBeGreaterThan(0);
  });

  test('hold what the world has', async () => {
    const { issue } = await inRepository(`issue(number:1){${Object.values(ofIssue).join(',')}}`);
    expect(issue).toMatchObject({
      issueType: { name: 'Bug', color: 'RED' },
      assignedActors: { nodes: [{ login: 'ben', __typename: 'User' }], totalCount: 1 },
      closedByPullRequestsReferences: { nodes: [{ number: 3 }] },
      subIssues: { nodes: [{ number: 2 }], totalCount: 1 },
      blockedBy: { nodes: [{ number: 2 }], totalCount: 1 },
      blocking: { nodes: [], totalCount: 0 },
      projectItems: { nodes: [{ project: { title: 'Road' }, status: { name: 'Todo' } }] },
    });
    const { pullRequest } = await inRepository(`pullRequest(number:3){${ofPull.statusCheckRollupWithCountByState}}`);
    expect(pullRequest.statusCheckRollup.nodes[0].commit.statusCheckRollup.contexts).toEqual({
      ...{ checkRunCount: 1, checkRunCountsByState: [{ state: 'FAILURE', count: 1 }] },
      ...{ statusContextCount: 1, statusContextCountsByState: [{ state: 'SUCCESS', count: 1 }] },
    });
  });
});

/** Which host it talks to gh finds out by looking at types. */
const DETECTIONS = [
  'query PullRequest_fields{PullRequest:__type(name:"PullRequest"){fields(includeDeprecated:true){name}},StatusCheckRollupContextConnection:__type(name:"StatusCheckRollupContextConnection"){fields(includeDeprecated:true){name}}}',
  'query PullRequest_fields2{WorkflowRun:__type(name:"WorkflowRun"){fields(includeDeprecated:true){name}}}',
  'query Repository_fields{Repository:__type(name:"Repository"){fields(includeDeprecated:true){name}}}',
  'query SearchType_enumValues{SearchType:__type(name:"SearchType"){enumValues(includeDeprecated:true){name}}}',
  'query Release_fields{Release:__type(name:"Release"){fields{name}}}',
  'query ProjectV2_fields{ProjectV2:__type(name:"ProjectV2"){fields(includeDeprecated:true){name,args{name}}}}',
  'query LinkedBranchFeature{Issue:__type(name:"Issue"){fields(includeDeprecated:true){name}}}',
];

test.each(DETECTIONS)('%s', async (query) => {
  for (const type of Object.values(await answer(query, {}))) expect(type).not.toBeNull();
});

const issueFragment = `fragment issue on Issue{${Object.values(ofIssue).join(',')}}`;
const { statusCheckRollupWithCountByState: _counts, ...pullList } = ofPull;
const pullFragment = `fragment pr on PullRequest{${Object.values(pullList).join(',')}}`;
const page = 'pageInfo{hasNextPage,endCursor}';
const teams =
  'owner{__typename ...on Organization{teams(first:10,query:$query){nodes{slug}} teamsTotalCount:teams(first:0){totalCount}}}';
const people =
  'collaborators(first:10,query:$query){nodes{login,name}} collaboratorsTotalCount:collaborators(first:0){totalCount}';

interface Document {
  query: string;
  variables?: () => object;
  /** A part of what comes. */
  data: object;
}
const QUERIES: Readonly<Record<string, Document>> = {
  'issue list': {
    query: `${issueFragment} query IssueList(${PLACE},$limit:Int,$endCursor:String,$states:[IssueState!]=OPEN,$assignee:String,$author:String,$mention:String,$type:String){repository(owner:$owner,name:$name){hasIssuesEnabled issues(first:$limit,after:$endCursor,orderBy:{field:CREATED_AT,direction:DESC},states:$states,filterBy:{assignee:$assignee,createdBy:$author,mentioned:$mention,type:$type}){totalCount nodes{...issue} ${page}}}}`,
    variables: () => ({ ...place, limit: 30, states: ['OPEN'], type: 'Bug' }),
    data: { repository: { issues: { totalCount: 1, nodes: [{ number: 1 }] } } },
  },
  'issue list --search': {
    query: `${issueFragment} query IssueSearch($repo:String!,$owner:String!,$type:SearchType!,$limit:Int,$after:String,$query:String!){repository(name:$repo,owner:$owner){hasIssuesEnabled} search(type:$type,first:$limit,after:$after,query:$query){issueCount nodes{...issue} ${page}}}`,
    variables: () => ({
      ...{ owner: 'acme', repo: 'web', type: 'ISSUE', limit: 30 },
      query: '( Broken ) label:bug repo:acme/web state:open type:issue',
    }),
    data: { search: { issueCount: 1, nodes: [{ title: 'Broken' }] } },
  },
  'issue view': {
    query: `query IssueByNumber(${PLACE},$number:Int!){repository(owner:$owner,name:$name){hasIssuesEnabled issue:issueOrPullRequest(number:$number){__typename ...on Issue{${Object.values(ofIssue).join(',')}} ...on PullRequest{${Object.values(shared).join(',')}}}}}`,
    variables: () => ({ ...place, number: 1 }),
    data: { repository: { issue: { __typename: 'Issue', number: 1 } } },
  },
  'issue create --type': {
    query: `query RepositoryIssueTypes(${PLACE}){repository(owner:$owner,name:$name){issueTypes(first:50){nodes{id,name,description,color}}}}`,
    data: { repository: { issueTypes: { nodes: [{ name: 'Task' }, { name: 'Bug' }, { name: 'Feature' }] } } },
  },
  'issue edit --add-assignee': {
    query: `query SuggestedAssignableActors($id:ID!,$query:String,${PLACE}){repository(owner:$owner,name:$name){assignableUsers{totalCount}} node(id:$id){...on Issue{suggestedActors(first:10,query:$query){nodes{__typename ...on User{id,login,name} ...on Bot{id,login}}}} ...on PullRequest{suggestedActors(first:10,query:$query){nodes{__typename ...on User{id,login,name} ...on Bot{id,login}}}}}}`,
    variables: () => ({ ...place, id: ids.issue, query: 'be' }),
    data: { node: { suggestedActors: { nodes: [{ login: 'ben' }] } } },
  },
  'issue create --assignee': {
    query: `query RepositoryAssignableActors(${PLACE},$query:String,$endCursor:String){repository(owner:$owner,name:$name){suggestedActors(first:100,after:$endCursor,query:$query,capabilities:CAN_BE_ASSIGNED){nodes{...on User{id,login,name,__typename} ...on Bot{id,login,__typename}} ${page}}}}`,
    data: { repository: { suggestedActors: { nodes: [{ login: 'ada' }, { login: 'ben' }] } } },
  },
  'pr list': {
    query: `${pullFragment} query PullRequestList(${PLACE},$limit:Int!,$endCursor:String,$baseBranch:String,$headBranch:String,$state:[PullRequestState!]=OPEN){repository(owner:$owner,name:$name){pullRequests(states:$state,baseRefName:$baseBranch,headRefName:$headBranch,first:$limit,after:$endCursor,orderBy:{field:CREATED_AT,direction:DESC}){totalCount nodes{...pr} ${page}}}}`,
    variables: () => ({ ...place, limit: 30, state: ['OPEN'] }),
    data: { repository: { pullRequests: { totalCount: 2, nodes: [{ number: 4 }, { number: 3 }] } } },
  },
  'pr checks --required': {
    query: `query PullRequestStatusChecks($id:ID!,$endCursor:String){node(id:$id){...on PullRequest{${rollup(`contexts(first:100,after:$endCursor){nodes{__typename ...on StatusContext{context,state,targetUrl,createdAt,description,isRequired(pullRequestId:$id)},${checkRun('event,')},isRequired(pullRequestId:$id)}},${page}}`)}}}}`,
    variables: () => ({ id: ids.pull }),
    data: { node: { statusCheckRollup: { nodes: [{}] } } },
  },
  'pr edit --add-reviewer': {
    query: `query SuggestedReviewerActors($id:ID!,$query:String,${PLACE}){node(id:$id){...on PullRequest{author{login} suggestedReviewerActors(first:10,query:$query){nodes{isAuthor,isCommenter,reviewer{__typename ...on User{login,name} ...on Bot{login}}}}}} repository(owner:$owner,name:$name){${teams} ${people}}}`,
    variables: () => ({ ...place, id: ids.pull, query: '' }),
    data: {
      node: { suggestedReviewerActors: { nodes: [{ isCommenter: true, reviewer: { login: 'ada' } }] } },
      repository: { owner: { teams: { nodes: [{ slug: 'core' }] } }, collaboratorsTotalCount: { totalCount: 2 } },
    },
  },
  'pr create --reviewer': {
    query: `query SuggestedReviewerActorsForRepo($query:String,${PLACE}){viewer{login} repository(owner:$owner,name:$name){pullRequests(first:1,states:[OPEN]){nodes{suggestedReviewerActors(first:10){nodes{reviewer{__typename ...on Bot{login}}}}}} ${teams} ${people}}}`,
    variables: () => ({ ...place, query: '' }),
    data: { viewer: { login: 'ada' } },
  },
  'pr view, its projects': {
    query: `query PullRequestProjectItems(${PLACE},$number:Int!,$endCursor:String){repository(owner:$owner,name:$name){pullRequest(number:$number){projectItems(first:100,after:$endCursor){nodes{id,project{id,title},status:fieldValueByName(name:"Status"){...on ProjectV2ItemFieldSingleSelectValue{optionId,name}}} ${page}}}}}`,
    variables: () => ({ ...place, number: 3 }),
    data: { repository: { pullRequest: { projectItems: { nodes: [] } } } },
  },
  'release list': {
    query: `query RepositoryReleaseList(${PLACE},$perPage:Int!,$endCursor:String,$direction:OrderDirection!){repository(owner:$owner,name:$name){releases(first:$perPage,orderBy:{field:CREATED_AT,direction:$direction},after:$endCursor){nodes{name,tagName,isDraft,immutable,isLatest,isPrerelease,createdAt,publishedAt} ${page}}}}`,
    variables: () => ({ ...place, perPage: 30, direction: 'DESC' }),
    data: { repository: { releases: { nodes: [{ tagName: 'v0.1', immutable: false }] } } },
  },
  'ruleset list': {
    query: `query RepositoryRulesetList($limit:Int!,$endCursor:String,$includeParents:Boolean,${PLACE}){level:repository(owner:$owner,name:$name){rulesets(first:$limit,after:$endCursor,includeParents:$includeParents){totalCount nodes{databaseId,name,target,enforcement,source{__typename ...on Repository{owner:nameWithOwner} ...on Organization{owner:login}} rules{totalCount}} ${page}}}}`,
    variables: () => ({ ...place, limit: 30, includeParents: true }),
    data: {
      level: {
        rulesets: {
          totalCount: 1,
          nodes: [
            {
              name: 'Reviewed',
              target: 'BRANCH',
              enforcement: 'ACTIVE',
              source: { owner: 'acme/web' },
              rules: { totalCount: 2 },
            },
          ],
        },
      },
    },
  },
  'ruleset list --org': {
    query: `query OrganizationRulesetList($limit:Int!,$endCursor:String,$includeParents:Boolean,$login:String!){level:organization(login:$login){rulesets(first:$limit,after:$endCursor,includeParents:$includeParents){totalCount nodes{databaseId,name} ${page}}}}`,
    variables: () => ({ limit: 30, includeParents: true, login: 'acme' }),
    data: { level: { rulesets: { totalCount: 0 } } },
  },
  'project item-list': {
    query: `query OrgProjectWithItems($login:String!,$number:Int!,$firstItems:Int!,$afterItems:String,$firstFields:Int!,$afterFields:String,$query:String){organization(login:$login){login projectV2(number:$number){number,url,shortDescription,public,closed,title,id,readme,items(first:$firstItems,after:$afterItems,query:$query){${page},totalCount,nodes{id,content{__typename ...on DraftIssue{id,body,title} ...on PullRequest{body,title,number,url,repository{nameWithOwner}} ...on Issue{body,title,number,url,repository{nameWithOwner}}}}},fields(first:$firstFields,after:$afterFields){${page},totalCount,nodes{__typename ...on ProjectV2FieldCommon{id,name}}},owner{__typename ...on User{login} ...on Organization{login}}}}}`,
    variables: () => ({ login: 'acme', number: 1, firstItems: 30, firstFields: 0, query: 'is:issue status:Todo' }),
    data: { organization: { projectV2: { items: { totalCount: 1 } } } },
  },
  'gist list': {
    query: `query GistList($endCursor:String,$per_page:Int!,$visibility:GistPrivacy!){viewer{gists(first:$per_page,after:$endCursor,privacy:$visibility,orderBy:{field:CREATED_AT,direction:DESC}){nodes{description,files{name,text,isTruncated},isPublic,name,updatedAt} ${page}}}}`,
    variables: () => ({ per_page: 30, visibility: 'ALL' }),
    data: { viewer: { gists: { nodes: [{ description: 'Notes' }] } } },
  },
  'org list': {
    query: `query OrganizationList($user:String!,$limit:Int!,$endCursor:String){user(login:$user){login organizations(first:$limit,after:$endCursor){totalCount nodes{login} ${page}}}}`,
    variables: () => ({ user: 'ada', limit: 30 }),
    data: { user: { organizations: { totalCount: 1, nodes: [{ login: 'acme' }] } } },
  },
  status: {
    query: `query AssignedSearch($searchAssigns:String!,$searchReviews:String!,$limit:Int=25){assignments:search(first:$limit,type:ISSUE,query:$searchAssigns){nodes{...on Issue{updatedAt,number,title,repository{nameWithOwner}} ...on PullRequest{updatedAt,number,title,repository{nameWithOwner}}}} reviewRequested:search(first:$limit,type:ISSUE,query:$searchReviews){nodes{...on PullRequest{updatedAt,number,title,repository{nameWithOwner}}}}}`,
    variables: () => ({
      searchAssigns: 'assignee:@me state:open archived:false',
      searchReviews: 'review-requested:@me state:open archived:false',
    }),
    data: { reviewRequested: { nodes: [{ number: 3 }] } },
  },
  'label list': {
    query: `query LabelList(${PLACE},$limit:Int!,$endCursor:String,$query:String,$orderBy:LabelOrder){repository(owner:$owner,name:$name){labels(first:$limit,after:$endCursor,query:$query,orderBy:$orderBy){totalCount nodes{color,createdAt,description,id,isDefault,name,updatedAt,url} ${page}}}}`,
    variables: () => ({ ...place, limit: 30, orderBy: { field: 'CREATED_AT', direction: 'ASC' } }),
    data: { repository: { labels: { nodes: [{ name: 'bug' }] } } },
  },
};

test.each(Object.entries(QUERIES))('%s', async (_name, { query, variables, data }) => {
  expect(await answer(query, variables?.() ?? place)).toMatchObject(data);
});

describe('mutations', () => {
  const change = (name: string, input: string, selection: string, variables: object) =>
    answer(`mutation($input:${input}!){${name}(input:$input){${selection}}}`, { input: variables });

  test('an issue gets another type, and none', async () => {
    const type = async (issueTypeId: string | null) => {
      await change('updateIssueIssueType', 'UpdateIssueIssueTypeInput', 'issue{id}', { issueId: ids.part, issueTypeId });
      return (await inRepository('issue(number:2){issueType{name}}')).issue.issueType;
    };
    expect(await type(ids.feature ?? '')).toEqual({ name: 'Feature' });
    expect((await twin.rest('GET', '/repos/acme/web/issues/2')).type.name).toBe('Feature');
    expect(await type(null)).toBeNull();
  });

  test('a new issue has its type', async () => {
    const input = { repositoryId: ids.repository, title: 'New', issueTypeId: ids.feature };
    const { createIssue } = await change('createIssue', 'CreateIssueInput', 'issue{id,url,number,issueType{name}}', input);
    expect(createIssue.issue.issueType).toEqual({ name: 'Feature' });
  });

  test('assignees are replaced by those with these logins', async () => {
    const replace = (assignableId: string | undefined, actorLogins: string[]) =>
      change('replaceActorsForAssignable', 'ReplaceActorsForAssignableInput', '__typename', { assignableId, actorLogins });
    await replace(ids.part, ['ada', 'ben']);
    const logins = async () =>
      (await twin.rest('GET', '/repos/acme/web/issues/2')).assignees.map(({ login }: { login: string }) => login);
    expect(await logins()).toEqual(['ada', 'ben']);
    await replace(ids.part, ['ben']);
    expect(await logins()).toEqual(['ben']);
    const { errors } = await twin.ask(
      'mutation($input:ReplaceActorsForAssignableInput!){replaceActorsForAssignable(input:$input){__typename}}',
      { input: { assignableId: ids.part, actorLogins: ['nobody'] } },
    );
    expect(errors).toMatchObject([{ type: 'NOT_FOUND' }]);
    expect(await logins()).toEqual(['ben']);
  });

  test('reviews are asked of people and teams by name, beside those who were asked or instead of them', async () => {
    const ask = (input: object) =>
      change('requestReviewsByLogin', 'RequestReviewsByLoginInput', 'clientMutationId', { pullRequestId: ids.more, ...input });
    const asked = async () => {
      const { users, teams: groups } = await twin.rest('GET', '/repos/acme/web/pulls/4/requested_reviewers');
      return [...users.map(({ login }: { login: string }) => login), ...groups.map(({ slug }: { slug: string }) => slug)];
    };
    await ask({ userLogins: ['ben'], botLogins: [], teamSlugs: [], union: true });
    await ask({ userLogins: [], botLogins: [], teamSlugs: ['acme/core'], union: true });
    expect(await asked()).toEqual(['ben', 'core']);
    await ask({ userLogins: ['ben'], botLogins: [], teamSlugs: [], union: false });
    expect(await asked()).toEqual(['ben']);
  });

  // cli/cli, api/queries_branch_issue_reference.go.
  test('a branch is made for an issue from the default branch, and listed', async () => {
    const { repository } = await answer(
      'query FindRepoBranchID($name:String!$owner:String!$ref:String!){repository(owner: $owner, name: $name){id,defaultBranchRef{target{oid}},ref(qualifiedName: $ref){target{oid}}}}',
      { ...place, ref: '' },
    );
    expect(repository.ref).toBeNull();
    const input = { issueId: ids.part, oid: repository.defaultBranchRef.target.oid, repositoryId: repository.id };
    const made = await change('createLinkedBranch', 'CreateLinkedBranchInput', 'linkedBranch{id,ref{name}}', input);
    expect(made.createLinkedBranch.linkedBranch.ref.name).toBe('2-part');
    const { issue } = await inRepository('issue(number: 2){linkedBranches(first: 30){nodes{ref{name,repository{url}}}}}');
    expect(issue.linkedBranches.nodes).toEqual([{ ref: { name: '2-part', repository: { url: `${twin.url}/acme/web` } } }]);
  });

  test('a pull request is let be merged by itself, and no more', async () => {
    await twin.rest('PATCH', '/repos/acme/web', { allow_auto_merge: true });
    const rules = [{ type: 'pull_request', parameters: REVIEWED() }];
    const conditions = { ref_name: { include: ['~DEFAULT_BRANCH'], exclude: [] } };
    const made = await twin.rest('POST', '/repos/acme/web/rulesets', { name: 'Main', enforcement: 'active', conditions, rules });
    const request = async () =>
      (await inRepository(`pullRequest(number:4){${ofPull.autoMergeRequest}}`)).pullRequest.autoMergeRequest;
    const { viewerPossibleCommitEmails: mine } = await inRepository('viewerPossibleCommitEmails');
    await change('enablePullRequestAutoMerge', 'EnablePullRequestAutoMergeInput', 'clientMutationId', {
      ...{ pullRequestId: ids.more, mergeMethod: 'SQUASH', commitHeadline: 'Once', authorEmail: mine.at(-1) },
    });
    expect(await request()).toMatchObject({ mergeMethod: 'SQUASH', commitHeadline: 'Once', enabledBy: { login: 'ada' } });
    await change('disablePullRequestAutoMerge', 'DisablePullRequestAutoMergeInput', 'clientMutationId', {
      pullRequestId: ids.more,
    });
    expect(await request()).toBeNull();
    await twin.rest('DELETE', `/repos/acme/web/rulesets/${made.id}`);
  });

  test("a pull request's branch gets what its base has", async () => {
    await twin.rest('PUT', '/repos/acme/web/contents/c.txt', { message: 'c', content: 'Yw==', branch: 'main' });
    await change('updatePullRequestBranch', 'UpdatePullRequestBranchInput', 'clientMutationId', { pullRequestId: ids.more });
    expect((await inRepository('object(expression:"more:c.txt"){...on Blob{text}}')).object).toEqual({ text: 'c' });
  });

  test('or stands on top of it, by a rebase', async () => {
    await twin.rest('PUT', '/repos/acme/web/contents/d.txt', { message: 'd', content: 'ZA==', branch: 'main' });
    await change('updatePullRequestBranch', 'UpdatePullRequestBranchInput', 'clientMutationId', {
      ...{ pullRequestId: ids.more, updateMethod: 'REBASE' },
    });
    expect((await inRepository('object(expression:"more:d.txt"){...on Blob{text}}')).object).toEqual({ text: 'd' });
  });

  test('a merged pull request is reverted', async () => {
    await twin.rest('PUT', '/repos/acme/web/pulls/4/merge', {});
    const input = { pullRequestId: ids.more, title: '', body: '', draft: true };
    const asked = 'pullRequest{id} revertPullRequest{id,number,title,isDraft}';
    const { revertPullRequest } = await change('revertPullRequest', 'RevertPullRequestInput', asked, input);
    expect(revertPullRequest.revertPullRequest).toMatchObject({ title: 'Revert "More"', isDraft: true });
  });

  test('types of issues are made, changed and deleted by who administers the organisation', async () => {
    const { organization } = await answer('{organization(login:"acme"){id}}', {});
    const { createIssueType } = await change('createIssueType', 'CreateIssueTypeInput', 'issueType{id,name,color,isEnabled}', {
      ...{ ownerId: organization.id, name: 'Epic', isEnabled: true, color: 'PURPLE' },
    });
    expect(createIssueType.issueType).toMatchObject({ name: 'Epic', color: 'PURPLE', isEnabled: true });
    const { updateIssueType } = await change('updateIssueType', 'UpdateIssueTypeInput', 'issueType{name,isEnabled,color}', {
      ...{ issueTypeId: createIssueType.issueType.id, isEnabled: false },
    });
    expect(updateIssueType.issueType).toEqual({ name: 'Epic', isEnabled: false, color: 'PURPLE' });
    const { deleteIssueType } = await change('deleteIssueType', 'DeleteIssueTypeInput', 'deletedIssueTypeId', {
      issueTypeId: createIssueType.issueType.id,
    });
    expect(deleteIssueType.deletedIssueTypeId).toBe(createIssueType.issueType.id);
    const { organization: now } = await answer('{organization(login:"acme"){issueTypes(first:50){nodes{name}}}}', {});
    expect(now.issueTypes.nodes.map(({ name }: { name: string }) => name)).toEqual(['Task', 'Bug', 'Feature']);
  });
});

import { created, isLonger, json } from '@svc/twin-kit';
import { z } from 'zod';
import {
  checkRunsFor,
  createCheckRun,
  filterRuns,
  getCheckRun,
  rerequestCheckRun,
  updateCheckRun,
} from '../actions/check-runs.ts';
import { getCheckSuite, runsOfSuite } from '../actions/check-suites.ts';
import { lookAtCommit } from '../actions/workflows/course.ts';
import { renderAnnotation, renderCheckRun } from '../render/commit-checks.ts';
import type { CheckRun, GithubContext } from '../world.ts';
import { numberParam, operation, queryText, repositoryParams } from './operation.ts';
import { pageOfList, pageQuery } from './pagination.ts';

const runs = '/repos/{owner}/{repo}/check-runs';
const run = `${runs}/{check_run_id}`;

/** The `maxLength` of GitHub's own description. */
const MOST_OUTPUT = 65_535;
/** https://docs.github.com/rest/checks/runs#create-a-check-run: `annotations` */
const MOST_TITLE = 255;
const MOST_ANNOTATIONS = 50;

/** A text that GitHub's schema check counts. */
const counted = (most: number) =>
  z.string().refine((text) => !isLonger(text, most), {
    error: ({ input }) => `Only ${most} characters are allowed; ${[...String(input)].length} were supplied.`,
  });

const annotation = z
  .object({
    path: z.string(),
    start_line: z.number().int(),
    end_line: z.number().int(),
    start_column: z.number().int().optional(),
    end_column: z.number().int().optional(),
    annotation_level: z.enum(['notice', 'warning', 'failure']),
    message: z.string(),
    title: counted(MOST_TITLE).optional(),
    raw_details: z.string().optional(),
  })
  .transform(({ start_column, end_column, title, raw_details, ...facts }) => ({
    ...facts,
    start_column: start_column ?? null,
    end_column: end_column ?? null,
    title: title ?? null,
    raw_details: raw_details ?? null,
  }));

const runBody = {
  status: z.enum(['queued', 'in_progress', 'completed', 'waiting', 'requested', 'pending']).optional(),
  // `stale` is documented too, as what only GitHub sets.
  conclusion: z.enum(['action_required', 'cancelled', 'failure', 'neutral', 'success', 'skipped', 'timed_out']).optional(),
  external_id: z.string().optional(),
  details_url: z.string().optional(),
  started_at: z.string().optional(),
  completed_at: z.string().optional(),
  output: z
    .object({
      title: z.string().optional(),
      summary: counted(MOST_OUTPUT).optional(),
      text: counted(MOST_OUTPUT).optional(),
      annotations: z
        .array(annotation)
        .max(MOST_ANNOTATIONS, {
          error: ({ input }) =>
            `No more than ${MOST_ANNOTATIONS} items are allowed; ${(input as unknown[]).length} were supplied.`,
        })
        .optional(),
    })
    .optional(),
};

const listQuery = z.object({ ...pageQuery, check_name: queryText, status: queryText, filter: queryText, app_id: queryText });
type Listed = Parameters<typeof pageOfList>[0];

function answer(context: GithubContext, request: Listed, found: readonly Readonly<CheckRun>[]) {
  const { records, headers } = pageOfList(request, found);
  const reply = json({ total_count: found.length, check_runs: records.map((one) => renderCheckRun(context, one)) }, 200, headers);
  const [first] = found;
  if (first) lookAtCommit(context, first.repository_id, first.head_sha);
  return reply;
}

const target = (params: Readonly<Record<string, string>>): [string, string, number] => [
  ...repositoryParams(params),
  numberParam(params.check_run_id),
];

const reading = [
  operation({
    id: 'checks/get',
    method: 'GET',
    path: run,
    fidelity: 'semantic',
    mutates: false,
    action: 'get_check_run',
    handle(context, { params }) {
      const found = getCheckRun(context, ...target(params));
      const reply = json(renderCheckRun(context, found));
      lookAtCommit(context, found.repository_id, found.head_sha);
      return reply;
    },
  }),
  operation({
    id: 'checks/list-annotations',
    method: 'GET',
    path: `${run}/annotations`,
    fidelity: 'semantic',
    mutates: false,
    action: 'list_check_run_annotations',
    query: z.object(pageQuery),
    handle(context, request) {
      const found = getCheckRun(context, ...target(request.params));
      const { records, headers } = pageOfList(request, found.annotations);
      return json(
        records.map((one) => renderAnnotation(context, found, one)),
        200,
        headers,
      );
    },
  }),
  operation({
    id: 'checks/list-for-ref',
    method: 'GET',
    path: '/repos/{owner}/{repo}/commits/{ref}/check-runs',
    fidelity: 'semantic',
    mutates: false,
    action: 'list_check_runs',
    query: listQuery,
    handle: (context, request) =>
      answer(
        context,
        request,
        checkRunsFor(context, ...repositoryParams(request.params), request.params.ref ?? '', request.query),
      ),
  }),
  operation({
    id: 'checks/list-for-suite',
    method: 'GET',
    path: '/repos/{owner}/{repo}/check-suites/{check_suite_id}/check-runs',
    fidelity: 'semantic',
    mutates: false,
    action: 'list_check_runs',
    query: listQuery,
    handle(context, request) {
      const suite = getCheckSuite(context, ...repositoryParams(request.params), numberParam(request.params.check_suite_id));
      return answer(context, request, filterRuns(runsOfSuite(context, suite.id), request.query));
    },
  }),
];

const writing = [
  operation({
    id: 'checks/create',
    method: 'POST',
    path: runs,
    fidelity: 'semantic',
    mutates: true,
    action: 'create_check_run',
    body: z.object({ ...runBody, name: z.string(), head_sha: z.string() }),
    handle(context, { params, body }) {
      const rendered = renderCheckRun(context, createCheckRun(context, ...repositoryParams(params), body));
      return created(rendered, { location: rendered.url });
    },
  }),
  operation({
    id: 'checks/update',
    method: 'PATCH',
    path: run,
    fidelity: 'semantic',
    mutates: true,
    action: 'update_check_run',
    body: z.object({ ...runBody, name: z.string().min(1).optional() }),
    handle: (context, { params, body }) => json(renderCheckRun(context, updateCheckRun(context, ...target(params), body))),
  }),
  operation({
    id: 'checks/rerequest-run',
    method: 'POST',
    path: `${run}/rerequest`,
    fidelity: 'semantic',
    mutates: true,
    action: 'rerequest_check_run',
    handle(context, { params }) {
      rerequestCheckRun(context, ...target(params));
      return created({});
    },
  }),
];

export const checkRunOperations = [...reading, ...writing];

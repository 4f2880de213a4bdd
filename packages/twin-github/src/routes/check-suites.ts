import { created, json } from '@svc/twin-kit';
import { z } from 'zod';
import { APP_ID } from '../actions/check-runs.ts';
import { checkSuitesFor, createCheckSuite, getCheckSuite, rerequestCheckSuite } from '../actions/check-suites.ts';
import { renderCheckSuite } from '../render/commit-checks.ts';
import { numberParam, operation, queryText, repositoryParams } from './operation.ts';
import { pageOfList, pageQuery } from './pagination.ts';

const suites = '/repos/{owner}/{repo}/check-suites';
const suite = `${suites}/{check_suite_id}`;

const target = (params: Readonly<Record<string, string>>): [string, string, number] => [
  ...repositoryParams(params),
  numberParam(params.check_suite_id),
];

export const checkSuiteOperations = [
  operation({
    id: 'checks/create-suite',
    method: 'POST',
    path: suites,
    fidelity: 'semantic',
    mutates: true,
    action: 'create_check_suite',
    body: z.object({ head_sha: z.string() }),
    handle(context, { params, body }) {
      const made = createCheckSuite(context, ...repositoryParams(params), body.head_sha);
      const rendered = renderCheckSuite(context, made.suite);
      return made.isNew ? created(rendered) : json(rendered);
    },
  }),
  operation({
    id: 'checks/get-suite',
    method: 'GET',
    path: suite,
    fidelity: 'semantic',
    mutates: false,
    action: 'get_check_suite',
    handle: (context, { params }) => json(renderCheckSuite(context, getCheckSuite(context, ...target(params)))),
  }),
  operation({
    id: 'checks/rerequest-suite',
    method: 'POST',
    path: `${suite}/rerequest`,
    fidelity: 'semantic',
    mutates: true,
    action: 'rerequest_check_suite',
    handle(context, { params }) {
      rerequestCheckSuite(context, ...target(params));
      return created({});
    },
  }),
  operation({
    id: 'checks/list-suites-for-ref',
    method: 'GET',
    path: '/repos/{owner}/{repo}/commits/{ref}/check-suites',
    fidelity: 'semantic',
    mutates: false,
    action: 'list_check_suites',
    query: z.object({ ...pageQuery, app_id: queryText, check_name: queryText }),
    handle(context, request) {
      const { params, query } = request;
      const all = checkSuitesFor(context, ...repositoryParams(params), params.ref ?? '', query.check_name);
      const found = query.app_id === undefined || Number(query.app_id) === APP_ID ? all : [];
      const { records, headers } = pageOfList(request, found);
      return json(
        { total_count: found.length, check_suites: records.map((one) => renderCheckSuite(context, one)) },
        200,
        headers,
      );
    },
  }),
];

import { json, noContent, type Reply } from '@svc/twin-kit';
import { z } from 'zod';
import {
  archiveOf,
  artifactsOf,
  deleteArtifact,
  downloadableArtifact,
  getArtifact,
  listArtifacts,
} from '../actions/workflows/artifacts.ts';
import { attemptLogOf, jobLogOf, runOfSuite } from '../actions/workflows/downloads.ts';
import { getJob } from '../actions/workflows/runs.ts';
import { NotFound } from '../errors.ts';
import { zip } from '../git/zip.ts';
import { repositoryHtmlPath } from '../render/repository-path.ts';
import { renderArtifact } from '../render/workflows.ts';
import type { Artifact, GithubContext } from '../world.ts';
import { numberParam, operation, queryText, repositoryParams } from './operation.ts';
import { pageOfList, pageQuery } from './pagination.ts';

const artifacts = '/repos/{owner}/{repo}/actions/artifacts';
const artifact = `${artifacts}/{artifact_id}`;

type Params = Readonly<Record<string, string>>;
const target = (params: Params): [string, string, number] => [...repositoryParams(params), numberParam(params.artifact_id)];
type Listed = Parameters<typeof pageOfList>[0];

function answer(context: GithubContext, request: Listed, all: readonly Readonly<Artifact>[], name: string | undefined) {
  const found = name === undefined ? all : all.filter((one) => one.name === name);
  const { records, headers } = pageOfList(request, found);
  return json({ total_count: found.length, artifacts: records.map((one) => renderArtifact(context, one)) }, 200, headers);
}

const archive = (body: Buffer, name: string): Reply => ({
  status: 200,
  headers: { 'content-type': 'application/zip', 'content-disposition': `attachment; filename="${name.replaceAll('"', '')}.zip"` },
  body,
});

export const artifactOperations = [
  operation({
    id: 'actions/list-artifacts-for-repo',
    method: 'GET',
    path: artifacts,
    fidelity: 'semantic',
    mutates: false,
    action: 'list_artifacts',
    query: z.object({ ...pageQuery, name: queryText }),
    handle: (context, request) =>
      answer(context, request, listArtifacts(context, ...repositoryParams(request.params)), request.query.name),
  }),
  operation({
    id: 'actions/list-workflow-run-artifacts',
    method: 'GET',
    path: '/repos/{owner}/{repo}/actions/runs/{run_id}/artifacts',
    fidelity: 'semantic',
    mutates: false,
    action: 'list_artifacts',
    query: z.object({ ...pageQuery, name: queryText, direction: queryText }),
    handle(context, request) {
      const { params, query } = request;
      const found = artifactsOf(context, ...repositoryParams(params), numberParam(params.run_id));
      return answer(context, request, query.direction === 'asc' ? found : found.toReversed(), query.name);
    },
  }),
  operation({
    id: 'actions/get-artifact',
    method: 'GET',
    path: artifact,
    fidelity: 'semantic',
    mutates: false,
    action: 'get_artifact',
    handle: (context, { params }) => json(renderArtifact(context, getArtifact(context, ...target(params)))),
  }),
  operation({
    id: 'actions/download-artifact',
    method: 'GET',
    path: `${artifact}/{archive_format}`,
    fidelity: 'semantic',
    mutates: false,
    action: 'download_artifact',
    handle(context, { params }) {
      // There is one format: https://docs.github.com/rest/actions/artifacts#download-an-artifact
      if (params.archive_format !== 'zip') throw new NotFound();
      const found = downloadableArtifact(context, ...target(params));
      const path = `${repositoryHtmlPath(context, found)}/suites/${found.run_id}/artifacts/${found.id}`;
      return { status: 302, headers: { location: context.links.signed(path) } };
    },
  }),
  operation({
    id: 'actions/delete-artifact',
    method: 'DELETE',
    path: artifact,
    fidelity: 'semantic',
    mutates: true,
    action: 'delete_artifact',
    handle(context, { params }) {
      deleteArtifact(context, ...target(params));
      return noContent();
    },
  }),
];

/** Where downloads lead; on GitHub addresses of its web site and of its storage. */
export const downloadOperations = [
  operation({
    id: 'web/artifact',
    method: 'GET',
    path: '/{owner}/{repo}/suites/{suite_id}/artifacts/{artifact_id}',
    fidelity: 'semantic',
    mutates: false,
    action: 'download_artifact',
    handle(context, { params }) {
      const found = downloadableArtifact(context, ...target(params));
      return archive(archiveOf(found), found.name);
    },
  }),
  operation({
    id: 'web/run-logs',
    method: 'GET',
    path: '/{owner}/{repo}/suites/{suite_id}/logs/{attempt}',
    fidelity: 'semantic',
    mutates: false,
    action: 'get_workflow_run_logs',
    handle(context, { params }) {
      const run = runOfSuite(context, ...repositoryParams(params), numberParam(params.suite_id));
      return archive(zip(attemptLogOf(context, run, numberParam(params.attempt))), `logs_${run.id}`);
    },
  }),
  operation({
    id: 'web/job-logs',
    method: 'GET',
    path: '/{owner}/{repo}/checks/{job_id}/logs',
    fidelity: 'semantic',
    mutates: false,
    action: 'get_job_logs',
    handle(context, { params }) {
      const job = getJob(context, ...repositoryParams(params), numberParam(params.job_id));
      return { status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: jobLogOf(context, job) };
    },
  }),
];

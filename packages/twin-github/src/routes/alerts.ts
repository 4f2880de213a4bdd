import { json } from '@svc/twin-kit';
import { z } from 'zod';
import {
  getCodeScanningAlert,
  listAlertInstances,
  listCodeScanningAlerts,
  mainInstance,
  updateCodeScanningAlert,
} from '../actions/alerts/code-scanning.ts';
import { getDependabotAlert, listDependabotAlerts, updateDependabotAlert } from '../actions/alerts/dependabot.ts';
import {
  getSecretScanningAlert,
  listSecretScanningAlerts,
  updateSecretScanningAlert,
} from '../actions/alerts/secret-scanning.ts';
import {
  renderCodeScanningAlert,
  renderDependabotAlert,
  renderInstance,
  renderSecretLocation,
  renderSecretScanningAlert,
} from '../render/alerts.ts';
import { DEPENDABOT_REASONS, SECRET_RESOLUTIONS } from '../world.ts';
import { cursorPage, cursorQuery, direction } from './cursors.ts';
import { numberParam, operation, queryText, repositoryParams } from './operation.ts';
import { pageOfList, pageQuery } from './pagination.ts';

const repo = '/repos/{owner}/{repo}';
const read = { method: 'GET', fidelity: 'semantic', mutates: false } as const;
const change = { method: 'PATCH', fidelity: 'semantic', mutates: true } as const;

/** `alert_number` with what leads to it. */
const alertParams = (params: Readonly<Record<string, string>>): [owner: string, repo: string, number: number] => [
  ...repositoryParams(params),
  numberParam(params.alert_number),
];
const flag = z
  .enum(['true', 'false'])
  .optional()
  .transform((text) => text === 'true');
const sort = z.enum(['created', 'updated']).optional();

const codeScanning = `${repo}/code-scanning/alerts`;
const codeScanningOperations = [
  operation({
    ...read,
    id: 'code-scanning/list-alerts-for-repo',
    path: codeScanning,
    action: 'list_code_scanning_alerts',
    query: z.object({
      ...pageQuery,
      ...{ tool_name: queryText, ref: queryText, direction },
      sort: z.enum(['created', 'number', 'updated']).optional(),
      state: z.enum(['open', 'closed', 'dismissed', 'fixed']).optional(),
      severity: z.enum(['critical', 'high', 'medium', 'low', 'warning', 'note', 'error']).optional(),
    }),
    handle(context, request) {
      const found = listCodeScanningAlerts(context, ...repositoryParams(request.params), request.query);
      const { records, headers } = pageOfList(request, found);
      const shown = records.map(({ alert, instance }) => renderCodeScanningAlert(context, alert, instance));
      return json(shown, 200, headers);
    },
  }),
  operation({
    ...read,
    id: 'code-scanning/get-alert',
    path: `${codeScanning}/{alert_number}`,
    action: 'get_code_scanning_alert',
    handle(context, { params }) {
      const alert = getCodeScanningAlert(context, ...alertParams(params));
      return json(renderCodeScanningAlert(context, alert, mainInstance(context, alert)));
    },
  }),
  operation({
    ...change,
    id: 'code-scanning/update-alert',
    path: `${codeScanning}/{alert_number}`,
    action: 'update_code_scanning_alert',
    // Nobody has to approve what is dismissed here.
    ignores: ['create_request'],
    body: z.object({
      state: z.enum(['open', 'dismissed']).optional(),
      dismissed_reason: z.string().nullish(),
      dismissed_comment: z.string().max(280).nullish(),
    }),
    handle(context, { params, body }) {
      const alert = updateCodeScanningAlert(context, ...alertParams(params), body);
      return json(renderCodeScanningAlert(context, alert, mainInstance(context, alert)));
    },
  }),
  operation({
    ...read,
    id: 'code-scanning/list-alert-instances',
    path: `${codeScanning}/{alert_number}/instances`,
    action: 'list_code_scanning_alert_instances',
    query: z.object({ ...pageQuery, ref: queryText }),
    handle(context, request) {
      const { alert, instances } = listAlertInstances(context, ...alertParams(request.params), request.query.ref);
      const { records, headers } = pageOfList(request, instances);
      return json(
        records.map((one) => renderInstance(alert, one)),
        200,
        headers,
      );
    },
  }),
];

const secretScanning = `${repo}/secret-scanning/alerts`;
const secretScanningOperations = [
  operation({
    ...read,
    id: 'secret-scanning/list-alerts-for-repo',
    path: secretScanning,
    action: 'list_secret_scanning_alerts',
    query: z.object({
      ...pageQuery,
      ...{ secret_type: queryText, resolution: queryText, validity: queryText, sort, direction },
      ...{ is_publicly_leaked: flag, is_multi_repo: flag, hide_secret: flag },
      state: z.enum(['open', 'resolved']).optional(),
    }),
    handle(context, request) {
      const found = listSecretScanningAlerts(context, ...repositoryParams(request.params), request.query);
      const { records, headers } = pageOfList(request, found);
      const shown = records.map((one) => renderSecretScanningAlert(context, one, request.query.hide_secret));
      return json(shown, 200, headers);
    },
  }),
  operation({
    ...read,
    id: 'secret-scanning/get-alert',
    path: `${secretScanning}/{alert_number}`,
    action: 'get_secret_scanning_alert',
    query: z.object({ hide_secret: flag }),
    handle: (context, { params, query }) =>
      json(renderSecretScanningAlert(context, getSecretScanningAlert(context, ...alertParams(params)), query.hide_secret)),
  }),
  operation({
    ...change,
    id: 'secret-scanning/update-alert',
    path: `${secretScanning}/{alert_number}`,
    action: 'update_secret_scanning_alert',
    body: z.object({
      state: z.enum(['open', 'resolved']).optional(),
      resolution: z.enum(SECRET_RESOLUTIONS).nullish(),
      resolution_comment: z.string().nullish(),
      validity: z.enum(['active', 'inactive']).nullish(),
    }),
    handle: (context, { params, body }) =>
      json(renderSecretScanningAlert(context, updateSecretScanningAlert(context, ...alertParams(params), body))),
  }),
  operation({
    ...read,
    id: 'secret-scanning/list-locations-for-alert',
    path: `${secretScanning}/{alert_number}/locations`,
    action: 'list_secret_scanning_locations',
    query: z.object(pageQuery),
    handle(context, request) {
      const alert = getSecretScanningAlert(context, ...alertParams(request.params));
      const { records, headers } = pageOfList(request, alert.locations);
      return json(
        records.map((one) => renderSecretLocation(context, alert, one)),
        200,
        headers,
      );
    },
  }),
];

const dependabot = `${repo}/dependabot/alerts`;
const dependabotOperations = [
  operation({
    ...read,
    id: 'dependabot/list-alerts-for-repo',
    path: dependabot,
    action: 'list_dependabot_alerts',
    query: z.object({
      ...cursorQuery,
      ...{ state: queryText, severity: queryText, ecosystem: queryText, package: queryText, manifest: queryText },
      ...{ relationship: queryText, sort, direction },
      scope: z.enum(['development', 'runtime']).optional(),
    }),
    handle(context, request) {
      const found = listDependabotAlerts(context, ...repositoryParams(request.params), request.query);
      const { records, headers } = cursorPage(request, found, ({ number }) => `alert:${number}`);
      return json(
        records.map((one) => renderDependabotAlert(context, one)),
        200,
        headers,
      );
    },
  }),
  operation({
    ...read,
    id: 'dependabot/get-alert',
    path: `${dependabot}/{alert_number}`,
    action: 'get_dependabot_alert',
    handle: (context, { params }) => json(renderDependabotAlert(context, getDependabotAlert(context, ...alertParams(params)))),
  }),
  operation({
    ...change,
    id: 'dependabot/update-alert',
    path: `${dependabot}/{alert_number}`,
    action: 'update_dependabot_alert',
    body: z.object({
      state: z.enum(['open', 'dismissed']).optional(),
      dismissed_reason: z.enum(DEPENDABOT_REASONS).optional(),
      dismissed_comment: z.string().max(280).optional(),
    }),
    handle: (context, { params, body }) =>
      json(renderDependabotAlert(context, updateDependabotAlert(context, ...alertParams(params), body))),
  }),
];

export const alertOperations = [...codeScanningOperations, ...secretScanningOperations, ...dependabotOperations];

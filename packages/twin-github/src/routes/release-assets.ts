import { created, json, noContent, type Reply } from '@svc/twin-kit';
import { z } from 'zod';
import { assetByName, deleteAsset, getAsset, listAssets, updateAsset, uploadAsset } from '../actions/release-assets.ts';
import { ValidationFailed } from '../errors.ts';
import { resource } from '../http.ts';
import { renderAsset } from '../render/releases.ts';
import type { ReleaseAsset } from '../world.ts';
import { numberParam, operation, queryText, repositoryParams } from './operation.ts';
import { pageOfList, pageQuery } from './pagination.ts';

const releases = '/repos/{owner}/{repo}/releases';
const assets = `${releases}/{release_id}/assets`;
const asset = `${releases}/assets/{asset_id}`;
const BYTES = 'application/octet-stream';

const release = (params: Readonly<Record<string, string>>): [string, string, number] => [
  ...repositoryParams(params),
  numberParam(params.release_id),
];
const target = (params: Readonly<Record<string, string>>): [string, string, number] => [
  ...repositoryParams(params),
  numberParam(params.asset_id),
];

const download = ({ name, content, encoding, content_type }: Readonly<ReleaseAsset>): Reply => ({
  status: 200,
  headers: { 'content-type': content_type, 'content-disposition': `attachment; filename=${name}` },
  body: Buffer.from(content, encoding),
});

export const releaseAssetOperations = [
  operation({
    id: 'repos/list-release-assets',
    method: 'GET',
    path: assets,
    fidelity: 'semantic',
    mutates: false,
    action: 'list_release_assets',
    query: z.object(pageQuery),
    handle(context, request) {
      const { records, headers } = pageOfList(request, listAssets(context, ...release(request.params)));
      return json(
        records.map((one) => renderAsset(context, one)),
        200,
        headers,
      );
    },
  }),
  operation({
    id: 'repos/upload-release-asset',
    method: 'POST',
    path: assets,
    fidelity: 'semantic',
    mutates: true,
    action: 'upload_release_asset',
    query: z.object({ name: queryText, label: queryText }),
    // The file itself, whatever its type.
    bodies: (bytes) => bytes,
    handle(context, { params, query, headers, rawBody }) {
      const { name, label } = query;
      if (name === undefined) throw new ValidationFailed([{ resource: 'ReleaseAsset', code: 'missing_field', field: 'name' }]);
      const contentType = headers['content-type'] ?? BYTES;
      const upload = { name, label, contentType, bytes: rawBody };
      const rendered = renderAsset(context, uploadAsset(context, ...release(params), upload));
      return created(rendered, { location: rendered.url });
    },
  }),
  operation({
    id: 'repos/get-release-asset',
    method: 'GET',
    path: asset,
    fidelity: 'semantic',
    mutates: false,
    action: 'get_release_asset',
    handle(context, { params, headers }) {
      const found = getAsset(context, ...target(params));
      return headers.accept?.includes(BYTES) ? download(found) : resource(renderAsset(context, found), found.updated_at);
    },
  }),
  operation({
    id: 'repos/update-release-asset',
    method: 'PATCH',
    path: asset,
    fidelity: 'semantic',
    mutates: true,
    action: 'update_release_asset',
    body: z.object({ name: z.string().optional(), label: z.string().optional(), state: z.string().optional() }),
    handle: (context, { params, body }) => json(renderAsset(context, updateAsset(context, ...target(params), body))),
  }),
  operation({
    id: 'repos/delete-release-asset',
    method: 'DELETE',
    path: asset,
    fidelity: 'semantic',
    mutates: true,
    action: 'delete_release_asset',
    handle(context, { params }) {
      deleteAsset(context, ...target(params));
      return noContent();
    },
  }),
  operation({
    // Where `browser_download_url` leads; on GitHub a page of the web site.
    id: 'web/release-download',
    method: 'GET',
    path: '/{owner}/{repo}/releases/download/{tag}/{name}',
    fidelity: 'semantic',
    mutates: false,
    action: 'get_release_asset',
    handle: (context, { params }) =>
      download(assetByName(context, ...repositoryParams(params), params.tag ?? '', params.name ?? '')),
  }),
];

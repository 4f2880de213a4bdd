import { collection } from '@svc/twin-kit';

export interface Release {
  id: number;
  repository_id: number;
  tag_name: string;
  target_commitish: string;
  name: string | null;
  body: string | null;
  draft: boolean;
  prerelease: boolean;
  /** Whether it may be shown as the latest: chosen (`true`, `false`), or by its date (`legacy`). */
  make_latest: 'true' | 'false' | 'legacy';
  author_id: number;
  /** When its commit was made. */
  created_at: string;
  published_at: string | null;
  updated_at: string;
}

export interface ReleaseAsset {
  id: number;
  repository_id: number;
  release_id: number;
  name: string;
  label: string | null;
  content_type: string;
  /** Bytes. */
  size: number;
  /** `sha256:…` of the bytes. */
  digest: string;
  /** `utf-8` where the bytes are valid UTF-8, else `base64`. */
  encoding: 'utf-8' | 'base64';
  content: string;
  uploader_id: number;
  created_at: string;
  updated_at: string;
}

export const releaseCollections = {
  releases: collection<Release>()({
    key: (release) => release.id,
    indexes: {
      /** By `<repository_id>/<tag>`; a draft reserves no tag. */
      tag: { group: (release) => (release.draft ? undefined : `${release.repository_id}/${release.tag_name}`) },
      repository: { group: (release) => release.repository_id, order: (release) => [release.created_at, release.id] },
    },
  }),
  release_assets: collection<ReleaseAsset>()({
    key: (asset) => asset.id,
    indexes: {
      release: { group: (asset) => asset.release_id },
      repository: { group: (asset) => asset.repository_id },
    },
  }),
};

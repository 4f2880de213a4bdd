const { SVC_PREFIX = 'svc/', SVC_TAG = 'dev', SVC_BASE_PREFIX = 'svc-base' } = process.env;

export const PREFIX = SVC_PREFIX;
export const TAG = SVC_TAG;

/** An image that docker/build.sh made. */
export const image = (name: string): string => `${PREFIX}${name}:${TAG}`;

/** An image that docker/base/build.sh made. */
export const baseImage = (name: string): string => `${SVC_BASE_PREFIX}/${name}:local`;

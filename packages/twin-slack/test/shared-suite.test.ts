import { describeTwin } from '@svc/twin-kit/testing';
import { slack } from '../src/index.ts';
import { slackSample } from './sample.ts';

describeTwin(slack, slackSample, new URL('./twin-process.ts', import.meta.url));

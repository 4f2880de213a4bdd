import { join } from 'node:path';
import { describeRules } from '@svc/twin-kit/testing';
import { slack } from '../src/index.ts';
import { book } from './rules.ts';

describeRules(slack, join(import.meta.dirname, '../README.md'), book);

import { join } from 'node:path';
import { describeRules } from '@svc/twin-kit/testing';
import { github } from '../src/index.ts';
import { book } from './rules.ts';

describeRules(github, join(import.meta.dirname, '../README.md'), book);

import { join } from 'node:path';
import { describeRules } from '@svc/twin-kit/testing';
import { linear } from '../src/index.ts';
import { book } from './rules.ts';

describeRules(linear, join(import.meta.dirname, '../README.md'), book);

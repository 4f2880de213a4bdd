import { join } from 'node:path';
import { describeRules } from '@svc/twin-kit/testing';
import { gmail } from '../src/index.ts';
import { book } from './rules.ts';

describeRules(gmail, join(import.meta.dirname, '../README.md'), book);

import { join } from 'node:path';
import { describeRules } from '@svc/twin-kit/testing';
import { stripe } from '../src/index.ts';
import { book } from './rules.ts';

describeRules(stripe, join(import.meta.dirname, '../README.md'), book);

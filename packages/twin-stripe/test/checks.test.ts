import { describeChecks } from '@svc/twin-kit/testing';
import { stripe } from '../src/index.ts';
import { cases, record } from './checks/index.ts';

describeChecks({ twin: stripe, cases, record });

import type { IncomingHttpHeaders } from 'node:http';
import type { OPERATIONS, OperationId } from '@svc/contract';
import type { ZodType, z } from 'zod';
import type { Principal } from '../security/api-keys.ts';
import type { KnownCaller } from '../security/known-callers.ts';
import type { Service } from '../service.ts';
import type { Answer } from './answer.ts';

type Spec<Id extends OperationId> = (typeof OPERATIONS)[Id];
type Query<Id extends OperationId> = Spec<Id> extends { query: infer S extends ZodType } ? z.output<S> : undefined;
type Body<Id extends OperationId> = Spec<Id> extends { body: { schema: infer S extends ZodType } } ? z.output<S> : undefined;

/** A request after authentication and validation. */
export interface Call<Id extends OperationId> {
  /** The id in the path; empty on paths without one. */
  id: string;
  query: Query<Id>;
  body: Body<Id>;
  headers: IncomingHttpHeaders;
  /** The caller's IP address. */
  address: string;
  /** Empty for operations without authentication. */
  teamId: string;
  /** Who called; undefined for a caller with a sandbox's token, or without any. */
  principal: Spec<Id>['auth'] extends 'api_key' ? Principal : Principal | undefined;
  /** The only sandbox that the caller's token opens; undefined for an API key. */
  sandboxScope: string | undefined;
  /** There where the caller was not looked up: what is done for it has to be confirmed. */
  known?: KnownCaller;
}

/** One operation: reads the call, works with the service, answers. Refusals are thrown as ServiceError. */
export type Handler<Id extends OperationId> = (service: Service, call: Call<Id>) => Promise<Answer>;
export type Handlers = { [Id in OperationId]: Handler<Id> };

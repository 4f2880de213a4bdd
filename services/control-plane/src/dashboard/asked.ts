import { SMALL_BODY_LIMIT_BYTES } from '@svc/contract';
import type { Request } from 'express';
import type { ZodType, z } from 'zod';
import { parseJson } from '../http/json.ts';
import { readBody } from '../http/read-body.ts';
import { validate } from '../http/validate.ts';

/** The id in the address of a page's request. */
export const idOf = ({ params }: Request): string => String((params as Record<string, unknown>).id);

/** The small body of a page's request. @throws ServiceError where it isn't what the page sends */
export const bodyOf = async <S extends ZodType>(schema: S, request: Request): Promise<z.output<S>> =>
  validate(schema, parseJson(await readBody(request, SMALL_BODY_LIMIT_BYTES)));

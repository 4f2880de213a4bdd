import { describe, expect, test } from '@jest/globals';
import {
  ERROR_NAMES,
  ERROR_REASONS,
  ERROR_TYPES,
  type ErrorName,
  type ErrorReason,
  namedError,
  reasonedError,
  ServiceError,
} from '@svc/contract';

describe('types and statuses', () => {
  // Service specification, "Errors".
  test('are those of the specification', () => {
    expect(Object.entries(ERROR_TYPES).map(([type, { status }]) => [type, status])).toEqual([
      ['validation_failed', 422],
      ['invalid_auth', 401],
      ['quota_exceeded', 402],
      ['revoked_key', 403],
      ['not_found', 404],
      ['conflict', 409],
      ['session_expired', 410],
      ['internal_error', 500],
      ['downstream_unavailable', 503],
    ]);
  });

  test('validation_failed is also 400 and 413', () => {
    expect(new ServiceError('validation_failed', { status: 413 })).toMatchObject({ type: 'validation_failed', status: 413 });
  });

  test('a cause is kept apart from what is sent', () => {
    const error = new ServiceError('internal_error', { cause: new Error('secret') });
    expect(error.message).not.toContain('secret');
    expect(error.details).toEqual({});
    expect(error.cause).toEqual(new Error('secret'));
  });
});

describe('named failures', () => {
  // Service specification, "Named failures".
  test('hold every name of the specification', () => {
    expect(Object.keys(ERROR_NAMES)).toEqual([
      'invalid_seed',
      'invalid_seed_envelope',
      'malformed_scenario_seed',
      'unknown_twins',
      'too_many_twins',
      'twin_snapshot_unavailable',
      'empty_criteria',
      'twin_pull_requires_sync',
    ]);
    expect(Object.keys(ERROR_REASONS)).toEqual(expect.arrayContaining(['ungraded_session', 'capture_incomplete', 'blob_absent']));
  });

  test.each(Object.keys(ERROR_NAMES) as ErrorName[])('%s is a 422 with its name', (name) => {
    expect(namedError(name, { extra: 1 })).toMatchObject({
      type: 'validation_failed',
      status: 422,
      details: { error: name, extra: 1 },
    });
  });

  test.each(Object.keys(ERROR_REASONS) as ErrorReason[])('%s carries its reason', (reason) => {
    const { type } = ERROR_REASONS[reason];
    expect(reasonedError(reason)).toMatchObject({ type, status: ERROR_TYPES[type].status, details: { reason } });
  });
});

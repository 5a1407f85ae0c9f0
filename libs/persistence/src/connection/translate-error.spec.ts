import { describe, expect, it } from '@jest/globals';
import { QueryFailedError } from 'typeorm';
import {
  ConflictError,
  DatabaseUnavailable,
  NotFoundError,
  UnknownReferenceError,
  UnstorableTextError,
} from '../database-error.js';
import { translateError } from './translate-error.js';

const failed = (fields: object, message = 'failed') =>
  new QueryFailedError('SELECT', [], Object.assign(new Error(message), fields));

describe('translateError', () => {
  const rules: [string, unknown, unknown][] = [
    [
      'a taken value names its field',
      failed({ code: '23505', constraint: 'uq_users__scim_external_id' }),
      new ConflictError('scim_external_id', 'taken'),
    ],
    [
      'a missing reference names its field',
      failed({
        code: '23503',
        constraint: 'fk_credentials__team_id',
        detail: 'Key … is not present in table "teams".',
      }),
      new UnknownReferenceError('team_id'),
    ],
    [
      'a row in use names what uses it',
      failed({
        code: '23503',
        constraint: 'fk_credentials__team_id',
        detail: 'Key … is still referenced from table …',
      }),
      new ConflictError('credential', 'in_use'),
    ],
    ['the character NUL in a text', failed({ code: '22021' }), new UnstorableTextError()],
    ['the character NUL in JSON', failed({ code: '22P05' }), new UnstorableTextError()],
    [
      'half of a surrogate pair in JSON',
      failed({ code: '22P02', detail: 'Unicode low surrogate must follow a high surrogate.' }),
      new UnstorableTextError(),
    ],
  ];
  it.each(rules)('%s', (_rule, error, expected) => {
    expect(translateError(error)).toEqual(expected);
  });

  it.each(['ECONNREFUSED', 'ENOTFOUND', '08006', '57P01', '57P03', '53300', '28P01', '3D000', '42P01', '25006'])(
    'code %s is an unavailable database',
    (code) => {
      expect(translateError(failed({ code }))).toBeInstanceOf(DatabaseUnavailable);
      expect(translateError(Object.assign(new Error('raw'), { code }))).toBeInstanceOf(DatabaseUnavailable);
    },
  );

  it.each(['Query read timeout', 'Connection terminated unexpectedly', 'timeout exceeded when trying to connect'])(
    '"%s" is an unavailable database',
    (message) => {
      expect(translateError(failed({}, message))).toBeInstanceOf(DatabaseUnavailable);
    },
  );

  it('leaves its own errors, the caller’s and bugs as they are', () => {
    for (const error of [
      new NotFoundError('team'),
      new TypeError('x is not a function'),
      new Error('the caller changed its mind about the connection'),
      failed({ code: '42601' }, 'syntax error'),
      failed({ code: '22P02', detail: 'Token "x" is invalid.' }, 'invalid input syntax for type json'),
      failed({ code: '23514' }, 'check constraint'),
      'text',
    ]) {
      expect(translateError(error)).toBe(error);
    }
  });
});

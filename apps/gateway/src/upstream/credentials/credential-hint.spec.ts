import { describe, expect, test } from '@jest/globals';
import { credentialHint } from './credential-hint.js';

describe('credentialHint', () => {
  test.each([
    ['a key by its last four characters', 'sk-0123456789abcdef', '…cdef'],
    [
      'an access key by the end of its id, never of its secret',
      { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 'x' },
      '…MPLE',
    ],
    ['a key of fifteen characters not at all', '012345678901234', null],
    ['an empty key not at all', '', null],
    ['nothing where a provider needs none', undefined, null],
  ])('names %s', (_case, credential, hint) => {
    expect(credentialHint(credential as string)).toBe(hint);
  });
});

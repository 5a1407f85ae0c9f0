import { describe, expect, it } from '@jest/globals';
import { endOfCredential } from './end-of-credential.js';

const NOON = new Date('2027-01-31T12:00:00Z');
const EVENING = new Date('2027-01-31T18:00:00Z');

describe('the end of a credential', () => {
  it.each([
    ['never, without an expiry or a schedule', { expiresAt: null, rotationDueAt: null, graceSeconds: 60 }, undefined],
    ['its expiry', { expiresAt: NOON, rotationDueAt: null, graceSeconds: 60 }, NOON.getTime()],
    [
      'due + grace: a token that nobody rotates dies then (docs/contract/authentication.md#virtual-accounts)',
      { expiresAt: null, rotationDueAt: NOON, graceSeconds: 60 },
      NOON.getTime() + 60_000,
    ],
    [
      'the expiry, where that comes before due + grace',
      { expiresAt: NOON, rotationDueAt: EVENING, graceSeconds: 60 },
      NOON.getTime(),
    ],
    [
      'due + grace, where that comes before the expiry',
      { expiresAt: EVENING, rotationDueAt: NOON, graceSeconds: 60 },
      NOON.getTime() + 60_000,
    ],
  ])('is %s', (_rule, credential, end) => {
    expect(endOfCredential(credential)).toBe(end);
  });
});

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { CredentialRotation } from './credential-rotation.js';

describe('docs/contract/routing.md#credential-rotation: several credentials of one provider are rotated, and one that is rate-limited rests', () => {
  it('takes them in turn', () => {
    const rotation = new CredentialRotation(3);
    expect([0, 0, 0, 0].map((now) => rotation.next(now))).toEqual([0, 1, 2, 0]);
  });

  it('leaves one out until it has rested', () => {
    const rotation = new CredentialRotation(3);
    rotation.rest(1, 1_000);
    expect([0, 0, 0, 999].map((now) => rotation.next(now))).toEqual([0, 2, 0, 2]);
    expect([1_000, 1_000].map((now) => rotation.next(now))).toEqual([0, 1]);
  });

  it('takes the one that is to rest the shortest where all rest: a request is not rejected for a guess', () => {
    const rotation = new CredentialRotation(3);
    rotation.rest(0, 3_000);
    rotation.rest(1, 2_000);
    rotation.rest(2, 4_000);
    expect([rotation.next(0), rotation.next(0)]).toEqual([1, 1]);
    expect([rotation.restAt(0), rotation.restAt(2_000)]).toEqual([2_000, 0]);
  });

  it('never takes one that rests while another does not', () => {
    const steps = fc.array(fc.record({ index: fc.nat(4), until: fc.nat(100), now: fc.nat(100) }));
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5 }), steps, (size, given) => {
        const rotation = new CredentialRotation(size);
        const rests = new Array<number>(size).fill(-1);
        for (const { index, until, now } of given) {
          rotation.rest(index % size, until);
          rests[index % size] = Math.max(rests[index % size] ?? 0, until);
          const chosen = rests[rotation.next(now)] ?? 0;
          if (rests.some((rest) => rest <= now)) expect(chosen).toBeLessThanOrEqual(now);
        }
      }),
    );
  });
});

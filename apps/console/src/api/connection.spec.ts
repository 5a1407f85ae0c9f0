import { describe, expect, it } from '@jest/globals';
import { followTrouble, lastTrouble, noteStatus, troubleOf } from './connection.js';

describe('the trouble of the connection', () => {
  it.each([
    [0, 'unreachable'],
    [500, 'failing'],
    [503, 'failing'],
    [404, undefined],
    [200, undefined],
  ])('of the status %d is %s', (status, trouble) => {
    expect(troubleOf(status)).toBe(trouble);
  });

  it('ends with a call that is answered, and is told when it changes', () => {
    const told: unknown[] = [];
    const end = followTrouble(() => told.push(lastTrouble()));
    for (const status of [0, 0, 503, 403, 200]) noteStatus(status);
    end();
    noteStatus(0);
    noteStatus(200);
    expect(told).toEqual(['unreachable', 'failing', undefined]);
  });
});

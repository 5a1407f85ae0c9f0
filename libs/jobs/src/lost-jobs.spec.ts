import { describe, expect, it } from '@jest/globals';
import { countLosses, MOST_LOSSES } from './lost-jobs.js';

const begun = { losses: 1, isBegun: true, progress: 'a' };
const waiting = { losses: 1, isBegun: false, progress: 'a' };

describe('a job whose process ended', () => {
  it.each([
    ['has lost once', undefined, true, 'a', { losses: 1, isBegun: false, progress: 'a' }],
    ['has lost nothing where its handler failed in order', undefined, false, 'a', undefined],
    ['is to blame for the second end if it was begun alone', begun, true, 'a', { ...begun, losses: MOST_LOSSES }],
    ['is not to blame for an end while it waited for its turn', waiting, true, 'a', waiting],
    ['stays a suspect when it was put back in order', begun, false, 'a', begun],
    ['begins anew if it got on in between', begun, true, 'b', { losses: 1, isBegun: false, progress: 'b' }],
    ['is no suspect any more if it got on and was put back in order', begun, false, 'b', undefined],
  ])('%s', (_rule, known, isLost, progress, expected) => {
    expect(countLosses(known, isLost, progress)).toEqual(expected);
  });
});

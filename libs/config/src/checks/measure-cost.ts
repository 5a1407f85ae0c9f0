import type { RE2JS } from 're2js';
import type { Steps } from '../file/in-slices.js';

/**
 * Lengths of the looks, in characters, and how many times the limit one may take, since a look at a short text is mostly the
 * automaton's beginning. The first are short: a pattern that is far too slow is found out by them.
 */
const LOOKS = [
  { length: 32, slack: 64 },
  { length: 128, slack: 8 },
  { length: 1_024, slack: 1 },
];
/**
 * An automaton that has run out of states takes up to 60 nanoseconds for each instruction and character from then on. One look at
 * so many of both takes at most some 40 milliseconds, for it must not hold up requests.
 */
const MOST_WORK = 600_000;
/** One slow look may be the machine's. */
const TRIES = 3;

/**
 * Measures the nanoseconds of the processor that a pattern takes for a character of a text at worst; infinity as soon
 * as it is surely more than the limit. Each look is a step of its own, so that anyone who asks can let others have a
 * turn.
 *
 * @param texts at least 1,024 characters each
 */
export function* measureCost(
  pattern: RE2JS,
  look: (text: string) => void,
  texts: readonly string[],
  limit: number,
): Steps<number> {
  const longest = Math.ceil(MOST_WORK / pattern.programSize());
  let worst = 0;
  for (const text of texts) {
    for (const { length, slack } of LOOKS) {
      const cost = yield* measureLook(look, text.slice(0, Math.min(length, longest)), limit * slack);
      if (cost > limit * slack) return Number.POSITIVE_INFINITY;
      if (slack === 1) worst = Math.max(worst, cost);
    }
  }
  return worst;
}

/** The best of some tries. */
function* measureLook(look: (text: string) => void, text: string, limit: number): Steps<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let time = 0; time < TRIES; time++) {
    const start = process.threadCpuUsage();
    look(text);
    const { system, user } = process.threadCpuUsage(start);
    best = Math.min(best, ((system + user) * 1_000) / text.length);
    yield;
    // Fast enough, or so slow that it is the pattern: a second look at the same text finds the automaton's states ready.
    if (best < limit / 4 || best > limit * 3) break;
  }
  return best;
}

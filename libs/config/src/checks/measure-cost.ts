import type { Steps } from '../in-slices.js';

/** Characters of the probes. The first is short: a pattern that is far too slow is found out without a long look. */
const LENGTHS = [128, 1_024];
/** A look at a short text is mostly the automaton's beginning, and code that is not optimized yet. */
const SHORT = 1_000;
const SLACK = 8;
/** One slow look may be the machine's. */
const TRIES = 3;

/**
 * What a pattern takes for a character of a text at worst, in nanoseconds of the processor; infinity as soon as it is surely more
 * than the limit. Each look is a step of its own, so that whoever asks can let others have a turn.
 *
 * @param texts at least 1,024 characters each
 */
export function* measureCost(look: (text: string) => void, texts: readonly string[], limit: number): Steps<number> {
  let worst = 0;
  for (const text of texts) {
    for (const length of LENGTHS) {
      const most = length < SHORT ? limit * SLACK : limit;
      const cost = yield* measureProbe(look, text.slice(0, length), most);
      if (cost > most) return Number.POSITIVE_INFINITY;
      if (length >= SHORT) worst = Math.max(worst, cost);
    }
  }
  return worst;
}

/** The best of some tries. */
function* measureProbe(look: (text: string) => void, text: string, limit: number): Steps<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let time = 0; time < TRIES; time++) {
    const start = process.threadCpuUsage();
    look(text);
    const { system, user } = process.threadCpuUsage(start);
    best = Math.min(best, ((system + user) * 1_000) / text.length);
    yield;
    // Fast enough, or so slow that no second look would help.
    if (best < limit / 4 || best > limit * SLACK) break;
  }
  return best;
}

/**
 * About how many instructions a pattern is once its repetitions are written out, without compiling it: a short pattern may be
 * a large program. Never far too few for a pattern that is valid.
 */
export function estimatePatternSize(source: string): number {
  const groups: number[] = [];
  let size = 0;
  let last = 0;
  for (let at = 0; at < source.length; at++) {
    const character = source[at];
    const repetition = character === '{' ? /^\{(\d{1,4})(?:,(\d{0,4}))?\}/.exec(source.slice(at, at + 12)) : null;
    if (repetition) {
      const times = Math.max(Number(repetition[1]), Number(repetition[2] ?? 0), 1);
      size += last * (times - 1);
      last *= times;
      at += repetition[0].length - 1;
    } else if (character === '(') {
      groups.push(size);
      last = 0;
    } else if (character === ')') {
      last = size - (groups.pop() ?? 0) + 2;
      size += 2;
    } else {
      if (character === '\\') at += 1;
      else if (character === '[') at = endOfClass(source, at);
      last = 1;
      size += 1;
    }
  }
  return size;
}

/** A hyphen, the code point behind it, and the one before it: beyond ASCII, or written as a number. */
const RANGE = /(?:(?<!\\)\\[xu]\{?([\da-fA-F]+)\}?|([^\0-\x7f]))?-(?:\\[xu]\{?([\da-fA-F]+)\}?|([^\0-\x7f]))/gu;
/** RE2 folds the case of a range one code point at a time, up to the last that has a case. */
const LAST_WITH_CASE = 0x1e943;
const POINTS_A_UNIT = 10_000;

/**
 * About how long a pattern takes to compile beyond its size, in units of about half a millisecond: a class of Unicode is one, and a
 * range of code points one for every ten thousand of them.
 */
export function estimateClassCost(source: string): number {
  let cost = source.match(/\\p/gi)?.length ?? 0;
  for (const [, fromNumber, fromCharacter, toNumber, toCharacter] of source.matchAll(RANGE)) {
    const from = readPoint(fromNumber, fromCharacter);
    const to = Math.min(readPoint(toNumber, toCharacter), LAST_WITH_CASE);
    cost += Math.max(0, to - from) / POINTS_A_UNIT;
  }
  return cost;
}

/** Unknown notation counts as the first code point: the range is rather too large than too small. */
function readPoint(number: string | undefined, character: string | undefined): number {
  return number === undefined ? (character?.codePointAt(0) ?? 0) : Number.parseInt(number, 16);
}

function endOfClass(source: string, from: number): number {
  // A bracket right behind the first one, or behind the caret, is a member.
  let at = from + (source[from + 1] === '^' ? 3 : 2);
  while (at < source.length && source[at] !== ']') at += source[at] === '\\' ? 2 : 1;
  return at;
}

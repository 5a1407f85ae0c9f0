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

function endOfClass(source: string, from: number): number {
  // A bracket right behind the first one, or behind the caret, is a member.
  let at = from + (source[from + 1] === '^' ? 3 : 2);
  while (at < source.length && source[at] !== ']') at += source[at] === '\\' ? 2 : 1;
  return at;
}

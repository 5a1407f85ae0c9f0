/** A line of a comparison. */
export interface DiffLine {
  readonly key: string;
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** Longer texts are not compared line by line: the effort grows with the product of their lengths. */
const MOST_LINES = 1_000;

/** Compares two texts line by line: the longest common lines stay, others are removed or added. */
export function diffLines(before: string, after: string): DiffLine[] {
  const [was, is] = [before.split('\n'), after.split('\n')];
  if (was.length > MOST_LINES || is.length > MOST_LINES) {
    return before === after ? mark(is, 'same') : [...mark(was, 'removed'), ...mark(is, 'added')];
  }
  const lengths = commonLengths(was, is);
  const lines: DiffLine[] = [];
  let [left, right] = [0, 0];
  while (left < was.length || right < is.length) {
    const kind = kindAt(was, is, lengths, left, right);
    lines.push({ key: `${left}:${right}`, kind, text: (kind === 'added' ? is[right] : was[left]) ?? '' });
    if (kind !== 'added') left += 1;
    if (kind !== 'removed') right += 1;
  }
  return lines;
}

function kindAt(
  was: readonly string[],
  is: readonly string[],
  lengths: readonly Uint16Array[],
  left: number,
  right: number,
): DiffLine['kind'] {
  if (left >= was.length) return 'added';
  if (right >= is.length) return 'removed';
  if (was[left] === is[right]) return 'same';
  return at(lengths, left + 1, right) >= at(lengths, left, right + 1) ? 'removed' : 'added';
}

function mark(lines: readonly string[], kind: DiffLine['kind']): DiffLine[] {
  return lines.map((text, index) => ({ key: `${kind}:${index}`, kind, text }));
}

const at = (lengths: readonly Uint16Array[], left: number, right: number): number => lengths[left]?.[right] ?? 0;

/** Number of common lines from each pair of positions to the ends. */
function commonLengths(was: readonly string[], is: readonly string[]): Uint16Array[] {
  const lengths = Array.from({ length: was.length + 1 }, () => new Uint16Array(is.length + 1));
  for (let left = was.length - 1; left >= 0; left -= 1) {
    const row = lengths[left];
    if (row === undefined) continue;
    for (let right = is.length - 1; right >= 0; right -= 1) {
      const isSame = was[left] === is[right];
      row[right] = isSame
        ? at(lengths, left + 1, right + 1) + 1
        : Math.max(at(lengths, left + 1, right), at(lengths, left, right + 1));
    }
  }
  return lengths;
}

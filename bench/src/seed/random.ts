/** Numbers that look random and are the same for the same seed. */
export interface Random {
  /** At least 0, below 1. */
  next(): number;
  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number;
  pick<Item>(items: readonly Item[]): Item;
  /** True as often as the share says. */
  isDue(share: number): boolean;
  /** A number around 1, mostly between a third and three: times and sizes are spread like this. */
  spread(): number;
}

/** Makes the numbers of a seed (mulberry32). */
export function makeRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1));
  return {
    next,
    between,
    pick: (items) => {
      const item = items[between(0, items.length - 1)];
      if (item === undefined) throw new Error('There is nothing to pick from.');
      return item;
    },
    isDue: (share) => next() < share,
    spread: () => Math.exp((next() + next() + next() - 1.5) * 1.1),
  };
}

/** Chooses places by their weights, each as often as its share of their sum. */
export function makeChooser(weights: readonly number[]): (random: Random) => number {
  const ends: number[] = [];
  let sum = 0;
  for (const weight of weights) {
    sum += weight;
    ends.push(sum);
  }
  if (sum <= 0) throw new Error('One of the weights must be above 0.');
  return (random) => {
    const wanted = random.next() * sum;
    let low = 0;
    let high = ends.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] ?? 0) > wanted) high = middle;
      else low = middle + 1;
    }
    return low;
  };
}

import type { ModelPrice } from './model-price.js';
import type { PriceTag } from './price-book.js';
import { NO_FACTORS, type PriceFactors } from './price-factors.js';
import { type DatedPrices, type PriceSource, readDeclaredPrice } from './read-declared-price.js';

interface Period {
  /** Beginning in milliseconds since the epoch. */
  readonly from: number;
  readonly price: ModelPrice;
}

/** Price that changes at stated moments. Looking it up compares one number with the clock. */
class DatedPrice implements PriceTag {
  private place = 0;

  /** @param periods in the order of their beginnings; the first holds before all others */
  constructor(private readonly periods: readonly Period[]) {}

  get current(): ModelPrice | undefined {
    const now = Date.now();
    let next = this.periods[this.place + 1];
    while (next !== undefined && next.from <= now) {
      this.place += 1;
      next = this.periods[this.place + 1];
    }
    return this.periods[this.place]?.price;
  }

  at(moment: number): ModelPrice | undefined {
    return this.periods.findLast(({ from }) => from <= moment)?.price;
  }
}

/** The price that somebody declared, as it is whenever it is looked at. */
export function tagDeclaredPrice(
  declared: DatedPrices,
  source: PriceSource,
  factors: PriceFactors = NO_FACTORS,
): PriceTag {
  const { changes = [] } = declared;
  const price = readDeclaredPrice(declared, source, factors);
  if (changes.length === 0) return { current: price };
  const later = changes
    .map(({ from, ...prices }) => ({ from: Date.parse(from), price: readDeclaredPrice(prices, source, factors) }))
    .sort((one, other) => one.from - other.from);
  return new DatedPrice([{ from: Number.NEGATIVE_INFINITY, price }, ...later]);
}

import { type CachePolicyCaller, PlacedPolicies, type PolicyPlace } from './placed-policies.js';

export type { CachePolicyCaller } from './placed-policies.js';

/** A cache policy with its place and with every default applied. */
export interface CachePolicy extends PolicyPlace {
  readonly ttlSeconds: number;
}

/** Times for which answers are cached, by the policies that say so. */
export class CachePolicies {
  private readonly times = new PlacedPolicies<number>(Math.min);

  add({ ttlSeconds, ...place }: CachePolicy): void {
    this.times.put(place, ttlSeconds);
  }

  get isEmpty(): boolean {
    return this.times.isEmpty;
  }

  /**
   * Finds the seconds for which an answer is cached; undefined if no policy caches it. The shortest time of several
   * policies that fit holds.
   *
   * @param models every name of the model
   */
  findTtl(caller: CachePolicyCaller, models: readonly string[]): number | undefined {
    return this.times.find(caller, models);
  }
}

import { GatewayError } from '@multilane/errors';

/** Requests that wait at once, in this process. */
const MOST_WAITING = 100;
/** Limit of one tenant's share of them: the others are left for everybody else. */
const MOST_OF_ONE = 25;

/** Bounds how many requests wait for a worker of the gateway, or for a server that a tenant names. One tenant cannot take all places. */
export class WaitingRoom {
  private readonly places = new Map<string, number>();
  private waiting = 0;

  /** @param most requests that may wait at once */
  constructor(private readonly most = MOST_WAITING) {}

  /**
   * Resolves or rejects as `work` does.
   *
   * @param tenant the workspace or organization that the request is for
   * @throws GatewayError 503 `overloaded` where no place is free, before `work` begins
   */
  async wait<Result>(tenant: string, work: () => Promise<Result>): Promise<Result> {
    const taken = this.places.get(tenant) ?? 0;
    if (this.waiting >= this.most || taken >= MOST_OF_ONE) {
      throw new GatewayError('overloaded', { headers: { 'retry-after': '5' } });
    }
    this.waiting += 1;
    this.places.set(tenant, taken + 1);
    try {
      return await work();
    } finally {
      this.waiting -= 1;
      const left = (this.places.get(tenant) ?? 1) - 1;
      if (left === 0) this.places.delete(tenant);
      else this.places.set(tenant, left);
    }
  }
}

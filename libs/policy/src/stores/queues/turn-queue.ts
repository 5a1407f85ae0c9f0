import {
  LANES_EXAMINED,
  LONGEST_EXAMINED,
  LONGEST_WAITING_EVERY,
  REQUEST_PRIORITIES,
} from '../../limits/slot-queue.js';
import type { WaitingRequest } from './waiting-request.js';

type Lanes = Map<string, Set<WaitingRequest>>;

/**
 * Requests that wait for slots of one counter, in the order of their turns (docs/contract/limits.md#queues): by priority; within a class
 * one organization after the other, within an organization one lane after the other, within a lane first come first served. Every
 * eighth slot goes to the request that has waited longest.
 */
export class TurnQueue {
  /** Requests that found this limit full when they came. */
  length = 0;
  /**
   * True if none of them fits although there is room, since other limits of theirs are full: whoever returns a slot of those looks through
   * their queues, so this one need not be looked through before it was full again.
   */
  isResting = false;
  private grants = 0;
  private readonly arrivals = new Set<WaitingRequest>();
  private readonly classes: readonly Map<string, Lanes>[] = REQUEST_PRIORITIES.map(() => new Map<string, Lanes>());

  /** @param limit the newest one, so that a limit that was raised holds for those that wait already */
  constructor(public limit: number) {}

  /** Requests in the queue, including those that wait for another limit. */
  get size(): number {
    return this.arrivals.size;
  }

  add(request: WaitingRequest): void {
    const lanes = findOrAdd(this.classOf(request), request.ticket.organization, makeLanes);
    findOrAdd(lanes, request.lane, makeLane).add(request);
    this.arrivals.add(request);
  }

  delete(request: WaitingRequest): void {
    if (!this.arrivals.delete(request)) return;
    const organizations = this.classOf(request);
    const { lane } = request;
    const { organization } = request.ticket;
    const lanes = organizations.get(organization);
    const waiting = lanes?.get(lane);
    waiting?.delete(request);
    if (waiting?.size === 0) lanes?.delete(lane);
    if (lanes?.size === 0) organizations.delete(organization);
  }

  /** The request that has got its slots leaves the queue, and its owners go to the end of their rounds. */
  serve(request: WaitingRequest): void {
    this.grants += 1;
    this.delete(request);
    const organizations = this.classOf(request);
    const lanes = organizations.get(request.ticket.organization);
    if (lanes === undefined) return;
    moveToEnd(organizations, request.ticket.organization);
    moveToEnd(lanes, request.lane);
  }

  /** The request whose turn it is, among those that fit under all of their limits. */
  choose(fits: (request: WaitingRequest) => boolean): WaitingRequest | undefined {
    const isTurnOfLongest = this.grants % LONGEST_WAITING_EVERY === LONGEST_WAITING_EVERY - 1;
    this.isResting = false;
    return (isTurnOfLongest ? this.findLongest(fits) : undefined) ?? this.findNext(fits);
  }

  private findLongest(fits: (request: WaitingRequest) => boolean): WaitingRequest | undefined {
    let examined = 0;
    for (const request of this.arrivals) {
      if (fits(request)) return request;
      examined += 1;
      if (examined === LONGEST_EXAMINED) break;
    }
    return undefined;
  }

  private findNext(fits: (request: WaitingRequest) => boolean): WaitingRequest | undefined {
    let examined = 0;
    for (let rank = this.classes.length - 1; rank >= 0; rank--) {
      for (const lanes of this.classes[rank]?.values() ?? []) {
        for (const [first] of lanes.values()) {
          if (first !== undefined && fits(first)) return first;
          examined += 1;
          if (examined === LANES_EXAMINED) return undefined;
        }
      }
    }
    this.isResting = true;
    return undefined;
  }

  private classOf({ rank }: WaitingRequest): Map<string, Lanes> {
    return this.classes[rank] as Map<string, Lanes>;
  }
}

function moveToEnd<Value>(round: Map<string, Value>, name: string): void {
  const value = round.get(name);
  if (value === undefined) return;
  round.delete(name);
  round.set(name, value);
}

function findOrAdd<Value>(map: Map<string, Value>, name: string, make: () => Value): Value {
  const known = map.get(name);
  if (known !== undefined) return known;
  const made = make();
  map.set(name, made);
  return made;
}

const makeLanes = (): Lanes => new Map();
const makeLane = (): Set<WaitingRequest> => new Set();

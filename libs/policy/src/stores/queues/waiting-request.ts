import type { SlotLimit } from '../../limits/ceiling.js';
import { rankOf, type SlotTicket, type SlotWait } from '../../limits/slot-queue.js';
import type { SlotVerdict } from '../../limits/slot-store.js';

/** Requests of one process that wait, and the bytes of their bodies, at most. Further requests are rejected. */
export const MOST_WAITING = 10_000;
export const MOST_PARKED_BYTES = 256 * 1024 * 1024;

/** Part of the room that an organization has taken. */
interface Parked {
  requests: number;
  bytes: number;
}

const NOTHING: Readonly<Parked> = { requests: 0, bytes: 0 };

/**
 * All waiting requests of a process, whatever they wait for. An organization gets no more of the room than is left free for the others, so that
 * none can fill it: half of it where no other waits.
 */
export class WaitingRoom {
  private readonly waiting = new Set<WaitingRequest>();
  private readonly byOrganization = new Map<string, Parked>();
  private parkedBytes = 0;
  private ended: Error | undefined = undefined;

  /** True if one more request of the organization, with such a body, may wait. */
  hasRoomFor({ bytes, organization }: Pick<SlotTicket, 'bytes' | 'organization'>): boolean {
    if (this.ended !== undefined) return false;
    const own = this.byOrganization.get(organization) ?? NOTHING;
    return (
      own.requests + this.waiting.size < MOST_WAITING && own.bytes + this.parkedBytes + 2 * bytes <= MOST_PARKED_BYTES
    );
  }

  add(request: WaitingRequest): void {
    const { bytes, organization } = request.ticket;
    this.waiting.add(request);
    this.parkedBytes += bytes;
    const own = this.byOrganization.get(organization);
    if (own === undefined) {
      this.byOrganization.set(organization, { requests: 1, bytes });
    } else {
      own.requests += 1;
      own.bytes += bytes;
    }
  }

  delete(request: WaitingRequest): void {
    if (!this.waiting.delete(request)) return;
    const { bytes, organization } = request.ticket;
    this.parkedBytes -= bytes;
    const own = this.byOrganization.get(organization);
    if (own === undefined) return;
    own.requests -= 1;
    own.bytes -= bytes;
    if (own.requests === 0) this.byOrganization.delete(organization);
  }

  /** Rejects every request that waits, and lets none wait any more. */
  endAll(reason: Error): void {
    this.ended = reason;
    for (const request of [...this.waiting]) request.abort(reason);
  }
}

/** Place in which a request waits. */
interface WaitingPlace {
  /** The request has ended its wait without a slot, and leaves the place. */
  leave(request: WaitingRequest): void;
}

/** One request that waits. It ends once: with its slots, with the limit that it waited for, or with the reason of its abort. */
export class WaitingRequest implements SlotWait {
  readonly verdict: Promise<SlotVerdict>;
  /** Position of its priority class. */
  readonly rank: number;
  /** Requests of one member under the same limits, which are served first come first served. */
  readonly lane: string;
  /** True if Redis has put it into its queues. */
  isQueued = false;
  private isOver = false;
  private resolve: (verdict: SlotVerdict) => void = ignore;
  private reject: (reason: Error) => void = ignore;
  private readonly timer: NodeJS.Timeout;

  /** @param full the first limit that was full when the request came; it has a queue */
  constructor(
    readonly limits: readonly SlotLimit[],
    readonly slot: string,
    readonly ticket: SlotTicket,
    readonly full: SlotLimit,
    private readonly room: WaitingRoom,
    private readonly place: WaitingPlace,
  ) {
    this.verdict = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
    // A client may leave before anybody waits for the verdict.
    this.verdict.catch(ignore);
    this.rank = rankOf(ticket.priority);
    this.lane = laneOf(limits, ticket);
    this.timer = setTimeout(giveUp, ticket.maxWaitMs ?? full.queue?.maxWaitMs ?? 0, this).unref();
    room.add(this);
  }

  /** It has its slots. */
  grant(): void {
    if (this.end()) this.resolve(undefined);
  }

  /** Its time is over, or its place is lost. */
  giveUp(): void {
    if (!this.end()) return;
    this.place.leave(this);
    this.resolve(this.full);
  }

  abort(reason: Error): void {
    if (!this.end()) return;
    this.place.leave(this);
    this.reject(reason);
  }

  private end(): boolean {
    if (this.isOver) return false;
    this.isOver = true;
    clearTimeout(this.timer);
    this.room.delete(this);
    return true;
  }
}

/** Requests of one member that the same limits hold for. */
export function laneOf(limits: readonly SlotLimit[], { member }: SlotTicket): string {
  return [member, ...limits.map(({ counter }) => counter)].join('|');
}

function ignore(): void {
  // Used until the promise is made.
}

function giveUp(request: WaitingRequest): void {
  request.giveUp();
}

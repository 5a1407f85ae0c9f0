import type { SlotLimit } from '../limits/ceiling.js';
import type { SlotTicket } from '../limits/slot-queue.js';
import type { SlotVerdict } from '../limits/slot-store.js';
import { RedisAway } from './pending-command.js';
import { enterArguments, tagOf } from './queues/enter-arguments.js';
import { nextCounters } from './queues/next-counters.js';
import { ENTER_SCRIPT, LEAVE_SCRIPT, POLL_SCRIPT } from './queues/slot-queue-scripts.js';
import { WaitingRequest, WaitingRoom } from './queues/waiting-request.js';
import type { RedisArgument, RedisLink, RedisScript } from './redis-link.js';

/** Pause between two polls while requests wait, in milliseconds; it grows with the organizations whose requests wait. */
const POLL_EVERY_MS = 20;
const POLL_EVERY_MS_A_GROUP = 2;

/** Pause between two looks at the own share of the limits while Redis is unavailable, in milliseconds. */
const LOOK_EVERY_MS = 50;

/** Requests that enter again in one turn, at most. */
const ENTRIES_A_TURN = 500;

/** Departures that are remembered while Redis is unavailable, at most. Redis forgets the others when it hears nothing. */
const MOST_DEPARTURES = 20_000;

/** Slots of the process, by which limits are kept while Redis is unavailable. */
export interface OwnSlots {
  /** The limit of which this process has used up its share; the slots are held if there is none. */
  takeShare(limits: readonly SlotLimit[], slot: string): SlotVerdict;
  hold(limits: readonly SlotLimit[], slot: string): void;
  noteMiss(): void;
}

export interface RedisWaitsOptions {
  readonly link: Pick<RedisLink, 'isAway' | 'evaluate'>;
  readonly own: OwnSlots;
  readonly leaseSeconds: number;
  /** Names the process to the others. */
  readonly processName: string;
  readonly room?: WaitingRoom | undefined;
  /** Seconds, instead of Redis's own clock. */
  readonly clock?: (() => number) | undefined;
}

/** Counters of one hash slot that requests of this process wait for, each with their number. */
interface Group {
  readonly counters: Map<string, number>;
  /** Commands that may grant slots and were not answered yet. */
  pending: number;
  isPolled: boolean;
}

/**
 * Requests that wait for slots in Redis (docs/contract/limits.md#queues). The queues are in Redis, whoever returns a slot grants it to the
 * request whose turn it is, and each process collects its grants with its next command: at least every 20 ms while requests wait.
 */
export class RedisWaits {
  readonly room: WaitingRoom;
  private readonly waiting = new Map<string, WaitingRequest>();
  private readonly groups = new Map<string, Group>();
  /** Requests that found a limit full when they came, by its counter. */
  private readonly lengths = new Map<string, number>();
  /** Requests that Redis has yet to put into its queues. */
  private readonly unqueued = new Set<WaitingRequest>();
  /** Requests that left while Redis was unavailable, or of which it was not told. */
  private readonly departures = new Map<string, readonly SlotLimit[]>();
  /** Slots that were asked for and not answered yet, each with true if it was granted already. */
  private readonly entering = new Map<string, boolean>();
  /** Slots that were taken under limits with queues. */
  private readonly owned = new Set<string>();
  private readonly sent = new Set<Promise<unknown>>();
  private timer: NodeJS.Timeout | undefined = undefined;
  private isClosed = false;
  // Bound, not written here as a function: see CONTRIBUTING.md.
  private readonly turn = this.onTurn.bind(this);

  constructor(private readonly options: RedisWaitsOptions) {
    this.room = options.room ?? new WaitingRoom();
  }

  /** Takes the slots, or waits for them. Rejects only if the wait is aborted. */
  async enter(limits: readonly SlotLimit[], slot: string, ticket: SlotTicket | undefined): Promise<SlotVerdict> {
    if (this.options.link.isAway) return this.enterAlone(limits, slot, ticket);
    this.entering.set(slot, false);
    let code: number;
    try {
      code = await this.ask(ENTER_SCRIPT, limits, this.describe(limits, slot, ticket));
    } catch (error) {
      this.entering.delete(slot);
      this.followLate(error, limits, slot);
      return this.enterAlone(limits, slot, ticket);
    }
    const isGranted = this.entering.get(slot) === true;
    this.entering.delete(slot);
    if (code === 0 || isGranted) {
      this.own(limits, slot);
      return undefined;
    }
    const full = limits[Math.abs(code) - 1] as SlotLimit;
    if (code > 0) return full;
    const request = ticket && this.begin(limits, slot, ticket, full, true);
    if (request !== undefined) return request.verdict;
    this.send(LEAVE_SCRIPT, limits, [slot]);
    return full;
  }

  /** Returns a slot. */
  release(limits: readonly SlotLimit[], slot: string): void {
    this.owned.delete(slot);
    if (!this.options.link.isAway) this.send(LEAVE_SCRIPT, limits, [slot]);
  }

  /** The request waits no longer, and has no slot. */
  leave(request: WaitingRequest): void {
    const { limits, slot } = request;
    this.forget(request);
    if (this.options.link.isAway) this.noteDeparture(limits, slot);
    else this.depart(limits, slot);
  }

  private depart(limits: readonly SlotLimit[], slot: string): void {
    this.send(LEAVE_SCRIPT, limits, [slot], () => this.noteDeparture(limits, slot));
  }

  private noteDeparture(limits: readonly SlotLimit[], slot: string): void {
    if (this.isClosed || this.departures.size >= MOST_DEPARTURES) return;
    this.departures.set(slot, limits);
    this.schedule();
  }

  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.timer);
    await Promise.all(this.sent);
  }

  private enterAlone(
    limits: readonly SlotLimit[],
    slot: string,
    ticket: SlotTicket | undefined,
  ): SlotVerdict | Promise<SlotVerdict> {
    const { own } = this.options;
    own.noteMiss();
    const full = own.takeShare(limits, slot);
    if (full === undefined) {
      this.owned.add(slot);
      return undefined;
    }
    const length = this.lengths.get(full.counter) ?? 0;
    if (ticket === undefined || full.queue === undefined || length >= full.queue.maxLength) return full;
    return this.begin(limits, slot, ticket, full, false)?.verdict ?? full;
  }

  /** Undefined if too many requests wait. */
  private begin(
    limits: readonly SlotLimit[],
    slot: string,
    ticket: SlotTicket,
    full: SlotLimit,
    isQueued: boolean,
  ): WaitingRequest | undefined {
    if (!this.room.hasRoomFor(ticket)) return undefined;
    const request = new WaitingRequest(limits, slot, ticket, full, this.room, this);
    this.waiting.set(slot, request);
    this.lengths.set(full.counter, (this.lengths.get(full.counter) ?? 0) + 1);
    this.unqueued.add(request);
    if (isQueued) this.noteQueued(request);
    ticket.begin(request, full);
    this.schedule();
    return request;
  }

  private grant(request: WaitingRequest): void {
    this.forget(request);
    this.own(request.limits, request.slot);
    request.grant();
  }

  private own(limits: readonly SlotLimit[], slot: string): void {
    this.owned.add(slot);
    this.options.own.hold(limits, slot);
  }

  private forget(request: WaitingRequest): void {
    const { full, slot } = request;
    if (!this.waiting.delete(slot)) return;
    this.noteUnqueued(request);
    this.unqueued.delete(request);
    const left = (this.lengths.get(full.counter) ?? 0) - 1;
    if (left > 0) this.lengths.set(full.counter, left);
    else this.lengths.delete(full.counter);
  }

  private noteQueued(request: WaitingRequest): void {
    this.unqueued.delete(request);
    if (request.isQueued) return;
    request.isQueued = true;
    const { counters } = this.groupOf(request.limits);
    for (const { counter, queue } of request.limits) {
      if (queue !== undefined) counters.set(counter, (counters.get(counter) ?? 0) + 1);
    }
  }

  /** Redis does not know the request, or no longer. */
  private noteUnqueued(request: WaitingRequest): void {
    this.unqueued.add(request);
    if (!request.isQueued) return;
    request.isQueued = false;
    const { counters } = this.groupOf(request.limits);
    for (const { counter, queue } of request.limits) {
      if (queue === undefined) continue;
      const left = (counters.get(counter) ?? 0) - 1;
      if (left > 0) counters.set(counter, left);
      else counters.delete(counter);
    }
    if (counters.size === 0) this.groups.delete(tagOf(request.limits));
  }

  private groupOf(limits: readonly SlotLimit[]): Group {
    const tag = tagOf(limits);
    const known = this.groups.get(tag);
    if (known !== undefined) return known;
    const group: Group = { counters: new Map(), pending: 0, isPolled: false };
    this.groups.set(tag, group);
    return group;
  }

  private schedule(): void {
    if (this.timer !== undefined || this.waiting.size + this.departures.size === 0) return;
    const everyMs = this.options.link.isAway
      ? LOOK_EVERY_MS
      : Math.max(POLL_EVERY_MS, POLL_EVERY_MS_A_GROUP * this.groups.size);
    this.timer = setTimeout(this.turn, everyMs * (0.75 + Math.random() / 2)).unref();
  }

  private onTurn(): void {
    this.timer = undefined;
    if (this.options.link.isAway) this.serveAlone();
    else {
      const left = [...this.departures];
      this.departures.clear();
      for (const [slot, limits] of left) this.depart(limits, slot);
      this.enterAgain();
      for (const [tag, group] of this.groups) this.poll(tag, group);
    }
    this.schedule();
  }

  /** The own share of each limit goes to the own requests, by priority, and within a class first come first served. */
  private serveAlone(): void {
    const full = new Set<string>();
    const requests = [...this.waiting.values()].sort((a, b) => b.rank - a.rank);
    for (const request of requests) {
      const { limits, slot } = request;
      if (limits.some(({ counter }) => full.has(counter))) continue;
      const reached = this.options.own.takeShare(limits, slot);
      if (reached === undefined) this.grant(request);
      else full.add(reached.counter);
    }
  }

  /** Puts requests into the queues that Redis does not know, or has given up. */
  private enterAgain(): void {
    let entered = 0;
    for (const request of this.unqueued) {
      const { limits, slot, ticket } = request;
      if (this.entering.has(slot)) continue;
      this.entering.set(slot, false);
      void this.ask(ENTER_SCRIPT, limits, this.describe(limits, slot, ticket)).then(
        (code) => {
          const isGranted = this.entering.get(slot) === true;
          this.entering.delete(slot);
          this.conclude(request, isGranted ? 0 : code);
        },
        (error: unknown) => {
          this.entering.delete(slot);
          this.followLate(error, limits, slot);
        },
      );
      entered += 1;
      if (entered === ENTRIES_A_TURN) break;
    }
  }

  /** Takes over what Redis says of a request that waited before. */
  private conclude(request: WaitingRequest, code: number): void {
    const { limits, slot } = request;
    if (this.waiting.get(slot) !== request) {
      if (code <= 0 && !this.owned.has(slot)) this.send(LEAVE_SCRIPT, limits, [slot]);
    } else if (code === 0) this.grant(request);
    else if (code < 0) this.noteQueued(request);
    else request.giveUp();
  }

  private poll(tag: string, group: Group): void {
    if (group.isPolled || group.counters.size === 0) return;
    const names = nextCounters(group.counters);
    // Answers that are under way may hold grants, which Redis does not count as waiting any more.
    const counts = names.map((name) => (group.pending > 0 ? 0 : (group.counters.get(name) ?? 0)));
    group.isPolled = true;
    const polling = this.evaluate(POLL_SCRIPT, names, tag, counts).then((isLost) => {
      if (isLost === 1) this.loseQueues(new Set(names));
    }, ignore);
    void polling.finally(() => {
      group.isPolled = false;
    });
  }

  /** Redis knows fewer requests than wait: it has lost them, or has not heard of this process for too long. */
  private loseQueues(counters: ReadonlySet<string>): void {
    for (const request of this.waiting.values()) {
      if (request.isQueued && request.limits.some(({ counter }) => counters.has(counter))) this.noteUnqueued(request);
    }
  }

  /** Sends what nobody waits for. */
  private send(
    script: RedisScript,
    limits: readonly SlotLimit[],
    args: readonly RedisArgument[],
    onFailure = ignore,
  ): void {
    const sending = this.ask(script, limits, args).then(ignore, onFailure);
    this.sent.add(sending);
    void sending.finally(() => this.sent.delete(sending));
  }

  private ask(script: RedisScript, limits: readonly SlotLimit[], args: readonly RedisArgument[]): Promise<number> {
    return this.evaluate(
      script,
      limits.map(({ counter }) => counter),
      tagOf(limits),
      args,
    );
  }

  /** Runs a script. What it has granted to this process is delivered, also if it comes too late for the caller. */
  private async evaluate(
    script: RedisScript,
    keys: readonly string[],
    tag: string,
    args: readonly RedisArgument[],
  ): Promise<number> {
    const { clock, leaseSeconds, link, processName } = this.options;
    const group = this.groups.get(tag);
    if (group !== undefined) group.pending += 1;
    try {
      const head = [clock?.() ?? '', leaseSeconds, processName, `${tag}:granted:`];
      return this.deliver(await link.evaluate(script, keys, [...head, ...args]));
    } catch (error) {
      if (error instanceof RedisAway) error.late?.then((answer) => this.deliver(answer), ignore);
      throw error;
    } finally {
      if (group !== undefined) group.pending -= 1;
    }
  }

  /** Hands out grants. Returns the first number of the answer. */
  private deliver(answer: unknown): number {
    const [code, ...names] = answer as [number, ...string[]];
    for (const name of names) {
      const isLost = name.startsWith('-');
      const slot = isLost ? name.slice(1) : name;
      const request = this.waiting.get(slot);
      if (isLost) request && this.noteUnqueued(request);
      else if (request !== undefined) this.grant(request);
      else if (this.entering.has(slot)) this.entering.set(slot, true);
    }
    return Number(code);
  }

  /** An answer that came too late for the caller may have taken slots, or put the request into a queue. */
  private followLate(error: unknown, limits: readonly SlotLimit[], slot: string): void {
    if (!(error instanceof RedisAway) || error.late === undefined) return;
    error.late.then((answer) => {
      const [code] = answer as [number];
      const request = this.waiting.get(slot);
      if (request !== undefined) this.conclude(request, Number(code));
      else if (code <= 0 && !this.owned.has(slot)) this.send(LEAVE_SCRIPT, limits, [slot]);
    }, ignore);
  }

  private describe(
    limits: readonly SlotLimit[],
    slot: string,
    ticket: SlotTicket | undefined,
  ): readonly RedisArgument[] {
    const mayWait = ticket !== undefined && (this.waiting.has(slot) || this.room.hasRoomFor(ticket));
    return enterArguments(limits, slot, ticket, mayWait);
  }
}

function ignore(): void {
  // Its outcome concerns nobody.
}

import type { SlotLimit } from '../limits/ceiling.js';
import type { SlotTicket } from '../limits/slot-queue.js';
import type { SlotStore, SlotVerdict } from '../limits/slot-store.js';
import { TurnQueue } from './queues/turn-queue.js';
import { WaitingRequest, WaitingRoom } from './queues/waiting-request.js';

/** Slots of this process. A counter without a request is forgotten, so memory grows with the requests under way alone. */
export class MemorySlots implements SlotStore {
  private readonly held = new Map<string, number>();
  private readonly queues = new Map<string, TurnQueue>();
  // Bound, not written here as a function: see CONTRIBUTING.md.
  private readonly fits = this.hasRoomFor.bind(this);

  constructor(private readonly room = new WaitingRoom()) {}

  /** Counters that are in use. */
  get size(): number {
    return this.held.size;
  }

  /** Counters that requests wait for. */
  get queueCount(): number {
    return this.queues.size;
  }

  take(limits: readonly SlotLimit[], slot?: string): SlotVerdict;
  take(limits: readonly SlotLimit[], slot: string, ticket: SlotTicket | undefined): SlotVerdict | Promise<SlotVerdict>;
  take(limits: readonly SlotLimit[], slot = '', ticket?: SlotTicket): SlotVerdict | Promise<SlotVerdict> {
    if (this.queues.size > 0) this.followLimits(limits);
    for (const limit of limits) {
      if (this.isFull(limit)) return ticket === undefined ? limit : this.wait(limits, slot, ticket, limit);
    }
    this.hold(limits);
    return undefined;
  }

  release(limits: readonly SlotLimit[]): void {
    for (const { counter } of limits) {
      const left = (this.held.get(counter) ?? 0) - 1;
      if (left > 0) this.held.set(counter, left);
      else this.held.delete(counter);
    }
    if (this.queues.size > 0) this.serveAll(limits);
  }

  /** The request waits no longer, and has no slot. */
  leave(request: WaitingRequest): void {
    for (const { counter } of request.limits) this.queues.get(counter)?.delete(request);
    this.forget(request);
  }

  endWaits(reason: Error): void {
    this.room.endAll(reason);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  private wait(
    limits: readonly SlotLimit[],
    slot: string,
    ticket: SlotTicket,
    full: SlotLimit,
  ): SlotVerdict | Promise<SlotVerdict> {
    for (const limit of limits) if (limit.queue === undefined && this.isFull(limit)) return limit;
    const length = this.queues.get(full.counter)?.length ?? 0;
    if (full.queue === undefined || length >= full.queue.maxLength || !this.room.hasRoomFor(ticket)) return full;
    const request = new WaitingRequest(limits, slot, ticket, full, this.room, this);
    // Also where it does not wait now: whatever gets full meanwhile must wake it.
    for (const limit of limits) this.queueOf(limit).add(request);
    this.queueOf(full).length += 1;
    ticket.begin(request, full);
    return request.verdict;
  }

  private queueOf({ counter, limit }: SlotLimit): TurnQueue {
    const known = this.queues.get(counter);
    if (known !== undefined) return known;
    const queue = new TurnQueue(limit);
    this.queues.set(counter, queue);
    return queue;
  }

  /** A limit that was raised lets those that wait go first. */
  private followLimits(limits: readonly SlotLimit[]): void {
    for (const { counter, limit } of limits) {
      const queue = this.queues.get(counter);
      if (queue === undefined || queue.limit === limit) continue;
      queue.limit = limit;
      queue.isResting = false;
      this.serve(counter);
    }
  }

  /** The innermost first: what waits there needs the outer ones too. */
  private serveAll(limits: readonly SlotLimit[]): void {
    for (let at = limits.length - 1; at >= 0; at--) this.serve(limits[at]?.counter ?? '');
  }

  private serve(counter: string): void {
    const queue = this.queues.get(counter);
    if (queue === undefined) return;
    while (queue.size > 0 && !queue.isResting && (this.held.get(counter) ?? 0) < queue.limit) {
      const next = queue.choose(this.fits);
      if (next === undefined) return;
      this.hold(next.limits);
      for (const limit of next.limits) this.queues.get(limit.counter)?.serve(next);
      this.forget(next);
      next.grant();
    }
  }

  /** Drops the queues that the request has left empty. */
  private forget({ full, limits }: WaitingRequest): void {
    const queue = this.queues.get(full.counter);
    if (queue !== undefined) queue.length -= 1;
    for (const { counter } of limits) if (this.queues.get(counter)?.size === 0) this.queues.delete(counter);
  }

  private hasRoomFor({ limits }: WaitingRequest): boolean {
    return !limits.some((limit) => this.isFull(limit));
  }

  private isFull({ counter, limit }: SlotLimit): boolean {
    return (this.held.get(counter) ?? 0) >= (this.queues.get(counter)?.limit ?? limit);
  }

  private hold(limits: readonly SlotLimit[]): void {
    for (const { counter } of limits) {
      const held = (this.held.get(counter) ?? 0) + 1;
      this.held.set(counter, held);
      const queue = this.queues.get(counter);
      if (queue !== undefined && held >= queue.limit) queue.isResting = false;
    }
  }
}

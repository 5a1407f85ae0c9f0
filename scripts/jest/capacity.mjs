import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds over which the processors are watched. */
const WATCH_MS = 1_500;

/** The share of the processors' time in which they had nothing to do, from which one more file has room. */
const ROOM = 0.2;

/** Memory that must be free for it, in bytes. */
const LEAST_MEMORY = 2_000_000_000;

/** @typedef {{ idle: number, all: number }} ProcessorTime time of all processors since the machine started */

/** Says when the machine has room for one more file of tests beside those that run. */
export class Capacity {
  /** @type {Promise<boolean> | undefined} */
  #answer;

  /** @param {{ readTime?: () => ProcessorTime, watchMs?: number }} [options] `watchMs`: the time for which the processors are watched */
  constructor({ readTime = readProcessorTime, watchMs = WATCH_MS } = {}) {
    this.readTime = readTime;
    this.watchMs = watchMs;
  }

  /**
   * Watches the processors for a moment.
   * @returns true for one of those that ask at the same time, if there is room
   */
  async take() {
    this.#answer ??= this.#watch();
    const watched = this.#answer;
    const hasRoom = await watched;
    // Whoever is told first takes the room.
    if (this.#answer !== watched) return false;
    this.#answer = undefined;
    return hasRoom;
  }

  async #watch() {
    const before = this.readTime();
    await sleep(this.watchMs);
    const after = this.readTime();
    const all = after.all - before.all;
    return all > 0 && (after.idle - before.idle) / all >= ROOM && process.availableMemory() >= LEAST_MEMORY;
  }
}

/** @returns {ProcessorTime} */
function readProcessorTime() {
  const sum = { idle: 0, all: 0 };
  for (const { times } of cpus()) {
    sum.idle += times.idle;
    sum.all += times.user + times.nice + times.sys + times.idle + times.irq;
  }
  return sum;
}

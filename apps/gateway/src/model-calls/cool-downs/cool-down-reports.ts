import type { CoolDownReport } from '@multilane/persistence';
import type { TaskReport } from '@multilane/telemetry';
import type { CoolDown, CoolDownNotes } from './cool-downs.js';

/** Delay between two statements, in milliseconds. */
const WRITE_MS = 1_000;
/** Delay until the database is asked again after a failure; no process of it is known before its first heartbeat, either. */
const AGAIN_MS = 5_000;
/** Cool-downs in one statement. */
const MOST_AT_ONCE = 500;
/** Cool-downs that wait to be stored; those that were noted first are dropped, as they end first. */
const MOST_WAITING = 1_000;

export interface CoolDownStore {
  /** Returns the number of cool-downs that were stored. */
  record(replicaId: string, reports: readonly CoolDownReport[]): Promise<number>;
}

export interface CoolDownReportsOptions {
  readonly store: CoolDownStore;
  /** Names this process among all gateways, as its heartbeat does. */
  readonly replicaId: string;
  readonly task: TaskReport;
}

interface Waiting {
  readonly coolDown: CoolDown;
  /** End by `performance.now()`. */
  readonly until: number;
}

/** Tells the database what this process passes over, behind the requests and at most once a second. */
export class CoolDownReports implements CoolDownNotes {
  readonly #waiting = new Map<string, Waiting>();
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(private readonly options: CoolDownReportsOptions) {}

  note(coolDown: CoolDown): void {
    const { kind, milliseconds, providerId, subject } = coolDown;
    this.#add(`${providerId} ${kind} ${subject}`, { coolDown, until: performance.now() + milliseconds });
    this.#schedule(WRITE_MS);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#waiting.clear();
  }

  #add(key: string, waiting: Waiting): void {
    if (this.#isClosed) return;
    this.#waiting.delete(key);
    this.#waiting.set(key, waiting);
    if (this.#waiting.size <= MOST_WAITING) return;
    for (const first of this.#waiting.keys()) {
      this.#waiting.delete(first);
      return;
    }
  }

  #schedule(delayMs: number): void {
    if (this.#timer !== undefined || this.#isClosed || this.#waiting.size === 0) return;
    this.#timer = setTimeout(() => {
      void this.#write().then((isStored) => {
        this.#timer = undefined;
        this.#schedule(isStored ? WRITE_MS : AGAIN_MS);
      });
    }, delayMs);
    this.#timer.unref();
  }

  /** True if all that was sent is stored. */
  async #write(): Promise<boolean> {
    const { replicaId, store, task } = this.options;
    const now = performance.now();
    const taken = [...this.#waiting].slice(0, MOST_AT_ONCE);
    for (const [key] of taken) this.#waiting.delete(key);
    const lasting = taken.filter(([, { until }]) => until > now);
    if (lasting.length === 0) return true;
    try {
      const stored = await store.record(
        replicaId,
        lasting.map(([, waiting]) => toReport(waiting, now)),
      );
      task.succeeded();
      if (stored > 0) return true;
    } catch (error) {
      task.failed(error);
    }
    // What was noted meanwhile is newer.
    for (const [key, waiting] of lasting) if (!this.#waiting.has(key)) this.#add(key, waiting);
    return false;
  }
}

function toReport({ coolDown, until }: Waiting, now: number): CoolDownReport {
  const { kind, providerId, reason, status, subject } = coolDown;
  return { providerId, kind, subject, reason, status: status ?? null, untilMs: until - now };
}

import type { McpServerReport } from '@multilane/persistence';
import type { TaskReport } from '@multilane/telemetry';
import { type HealthSubject, ServerHealth } from './server-health.js';

/** Something new about a server is stored no sooner than this after what was stored of it before. Milliseconds. */
const NEWS_MS = 1_000;
/** The time of the last request is stored no more often than this. */
const TIMES_MS = 30_000;
/** After a failure the database is asked again so much later; no process of it is known before its first heartbeat, either. */
const AGAIN_MS = 5_000;
const TICK_MS = 250;
/** Servers in one statement. */
const MOST_AT_ONCE = 500;

/** Stores how servers do, for administrators. */
export interface ServerStateStore {
  record(replicaId: string, reports: readonly McpServerReport[]): Promise<ReadonlySet<string>>;
}

export interface ServerReportsOptions {
  readonly store: ServerStateStore;
  /** Names this process among all gateways, as its heartbeat does. */
  readonly replicaId: string;
  readonly task: TaskReport;
}

/** Tells the database how servers do: what is new within a second, and behind the requests. */
export class ServerReports {
  /** Times at which the servers' states are to be stored. */
  readonly #due = new Map<ServerHealth, number>();
  readonly #writtenAt = new WeakMap<ServerHealth, number>();
  /** Their last requests may end later, and say nothing of the server that has taken their place. */
  readonly #forgotten = new WeakSet<ServerHealth>();
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(private readonly options: ServerReportsOptions) {}

  open(subject: HealthSubject): ServerHealth {
    return new ServerHealth(subject, (health, isNew) => this.#noted(health, isNew));
  }

  /** Nobody wants to know of a server any more. */
  forget(health: ServerHealth): void {
    this.#forgotten.add(health);
    this.#due.delete(health);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#due.clear();
  }

  #noted(health: ServerHealth, isNew: boolean): void {
    if (this.#forgotten.has(health)) return;
    const writtenAt = this.#writtenAt.get(health) ?? Number.NEGATIVE_INFINITY;
    const at = Math.max(performance.now(), writtenAt + (isNew ? NEWS_MS : TIMES_MS));
    this.#due.set(health, Math.min(at, this.#due.get(health) ?? Number.POSITIVE_INFINITY));
    this.#schedule();
  }

  #schedule(): void {
    if (this.#timer !== undefined || this.#isClosed || this.#due.size === 0) return;
    this.#timer = setTimeout(() => {
      void this.#write().finally(() => {
        this.#timer = undefined;
        this.#schedule();
      });
    }, TICK_MS);
    this.#timer.unref();
  }

  async #write(): Promise<void> {
    const { replicaId, store, task } = this.options;
    const now = performance.now();
    const chosen = [...this.#due].filter(([, at]) => at <= now).slice(0, MOST_AT_ONCE);
    if (chosen.length === 0) return;
    for (const [health] of chosen) this.#due.delete(health);
    const reports = chosen.flatMap(([health]) => toReport(health, now) ?? []);
    const stored = await store.record(replicaId, reports).catch((error: unknown) => {
      task.failed(error);
      return undefined;
    });
    if (stored !== undefined) task.succeeded();
    for (const [health] of chosen) {
      if (this.#forgotten.has(health)) continue;
      if (stored?.has(health.subject.serverKey)) this.#writtenAt.set(health, now);
      else this.#due.set(health, now + AGAIN_MS);
    }
  }
}

function toReport({ last, seenAt, since, state, subject }: ServerHealth, now: number): McpServerReport | undefined {
  if (state === undefined) return undefined;
  return {
    ...subject,
    state,
    sinceMs: now - since,
    seenMs: now - seenAt,
    // Its message is for people who call, and is made of the rest.
    error: last
      ? {
          reason: last.failure.reason,
          asked: last.asked,
          ...(last.failure.status !== undefined && { status: last.failure.status }),
          ...(last.failure.code !== undefined && { code: last.failure.code }),
        }
      : null,
    errorMs: last ? now - last.at : null,
  };
}

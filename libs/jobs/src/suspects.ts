import { countLosses, LostJobs, MOST_LOSSES } from './lost-jobs.js';
import type { SqlAccess } from './sql-access.js';

/** A job as it is begun. */
export interface BegunJob<Result> {
  readonly id: string;
  readonly kind: string;
  /** What it works on: the same for every job about it. */
  readonly subject: string;
  readonly begunBefore: number;
  readonly signal: AbortSignal;
  readonly handle: () => Promise<Result>;
  /** What it has done so far, in any form that changes with it. */
  readonly readProgress: () => Promise<string>;
  /** Ends what it works on with the reason `poisoned`. Undefined for jobs that are never begun again. */
  readonly poison: (() => Promise<void>) | undefined;
}

/** How often a suspect is looked at that others wait for. Milliseconds. */
const LOOK_EVERY_MS = 2_000;

/**
 * Finds out which job ends the processes that work on it, and gives it up. All jobs of a process that dies are suspects: each is begun again
 * alone, one suspect at a time in a process, until it has ended or got on. One whose process dies then is to blame
 * (docs/contract/async.md#poisoned-jobs).
 */
export class Suspects {
  readonly #lost: LostJobs;
  /** Those that run in this process: if it lives, it did not die of them. */
  readonly #running = new Map<string, number>();
  #turn: Promise<void> = Promise.resolve();

  constructor(
    sql: SqlAccess,
    private readonly onProblem: (error: Error) => void,
  ) {
    this.#lost = new LostJobs(sql);
  }

  /** What the handler of a job resolves to; undefined for one that was given up. */
  async run<Result>(job: BegunJob<Result>): Promise<Result | undefined> {
    const name = `${job.kind} ${job.subject}`;
    const isRunningHere = this.#running.has(name);
    this.#running.set(name, (this.#running.get(name) ?? 0) + 1);
    try {
      if (job.poison === undefined) return await job.handle();
      if (job.begunBefore > 0) return await this.#runAgain(job, job.poison, isRunningHere);
      return await this.#runFirst(job, job.poison);
    } finally {
      const left = (this.#running.get(name) ?? 1) - 1;
      if (left === 0) this.#running.delete(name);
      else this.#running.set(name, left);
    }
  }

  /**
   * What looks after lost work puts in a job about what has one already. Begun like any other, it would end one more process, which nobody
   * counts: the job that was there before is begun again, and this one has nothing to do.
   */
  async #runFirst<Result>(job: BegunJob<Result>, poison: () => Promise<void>): Promise<Result | undefined> {
    const { id, kind, subject } = job;
    if ((await this.#lost.find(kind, subject)) === undefined) return job.handle();
    if (await this.#lost.hasOther(kind, subject, id)) return undefined;
    return this.#runAgain(job, poison, false);
  }

  async #runAgain<Result>(
    job: BegunJob<Result>,
    poison: () => Promise<void>,
    isRunningHere: boolean,
  ): Promise<Result | undefined> {
    const { id, kind, subject } = job;
    const isLost = !isRunningHere && (await this.#lost.isLost(kind, id));
    const known = await this.#lost.find(kind, subject);
    if (!isLost && known === undefined) return job.handle();
    const progress = await job.readProgress();
    const lost = countLosses(known, isLost, progress);
    if (lost === undefined) {
      await this.#lost.remove(kind, subject);
      return job.handle();
    }
    if (lost.losses >= MOST_LOSSES) {
      await poison();
      await this.#lost.remove(kind, subject);
      return undefined;
    }
    await this.#lost.store(kind, subject, { ...lost, isBegun: false });
    return this.#runAlone(job, lost.losses, progress);
  }

  async #runAlone<Result>(job: BegunJob<Result>, losses: number, progress: string): Promise<Result> {
    const { kind, signal, subject } = job;
    const release = await this.#takeTurn();
    let looking: NodeJS.Timeout | undefined;
    const setAside = (): void => void this.#lost.setAside(kind, subject).catch(this.onProblem);
    try {
      signal.throwIfAborted();
      // It is known before it begins: nothing can be noted afterwards by a process that died.
      await this.#lost.store(kind, subject, { losses, progress, isBegun: true });
      // Another process has it, and this one lives.
      signal.addEventListener('abort', setAside, { once: true });
      looking = setInterval(() => void this.#look(job, progress, release).catch(this.onProblem), LOOK_EVERY_MS);
      looking.unref();
      const result = await job.handle();
      await this.#lost.remove(kind, subject).catch(this.onProblem);
      return result;
    } catch (error) {
      await this.#lost.setAside(kind, subject).catch(this.onProblem);
      throw error;
    } finally {
      clearInterval(looking);
      signal.removeEventListener('abort', setAside);
      release();
    }
  }

  /** One that gets on is no suspect any more. */
  async #look<Result>(job: BegunJob<Result>, progress: string, release: () => void): Promise<void> {
    if ((await job.readProgress()) === progress) return;
    await this.#lost.setAside(job.kind, job.subject);
    release();
  }

  /** Resolves when no other suspect runs in this process, to what ends the turn. */
  async #takeTurn(): Promise<() => void> {
    const before = this.#turn;
    let release: () => void = () => undefined;
    this.#turn = new Promise((resolve) => {
      release = resolve;
    });
    await before;
    return release;
  }
}

import { countLosses, type JobClaim, type JobPlace, type LostJob, LostJobs, MOST_LOSSES } from './lost-jobs.js';
import type { SqlAccess } from './sql-access.js';

/** A job as it is begun. */
export interface BegunJob<Result> extends JobClaim {
  readonly signal: AbortSignal;
  readonly handle: () => Promise<Result>;
  /** Reads its progress so far, in any form that changes with it. */
  readonly readProgress: () => Promise<string>;
  /** Ends what it works on with the reason `poisoned`. Undefined for jobs that are never begun again. */
  readonly poison: (() => Promise<void>) | undefined;
}

/** Milliseconds between looks at a suspect that others wait for. */
const LOOK_EVERY_MS = 2_000;

/** Decision about a job that is about to begin. Undefined: nothing is held against it. */
type Decision = 'given_up' | 'put_back' | LostJob | undefined;

/** The suspect that is begun alone in a process. */
interface JobAlone {
  readonly job: JobClaim;
  /** Resolves when that is stored, with the jobs that have begun beside it. */
  noted: Promise<unknown>;
}

/** @param putBack called with the kind of a job that is in its queue again, for so many seconds */
export interface SuspectsOptions {
  readonly sql: SqlAccess;
  readonly onProblem: (error: Error) => void;
  readonly onPutBack: (kind: string, seconds: number) => void;
}

/**
 * Finds out which job ends the processes that work on it, and gives it up. All jobs of a process that dies are suspects: each is begun again
 * alone, one suspect at a time in a process, until it has ended or got on. One whose process dies then is to blame, unless another job that
 * ran beside it turns out to be (docs/contract/async.md#poisoned-jobs).
 */
export class Suspects {
  readonly #lost: LostJobs;
  /** Those that run in this process: if it lives, it did not die of them. */
  readonly #running = new Map<string, number>();
  readonly #judging = new Map<string, Promise<unknown>>();
  /** Jobs whose handlers are under way, but for those that are never begun again: nobody would find out that one of them is to blame. */
  readonly #handled = new Set<JobClaim>();
  #alone: JobAlone | undefined = undefined;
  #turn: Promise<void> = Promise.resolve();

  constructor(private readonly options: SuspectsOptions) {
    this.#lost = new LostJobs(options.sql);
  }

  /**
   * Runs a job. Resolves to the result of its handler; to undefined for one that was given up, or is in its queue
   * again.
   */
  async run<Result>(job: BegunJob<Result>): Promise<Result | undefined> {
    const name = `${job.kind} ${job.id}`;
    const isRunningHere = this.#running.has(name);
    this.#running.set(name, (this.#running.get(name) ?? 0) + 1);
    try {
      const { poison } = job;
      if (poison === undefined) return await job.handle();
      const judge = () => this.#oneByOne(job, () => this.#judge(job, poison, isRunningHere));
      const decision = await judge();
      if (decision === undefined) return await this.#handle(job);
      if (typeof decision === 'string') return await this.#leave(job, decision);
      return await this.#runAlone(job, judge);
    } finally {
      const left = (this.#running.get(name) ?? 1) - 1;
      if (left === 0) this.#running.delete(name);
      else this.#running.set(name, left);
    }
  }

  /** Gives a job up, or resolves to what is held against it. */
  async #judge<Result>(job: BegunJob<Result>, poison: () => Promise<void>, isRunningHere: boolean): Promise<Decision> {
    const isLost = job.begunBefore > 0 && !isRunningHere && (await this.#lost.isLost(job));
    const known = await this.#lost.find(job);
    if (!isLost && known === undefined) return undefined;
    // Begun now, it would end one more process which nobody counts, or be blamed for the end of the other one's.
    if (known !== undefined && (known.isOthers || !known.isHeld)) return 'put_back';
    const isGivenUp = known !== undefined && known.losses >= MOST_LOSSES;
    if (isGivenUp && known.isEarlier) {
      // This is new work. It begins when all of those that were there before it are given up.
      if (await this.#lost.hasOther(job)) return 'put_back';
      await this.#lost.remove(job);
      return this.#judge(job, poison, isRunningHere);
    }
    const progress = await job.readProgress();
    const lost = countLosses(known, isLost, progress);
    if (lost === undefined) {
      await this.#lost.remove(job);
      return undefined;
    }
    if (lost.losses < MOST_LOSSES) {
      // The same job may have begun here before a pause: it stays the one that this process would have died of.
      if (isRunningHere || (await this.#lost.store(job, { ...lost, isBegun: false }))) return lost;
      return 'put_back';
    }
    if (!isGivenUp) {
      // Another job in its process may be to blame, which is found out when that is begun alone.
      if (await this.#lost.hasOpenNeighbour(job)) return 'put_back';
      await poison();
      await this.#lost.store(job, { ...lost, isBegun: false });
    }
    await this.#lost.clearNeighbours(job);
    // Another job about the same may have been in a process that ended, or wait for it: it is given up when it is begun again.
    if (!(await this.#lost.hasOther(job))) await this.#lost.remove(job);
    return 'given_up';
  }

  /** Runs the handler. A suspect that is alone here hears of it first: if the process ends, this job may be the one to blame. */
  async #handle<Result>(job: BegunJob<Result>): Promise<Result> {
    this.#handled.add(job);
    const alone = this.#alone;
    try {
      if (alone !== undefined && alone.job !== job) await this.#noteNeighbours(alone).catch(this.options.onProblem);
      return await job.handle();
    } finally {
      this.#handled.delete(job);
    }
  }

  /** Stores what runs beside a suspect: one statement after the other, so that the last one has all of it. Jobs that have ended are to blame for nothing. */
  #noteNeighbours(alone: JobAlone): Promise<void> {
    const { job, noted } = alone;
    const isNoted = noted.then(() =>
      this.#lost.noteNeighbours(
        job,
        [...this.#handled].filter((each) => each !== job),
      ),
    );
    // The caller hears of the failure; what is noted next does not depend on it.
    alone.noted = isNoted.catch(() => undefined);
    return isNoted;
  }

  /** Stores that a suspect is begun alone beside what runs here. Resolves to false where it must be judged again. */
  async #storeAlone(job: JobClaim, lost: LostJob): Promise<boolean> {
    const stored = this.#lost.store(job, { ...lost, isBegun: true }, [...this.#handled]);
    this.#alone = { job, noted: stored };
    return stored;
  }

  async #leave<Result>(job: BegunJob<Result>, decision: 'given_up' | 'put_back'): Promise<undefined> {
    if (decision === 'given_up') return undefined;
    const seconds = LOOK_EVERY_MS / 1_000;
    await this.#lost.putBack(job, seconds);
    this.options.onPutBack(job.kind, seconds);
    return undefined;
  }

  /** Two jobs about the same do not judge at once: the second one must see what the first one noted. */
  async #oneByOne({ kind, subject }: JobPlace, judge: () => Promise<Decision>): Promise<Decision> {
    const name = `${kind} ${subject}`;
    const decision = (this.#judging.get(name) ?? Promise.resolve()).then(judge, judge);
    this.#judging.set(name, decision);
    try {
      return await decision;
    } finally {
      if (this.#judging.get(name) === decision) this.#judging.delete(name);
    }
  }

  /** @param judge tells what is held against the job when its turn has come: another one about the same may have ended meanwhile */
  async #runAlone<Result>(job: BegunJob<Result>, judge: () => Promise<Decision>): Promise<Result | undefined> {
    const { signal } = job;
    const endTurn = await this.#takeTurn();
    const release = (): void => {
      if (this.#alone?.job === job) this.#alone = undefined;
      endTurn();
    };
    let looking: NodeJS.Timeout | undefined;
    const setAside = (): void => void this.#lost.setAside(job).catch(this.options.onProblem);
    try {
      signal.throwIfAborted();
      const decision = await judge();
      if (typeof decision === 'string') return await this.#leave(job, decision);
      if (decision === undefined) {
        release();
        return await this.#handle(job);
      }
      // It is known before it begins: nothing can be noted afterwards by a process that died.
      if (!(await this.#storeAlone(job, decision))) return await this.#leave(job, 'put_back');
      // Another process has it, and this one lives.
      signal.addEventListener('abort', setAside, { once: true });
      const look = () => void this.#look(job, decision.progress, release).catch(this.options.onProblem);
      looking = setInterval(look, LOOK_EVERY_MS);
      looking.unref();
      const result = await this.#handle(job);
      await this.#lost.clear(job).catch(this.options.onProblem);
      return result;
    } catch (error) {
      await this.#lost.setAside(job).catch(this.options.onProblem);
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
    await this.#lost.setAside(job);
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

import { countLosses, type LostJob, LostJobs, MOST_LOSSES } from './lost-jobs.js';
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
  readonly #judging = new Map<string, Promise<unknown>>();
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
    const known = await this.#lost.find(kind, subject);
    if (known === undefined) return job.handle();
    if (await this.#lost.hasOther(kind, subject, id)) return undefined;
    if (known.losses < MOST_LOSSES) return this.#runAgain(job, poison, false);
    // Those before it were given up, all of them: this is new work.
    await this.#lost.remove(kind, subject);
    return job.handle();
  }

  async #runAgain<Result>(
    job: BegunJob<Result>,
    poison: () => Promise<void>,
    isRunningHere: boolean,
  ): Promise<Result | undefined> {
    const decision = await this.#oneByOne(`${job.kind} ${job.subject}`, () => this.#judge(job, poison, isRunningHere));
    if (decision === 'given_up') return undefined;
    if (decision === 'innocent') return job.handle();
    return this.#runAlone(job, decision.losses, decision.progress);
  }

  /** Gives a job up, or resolves to what is held against it. */
  async #judge<Result>(
    { id, kind, readProgress, subject }: BegunJob<Result>,
    poison: () => Promise<void>,
    isRunningHere: boolean,
  ): Promise<'given_up' | 'innocent' | LostJob> {
    const isLost = !isRunningHere && (await this.#lost.isLost(kind, id));
    const known = await this.#lost.find(kind, subject);
    if (!isLost && known === undefined) return 'innocent';
    const lost = countLosses(known, isLost, await readProgress());
    if (lost === undefined) {
      await this.#lost.remove(kind, subject);
      return 'innocent';
    }
    if (lost.losses < MOST_LOSSES) {
      // Another one about the same may have begun here: it stays the one that this process would have died of.
      if (!isRunningHere) await this.#lost.store(kind, subject, { ...lost, isBegun: false });
      return lost;
    }
    if ((known?.losses ?? 0) < MOST_LOSSES) await poison();
    // Another job about the same may have been in a process that ended, too: it is given up when it is begun again.
    if (await this.#lost.hasOther(kind, subject, id))
      await this.#lost.store(kind, subject, { ...lost, isBegun: false });
    else await this.#lost.remove(kind, subject);
    return 'given_up';
  }

  /** Two jobs about the same do not judge at once: the second one must see what the first one noted. */
  async #oneByOne<Decision>(name: string, judge: () => Promise<Decision>): Promise<Decision> {
    const decision = (this.#judging.get(name) ?? Promise.resolve()).then(judge, judge);
    this.#judging.set(name, decision);
    try {
      return await decision;
    } finally {
      if (this.#judging.get(name) === decision) this.#judging.delete(name);
    }
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

/** Something of a tenant's that waits, with what it weighs. */
export interface QueuedJob {
  readonly tenant: string;
  readonly characters: number;
}

/** Limits of a queue. */
export interface QueueBounds {
  readonly jobs: number;
  readonly jobsOfTenant: number;
  /** So that what waits does not fill the memory. */
  readonly characters: number;
}

/** Jobs of many tenants, each tenant's in their order, and the tenants in turn: one that sends much waits for itself alone. */
export class FairQueue<Job extends QueuedJob> {
  readonly #waiting = new Map<string, Job[]>();
  #count = 0;
  #characters = 0;

  constructor(private readonly most: QueueBounds) {}

  get length(): number {
    return this.#count;
  }

  /** False if too much waits already. A job that was let in before, and is not done, always finds room again. */
  push(job: Job, isAgain = false): boolean {
    const own = this.#waiting.get(job.tenant) ?? [];
    // One text that is larger than everything that may wait is still looked at, where nothing else waits.
    const isFull = this.#count > 0 && this.#characters + job.characters > this.most.characters;
    if (!isAgain && (own.length >= this.most.jobsOfTenant || this.#count >= this.most.jobs || isFull)) return false;
    own.push(job);
    this.#waiting.set(job.tenant, own);
    this.#note(job, 1);
    return true;
  }

  /** The next job that may run, of the next tenant in turn that has one. */
  take(mayRun: (job: Job) => boolean): Job | undefined {
    for (const [tenant, jobs] of this.#waiting) {
      const index = jobs.findIndex(mayRun);
      if (index < 0) continue;
      const [job] = jobs.splice(index, 1);
      // Behind the others, until its turn comes again.
      this.#waiting.delete(tenant);
      if (jobs.length > 0) this.#waiting.set(tenant, jobs);
      if (job !== undefined) this.#note(job, -1);
      return job;
    }
    return undefined;
  }

  #note({ characters }: Job, sign: 1 | -1): void {
    this.#count += sign;
    this.#characters += sign * characters;
  }
}

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

/** Part of everything that may wait which one organization has at most, however many tenants are its teams and workspaces. */
const MOST_OF_ORGANIZATION = 0.75;

/** Jobs of one organization's tenants. */
interface Group<Job> {
  readonly tenants: Map<string, Job[]>;
  count: number;
  characters: number;
}

/**
 * Jobs of many tenants, each tenant's in their order, and the tenants in turn: one that sends much waits for itself alone. Tenants whose names
 * begin with the same word are of one organization: those take turns among themselves, and have one turn among all.
 */
export class FairQueue<Job extends QueuedJob> {
  readonly #groups = new Map<string, Group<Job>>();
  #count = 0;
  #characters = 0;

  constructor(private readonly most: QueueBounds) {}

  get length(): number {
    return this.#count;
  }

  /** False if too much waits already. A job that was let in before, and is not done, always finds room again. */
  push(job: Job, isAgain = false): boolean {
    const name = organizationOf(job);
    const group: Group<Job> = this.#groups.get(name) ?? { tenants: new Map(), count: 0, characters: 0 };
    const own = group.tenants.get(job.tenant) ?? [];
    if (!isAgain && (own.length >= this.most.jobsOfTenant || this.#isFull(job) || this.#isFullOf(job, group)))
      return false;
    own.push(job);
    group.tenants.set(job.tenant, own);
    this.#groups.set(name, group);
    this.#note(job, group, 1);
    return true;
  }

  /** The next job that may run, of the next tenant in turn that has one. */
  take(mayRun: (job: Job) => boolean): Job | undefined {
    for (const [name, group] of this.#groups) {
      const job = takeOf(group.tenants, mayRun);
      if (job === undefined) continue;
      this.#note(job, group, -1);
      // Behind the others, until its turn comes again.
      this.#groups.delete(name);
      if (group.count > 0) this.#groups.set(name, group);
      return job;
    }
    return undefined;
  }

  /** One text that is larger than everything that may wait is still looked at, where nothing else waits. */
  #isFull({ characters }: Job): boolean {
    if (this.#count >= this.most.jobs) return true;
    return this.#count > 0 && this.#characters + characters > this.most.characters;
  }

  #isFullOf({ characters }: Job, group: Group<Job>): boolean {
    if (group.count >= this.most.jobs * MOST_OF_ORGANIZATION) return true;
    return group.count > 0 && group.characters + characters > this.most.characters * MOST_OF_ORGANIZATION;
  }

  #note({ characters }: Job, group: Group<Job>, sign: 1 | -1): void {
    group.count += sign;
    group.characters += sign * characters;
    this.#count += sign;
    this.#characters += sign * characters;
  }
}

function organizationOf({ tenant }: QueuedJob): string {
  const end = tenant.indexOf(' ');
  return end < 0 ? tenant : tenant.slice(0, end);
}

function takeOf<Job>(tenants: Map<string, Job[]>, mayRun: (job: Job) => boolean): Job | undefined {
  for (const [tenant, jobs] of tenants) {
    const index = jobs.findIndex(mayRun);
    if (index < 0) continue;
    const [job] = jobs.splice(index, 1);
    tenants.delete(tenant);
    if (jobs.length > 0) tenants.set(tenant, jobs);
    return job;
  }
  return undefined;
}

import type { GuardrailVerdict } from '@multilane/contracts';
import { FairQueue } from '@multilane/process';
import { brokenGuardrail } from '../guardrails/compile-guardrail.js';
import type { GuardedTexts, Guardrail } from '../guardrails/guardrail.js';
import { packTextParts } from '../guardrails/packed-parts.js';
import type { CheckJob } from './check-job.js';
import { CheckProcess } from './check-process.js';
import { lengthOfAsk, type ThreadAsk, type ThreadFound } from './thread-ask.js';

/** A job that is not done after this long, in milliseconds, is given up. Tenants take turns, so that a long one takes its time. */
const LONGEST_MS = 60_000;
/** Each so many characters that are scanned for personal data have the time of one rule. */
const SCAN_PART = 250_000;
/** Processes that had nothing to do for so long end. Milliseconds. */
const IDLE_MS = 300_000;

/** Limits of the queue: most jobs of one team, and of all together, and most characters. */
const BOUNDS = { jobs: 512, jobsOfTenant: 64, characters: 128 * 1024 * 1024 };

export interface CheckPoolOptions {
  /**
   * Number of processes that look at texts. They are started when the first long text comes, and end when none came for
   * a while.
   */
  readonly workers: number;
  /** Milliseconds for which one rule may look at one text. */
  readonly ruleMs: number;
  /** The script of a process; the tests run what was built. */
  readonly script?: URL;
}

/**
 * Looks at long texts in processes of its own, so that no check holds the event loop or takes the memory of others, whatever a tenant configured
 * and whatever it is asked to look at. Tenants take turns; with several processes, no tenant has all of them. A rule that takes longer than it
 * may is stopped with its process, and says `timeout`.
 */
export class CheckPool {
  readonly #queue = new FairQueue<CheckJob>(BOUNDS);
  readonly #running = new Map<string, number>();
  #processes: CheckProcess[] | undefined;
  #idle: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(private readonly options: CheckPoolOptions) {}

  /** Number of jobs that wait for a process. */
  get waiting(): number {
    return this.#queue.length;
  }

  /**
   * Runs guardrails over texts, in their order, until an enforcing one finds something: there is a verdict for each that was
   * run. Never rejects: what cannot be looked at is a `failure`.
   */
  check(
    tenant: string,
    guardrails: readonly Guardrail[],
    { parts, phase }: Pick<GuardedTexts, 'parts' | 'phase'>,
  ): Promise<readonly GuardrailVerdict[]> {
    let characters = 0;
    for (const { text } of parts) characters += text.length;
    const packed = packTextParts(parts);
    return this.#run({ tenant, characters, phase, guardrails, parts: packed }).then(({ verdicts }) => verdicts);
  }

  /** Finds personal data in texts, or reads files; says why if it could not. Never rejects. A long text has the time of a rule for each part. */
  async scan<Kind extends ThreadAsk['kind']>(
    tenant: string,
    ask: Extract<ThreadAsk, { kind: Kind }>,
  ): Promise<Extract<ThreadFound, { kind: Kind }> | 'failure' | 'timeout'> {
    const characters = lengthOfAsk(ask);
    const ruleMs = Math.min(LONGEST_MS, this.options.ruleMs * Math.max(1, Math.ceil(characters / SCAN_PART)));
    const job = { tenant, characters, phase: 'before', guardrails: SCAN, parts: NO_PARTS, scan: ask, ruleMs } as const;
    const { found, verdicts } = await this.#run(job);
    if (found !== undefined) return found as Extract<ThreadFound, { kind: Kind }>;
    return verdicts[0] === 'timeout' ? 'timeout' : 'failure';
  }

  /** Resolves when the job is over, or was given up. */
  #run(
    facts: Omit<CheckJob, 'verdicts' | 'since' | 'resolve' | 'found' | 'ranMs' | 'heldBy'>,
  ): Promise<Pick<CheckJob, 'verdicts' | 'found'>> {
    return new Promise((resolve) => {
      const job: CheckJob = {
        ...facts,
        verdicts: [],
        ranMs: 0,
        heldBy: undefined,
        since: performance.now(),
        resolve: (verdicts) => {
          clearTimeout(timer);
          resolve({ ...job, verdicts: [...verdicts] });
        },
      };
      const timer = setTimeout(() => giveUp(job), LONGEST_MS).unref();
      this.#enqueue(job, false);
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#idle);
    await Promise.all((this.#processes ?? []).map((thread) => thread.close()));
    for (let job = this.#queue.take(() => true); job; job = this.#queue.take(() => true)) giveUp(job);
  }

  #enqueue(job: CheckJob, isAgain: boolean): void {
    if (this.#isClosed || !this.#queue.push(job, isAgain)) this.#giveUp(job);
    else this.#dispatch();
  }

  #dispatch(): void {
    this.#processes ??= this.#startProcesses();
    for (const thread of this.#processes) {
      if (!thread.isFree) continue;
      const job = this.#takeFor(thread);
      if (job === undefined) continue;
      this.#count(job.tenant, 1);
      thread.run(job);
    }
  }

  #takeFor(thread: CheckProcess): CheckJob | undefined {
    for (;;) {
      const job = this.#queue.take(
        (each) => (this.#running.get(each.tenant) ?? 0) < this.#mostOfOne && thread.takes(each),
      );
      if (job === undefined || !isLate(job)) return job;
      thread.forget(job);
    }
  }

  #giveUp(job: CheckJob): void {
    for (const thread of this.#processes ?? []) thread.forget(job);
    giveUp(job);
  }

  get #mostOfOne(): number {
    return Math.max(1, this.options.workers - 1);
  }

  #startProcesses(): CheckProcess[] {
    const { ruleMs, script = BUILT_SCRIPT, workers } = this.options;
    const onFree = (): void => {
      if (!this.#isClosed) this.#dispatch();
    };
    const onEnd = (job: CheckJob): void => this.#end(job);
    return Array.from({ length: workers }, () => new CheckProcess({ script, ruleMs, onFree, onEnd }));
  }

  /** A process is done with a job: for good, or until its turn comes again. */
  #end(job: CheckJob): void {
    this.#count(job.tenant, -1);
    this.#restLater();
    if (isOver(job)) job.resolve(job.verdicts);
    else if (isLate(job)) this.#giveUp(job);
    else this.#enqueue(job, true);
  }

  /** They take some 100 MB each. */
  #restLater(): void {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => {
      if (this.#running.size > 0 || this.#queue.length > 0) return;
      const processes = this.#processes ?? [];
      this.#processes = undefined;
      for (const process of processes) void process.close();
    }, IDLE_MS).unref();
  }

  #count(tenant: string, change: 1 | -1): void {
    const count = (this.#running.get(tenant) ?? 0) + change;
    if (count === 0) this.#running.delete(tenant);
    else this.#running.set(tenant, count);
  }
}

function isOver({ guardrails, verdicts }: CheckJob): boolean {
  const last = verdicts.length - 1;
  return verdicts.length >= guardrails.length || (verdicts[last] === 'finding' && guardrails[last]?.mode === 'enforce');
}

/** True if the job was given up while it waited or ran. */
function isLate({ since }: CheckJob): boolean {
  return performance.now() - since > LONGEST_MS;
}

/** Nobody looks at the rest. */
function giveUp({ guardrails, resolve, verdicts }: CheckJob): void {
  resolve(guardrails.map((_, index) => verdicts[index] ?? 'failure'));
}

/** A process runs JavaScript: the sources, which tests load, have it in the build beside them. */
const BUILT_SCRIPT = new URL(
  import.meta.url.endsWith('.ts') ? '../../dist/check-pool/check.process.js' : './check.process.js',
  import.meta.url,
);

/** Used in place of a scan for a job that has guardrails: it has only one step. */
const SCAN: readonly Guardrail[] = [brokenGuardrail('pii', 'pii')];
const NO_PARTS = packTextParts([]);

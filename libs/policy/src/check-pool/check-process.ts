import type { GuardrailVerdict } from '@multilane/contracts';
import { ContainedProcess } from '@multilane/process';
import type { Guardrail } from '../guardrails/guardrail.js';
import type { CheckJob } from './check-job.js';
import type { WorkerJob, WorkerMessage, WorkerRule } from './messages.js';

/** Rules that a process has compiled; at more it forgets them all. */
const MOST_RULES = 500;
/** Megabytes that JavaScript objects of a process may take, and that all of it may; a rule that needs more fails. */
const HEAP_MB = 512;
const MEMORY_MB = 1_024;
/** Requests wait for it: it comes behind the gateway itself, and no further. */
const NICENESS = 2;
/** Most characters of the scans that one process is in the middle of, so that they do not exceed its memory; one larger than that is alone. */
const MOST_HELD = 48 * 1024 * 1024;
/** A process that cannot be started is tried again after this long, in milliseconds. */
const RESTART_MS = 1_000;

export interface CheckProcessOptions {
  readonly script: URL;
  readonly ruleMs: number;
  /** The process waits for a job. */
  readonly onFree: () => void;
  /** It is done with the job, at least for this turn. */
  readonly onEnd: (job: CheckJob) => void;
}

/** A process that looks at texts, and the one in its place when it was stopped. */
export class CheckProcess {
  #worker: ContainedProcess | undefined;
  #isReady = false;
  #isClosed = false;
  #job: CheckJob | undefined;
  /** Time that the worker had worked when the job was last given to it. */
  #since = 0;
  /** Scans that the worker has begun, while others have their turn. */
  readonly #held = new Set<CheckJob>();
  /** The rules that the worker has. */
  #known = new Set<number>();

  constructor(private readonly options: CheckProcessOptions) {
    this.#start();
  }

  get isFree(): boolean {
    return this.#isReady && this.#job === undefined;
  }

  /** True if it can run a job: one that it holds, or another that nobody holds, unless it holds much already. */
  takes({ characters, heldBy, scan }: CheckJob): boolean {
    if (heldBy !== undefined) return heldBy === this;
    if (!scan || this.#held.size === 0) return true;
    let held = characters;
    for (const job of this.#held) held += job.characters;
    return held <= MOST_HELD;
  }

  /** Nobody waits for the rest of a scan that it holds. */
  forget(job: CheckJob): void {
    if (!this.#held.delete(job)) return;
    job.heldBy = undefined;
    this.#worker?.send({ type: 'forget', id: idOf(job) } satisfies WorkerJob);
  }

  run(job: CheckJob): void {
    this.#job = job;
    this.#since = this.#worker?.workedMs ?? 0;
    if (job.scan) {
      const isHeld = this.#held.delete(job);
      job.heldBy = undefined;
      this.#post({ type: 'scan', id: idOf(job), ask: isHeld ? undefined : job.scan });
      return;
    }
    const forgets = this.#known.size > MOST_RULES;
    if (forgets) this.#known.clear();
    const rules = job.guardrails.slice(job.verdicts.length).map((guardrail) => this.#describeRule(guardrail));
    this.#post({ type: 'rules', phase: job.phase, parts: job.parts, rules, forgets });
  }

  #post(message: WorkerJob): void {
    this.#watch();
    this.#worker?.send(message);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#fail('failure');
    await this.#worker?.close();
  }

  #describeRule(guardrail: Guardrail): WorkerRule {
    const id = idOf(guardrail);
    const definition = this.#known.has(id) ? undefined : guardrail.definition;
    this.#known.add(id);
    return { id, definition, isEnforced: guardrail.mode === 'enforce' };
  }

  #start(): void {
    const worker: ContainedProcess = new ContainedProcess({
      work: 'text_checks',
      script: this.options.script,
      heapMb: HEAP_MB,
      memoryMb: MEMORY_MB,
      niceness: NICENESS,
      onMessage: (message) => {
        if (worker === this.#worker) this.#receive(message as WorkerMessage);
      },
      onEnd: (reason) => {
        if (worker === this.#worker) this.#lose(reason === 'time' ? 'timeout' : 'failure');
      },
    });
    this.#worker = worker;
    this.#known = new Set();
  }

  #receive(message: WorkerMessage): void {
    if (message.type === 'paused') {
      this.#hold();
      return;
    }
    if (message.type === 'verdict') {
      this.#job?.verdicts.push(message.verdict);
      this.#watch();
      return;
    }
    if (message.type === 'found') {
      if (this.#job) this.#job.found = message.found;
      this.#job?.verdicts.push('pass');
      return;
    }
    this.#worker?.unwatch();
    this.#isReady = true;
    const job = this.#job;
    this.#job = undefined;
    if (job !== undefined) this.options.onEnd(job);
    this.options.onFree();
  }

  #hold(): void {
    const job = this.#job;
    if (job === undefined) return;
    job.ranMs += (this.#worker?.workedMs ?? 0) - this.#since;
    job.heldBy = this;
    this.#held.add(job);
    if (job.ranMs < (job.ruleMs ?? this.options.ruleMs)) return;
    job.verdicts.push('timeout');
    this.forget(job);
  }

  /** Gives the rule that runs now its time, which is processor time: a busy machine fails no check. */
  #watch(): void {
    const { ranMs = 0, ruleMs = this.options.ruleMs } = this.#job ?? {};
    this.#worker?.watch(Math.max(1, ruleMs - ranMs));
  }

  /** The rule that runs now has this verdict, and the process is replaced. */
  #lose(verdict: GuardrailVerdict): void {
    const worker = this.#worker;
    this.#worker = undefined;
    const wasReady = this.#isReady;
    this.#isReady = false;
    // Others begin again.
    for (const job of this.#held) Object.assign(job, { heldBy: undefined, ranMs: 0 });
    this.#held.clear();
    if (this.#isClosed) return;
    void worker?.close();
    if (wasReady) this.#start();
    else setTimeout(() => this.#start(), RESTART_MS).unref();
    this.#fail(verdict);
  }

  #fail(verdict: GuardrailVerdict): void {
    const job = this.#job;
    this.#job = undefined;
    if (job === undefined) return;
    if (job.verdicts.length < job.guardrails.length) job.verdicts.push(verdict);
    this.options.onEnd(job);
  }
}

const ids = new WeakMap<object, number>();
let lastId = 0;

/** Id of a guardrail or a job in messages to a worker. */
function idOf(thing: object): number {
  const known = ids.get(thing);
  if (known !== undefined) return known;
  lastId += 1;
  ids.set(thing, lastId);
  return lastId;
}

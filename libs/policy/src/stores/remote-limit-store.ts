import type { Ceiling } from '../limits/ceiling.js';
import type { LimitStore, LimitVerdict, TokenDemand } from '../limits/limit-store.js';
import { MemoryLimitStore } from './memory-limit-store.js';

/**
 * Questions and charges of requests with the same limits in one turn of the event loop. It crosses a process boundary
 * as JSON.
 */
export interface LimitQuestion {
  readonly ceilings: readonly Ceiling[];
  /** Tokens that ended requests used beyond their charge at admission. Counts before the admissions. */
  readonly amount: number;
  /** One for each request that waits; null where no limit counts tokens. */
  readonly admissions: readonly (TokenDemand | null)[];
}

/** For each admission the index of the limit that rejects it, or `ADMITTED`, or `UNCERTAIN`. */
export type LimitAnswer = readonly number[];

const ADMITTED = -1;
const UNCERTAIN = -2;

/** Answers what a `RemoteLimitStore` of another process asks, by the clock of this one. */
export function answerLimitQuestions(
  store: MemoryLimitStore,
  questions: readonly LimitQuestion[],
  now: number,
): LimitAnswer[] {
  return questions.map(({ admissions, amount, ceilings }) => {
    if (amount !== 0) store.settle(ceilings, amount, now);
    return admissions.map((tokens) => {
      const verdict = store.admit(ceilings, tokens ?? undefined, now);
      if (verdict === undefined) return ADMITTED;
      return verdict === 'uncertain' ? UNCERTAIN : ceilings.indexOf(verdict);
    });
  });
}

interface Waiting {
  readonly tokens: TokenDemand | undefined;
  readonly resolve: (verdict: LimitVerdict) => void;
}

interface Gathered {
  amount: number;
  readonly waiting: Waiting[];
}

export interface RemoteLimitStoreOptions {
  /** One answer for each question. Rejects where the other process is late or gone. */
  readonly ask: (questions: readonly LimitQuestion[]) => Promise<readonly LimitAnswer[]>;
  /** Called for each request that this process counts because the other one did not answer. */
  readonly onMiss?: () => void;
}

/**
 * Counters that another process of this machine keeps in its memory, for several that share a port
 * (`rate_limits.share_between_workers`). The questions of one turn of the event loop are one message. While the other
 * process does not answer, this one counts by itself.
 */
export class RemoteLimitStore implements LimitStore {
  readonly isShared = true;
  private readonly own = new MemoryLimitStore();
  private gathered = new Map<readonly Ceiling[], Gathered>();
  private turn: NodeJS.Immediate | undefined;
  private readonly sent = new Set<Promise<void>>();

  constructor(private readonly options: RemoteLimitStoreOptions) {}

  /** Never rejects. */
  admit(ceilings: readonly Ceiling[], tokens: TokenDemand | undefined): Promise<LimitVerdict> {
    const { waiting } = this.gather(ceilings);
    return new Promise((resolve) => waiting.push({ tokens, resolve }));
  }

  settle(ceilings: readonly Ceiling[], amount: number): void {
    this.gather(ceilings).amount += amount;
  }

  async flush(): Promise<void> {
    if (this.turn !== undefined) this.send();
    await Promise.all(this.sent);
  }

  private gather(ceilings: readonly Ceiling[]): Gathered {
    let gathered = this.gathered.get(ceilings);
    if (gathered === undefined) {
      gathered = { amount: 0, waiting: [] };
      this.gathered.set(ceilings, gathered);
    }
    this.turn ??= setImmediate(() => this.send());
    return gathered;
  }

  private send(): void {
    clearImmediate(this.turn);
    this.turn = undefined;
    const { gathered } = this;
    this.gathered = new Map();
    const sending = this.exchange(gathered).finally(() => this.sent.delete(sending));
    this.sent.add(sending);
  }

  private async exchange(gathered: ReadonlyMap<readonly Ceiling[], Gathered>): Promise<void> {
    const questions = [...gathered].map(
      ([ceilings, { amount, waiting }]): LimitQuestion => ({
        ceilings,
        amount,
        admissions: waiting.map(({ tokens }) => tokens ?? null),
      }),
    );
    // Each process counts alone meanwhile, which the metrics show.
    const answers = await this.options.ask(questions).catch(() => undefined);
    let at = 0;
    for (const [ceilings, each] of gathered) {
      if (answers === undefined) this.countAlone(ceilings, each);
      else resolveAll(ceilings, each.waiting, answers[at++] ?? []);
    }
  }

  private countAlone(ceilings: readonly Ceiling[], { amount, waiting }: Gathered): void {
    const now = performance.now();
    if (amount !== 0) this.own.settle(ceilings, amount, now);
    for (const { resolve, tokens } of waiting) {
      this.options.onMiss?.();
      resolve(this.own.admit(ceilings, tokens, now));
    }
  }
}

function resolveAll(ceilings: readonly Ceiling[], waiting: readonly Waiting[], answer: LimitAnswer): void {
  waiting.forEach(({ resolve }, index) => {
    const code = answer[index] ?? ADMITTED;
    resolve(code === UNCERTAIN ? 'uncertain' : ceilings[code]);
  });
}

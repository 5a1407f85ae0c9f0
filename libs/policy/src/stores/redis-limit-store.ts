import type { Ceiling } from '../limits/ceiling.js';
import {
  chargeOf,
  greatestNeed,
  type LimitStore,
  type LimitVerdict,
  leastNeed,
  type TokenDemand,
} from '../limits/limit-store.js';
import { type LastCount, LastCounts } from './last-counts.js';
import { RedisAway } from './pending-command.js';
import type { RedisLink } from './redis-link.js';
import type { GatewayPosition } from './share-of.js';
import type { SlidingWindow } from './sliding-window.js';
import { ADMIT_SCRIPT, MERGE_SCRIPT, SETTLE_SCRIPT } from './sliding-window-script.js';

export interface RedisLimitStoreOptions {
  readonly link: Pick<RedisLink, 'evaluate' | 'isAway' | 'onBack'>;
  /** Which of the gateways on this Redis this process is; left out, it is the only one. */
  readonly findPosition?: () => GatewayPosition;
  /** Hears of each request that is counted by this process since Redis is unavailable or late. */
  readonly onMiss?: () => void;
  /** Seconds, instead of Redis's own clock. */
  readonly clock?: () => number;
}

/** What Redis is told of a list of ceilings: the counters, and the limit, window and unit of each. */
interface Wording {
  readonly keys: readonly string[];
  readonly terms: string;
  /** The return of Redis after which its counters were last compared with what was seen of them. */
  comparedAfter: number;
}

/** What requests that ended take from the ceilings of one list. */
interface Settlement {
  amount: number;
  /** Of the last of them. */
  now: number;
}

/** So many counters go in one command when Redis is back. */
const COUNTERS_A_MERGE = 100;

const ALONE: GatewayPosition = { count: 1, position: 0 };

/**
 * Counters that all processes on one Redis share (docs/contract/limits.md#shared-backend): sliding windows, of which
 * the previous interval is weighted by the part still inside the trailing window. One script, and so one round trip,
 * for all ceilings of a request. By Redis's own clock, so that replicas whose clocks differ agree.
 *
 * While Redis is unavailable, each process continues with its part of what was left (`LastCounts`), and adds what it counted
 * meanwhile when Redis is back. What was sent and may still run is not counted twice: its late answer tells.
 */
export class RedisLimitStore implements LimitStore {
  /** Of lists that are the same ones for every request of a caller: what does not change is put into words once. */
  private readonly wordings = new WeakMap<readonly Ceiling[], Wording>();
  private settlements = new Map<readonly Ceiling[], Settlement>();
  private turn: NodeJS.Immediate | undefined;
  private readonly last: LastCounts;
  private returns = 0;
  private readonly merges = new Set<Promise<void>>();

  constructor(private readonly options: RedisLimitStoreOptions) {
    this.last = new LastCounts(options.findPosition ?? (() => ALONE));
    options.link.onBack(() => {
      this.returns += 1;
      this.last.noteReturn();
      this.merge(this.last.takeDirty());
    });
  }

  get isShared(): boolean {
    return !this.options.link.isAway;
  }

  /** At once while Redis is unavailable. Never rejects. */
  admit(
    ceilings: readonly Ceiling[],
    tokens: TokenDemand | undefined,
    now: number,
  ): LimitVerdict | Promise<LimitVerdict> {
    if (this.options.link.isAway) return this.admitAlone(ceilings, tokens, now);
    const wording = this.wordingOf(ceilings);
    if (wording.comparedAfter !== this.returns) this.compare(ceilings, wording);
    const { keys, terms } = wording;
    const needs = [leastNeed('tokens', tokens), greatestNeed('tokens', tokens), chargeOf('tokens', tokens)];
    return this.options.link.evaluate(ADMIT_SCRIPT, keys, [this.options.clock?.() ?? '', terms, ...needs]).then(
      (answer) => this.read(ceilings, tokens, answer, this.now()),
      (error: unknown) => {
        const verdict = this.admitAlone(ceilings, tokens, now);
        this.correctLater(error, (answer) => {
          // Redis has counted it: what was counted here was so twice, and what was refused here was so for nothing.
          if (this.read(ceilings, tokens, answer, undefined) === undefined) this.last.charge(ceilings, tokens, -1, now);
        });
        return verdict;
      },
    );
  }

  /** What requests take at their end in one turn of the event loop goes in one command, before whatever is admitted later. */
  settle(ceilings: readonly Ceiling[], amount: number, now: number): void {
    const settlement = this.settlements.get(ceilings);
    if (settlement === undefined) this.settlements.set(ceilings, { amount, now });
    else {
      settlement.amount += amount;
      settlement.now = now;
    }
    this.turn ??= setImmediate(() => void this.flush());
  }

  /** Sends what is gathered. Resolves when Redis has taken it, or this process has in its place. */
  async flush(): Promise<void> {
    clearImmediate(this.turn);
    this.turn = undefined;
    const { settlements } = this;
    this.settlements = new Map();
    await Promise.all([...settlements].map(([ceilings, settlement]) => this.send(ceilings, settlement)));
    await Promise.all(this.merges);
  }

  private admitAlone(ceilings: readonly Ceiling[], tokens: TokenDemand | undefined, now: number): LimitVerdict {
    this.options.onMiss?.();
    return this.last.admit(ceilings, tokens, now);
  }

  /** By the clock by which requests are admitted. */
  private now(): number {
    return this.options.clock === undefined ? performance.now() : this.options.clock() * 1000;
  }

  private read(
    ceilings: readonly Ceiling[],
    tokens: TokenDemand | undefined,
    answer: unknown,
    now: number | undefined,
  ): LimitVerdict {
    const bytes = answer as Buffer;
    const code = bytes.readDoubleLE(0);
    const wasRefused = code === 0 ? undefined : (tokens ?? 'request');
    this.last.see(ceilings, bytes, now, wasRefused);
    return code < 0 ? 'uncertain' : code === 0 ? undefined : ceilings[code - 1];
  }

  private async send(ceilings: readonly Ceiling[], { amount, now }: Settlement): Promise<void> {
    const { keys, terms } = this.wordingOf(ceilings);
    try {
      const args = [this.options.clock?.() ?? '', terms, amount];
      const bytes = await this.options.link.evaluate(SETTLE_SCRIPT, keys, args);
      this.last.see(ceilings, bytes as Buffer, this.now());
    } catch (error) {
      this.last.settle(ceilings, amount, now);
      this.correctLater(error, () => this.last.settle(ceilings, -amount, now));
    }
  }

  /** Hears what Redis answers in the end to a command that was given up. Where nobody will know, it is taken not to have run. */
  private correctLater(error: unknown, correct: (answer: unknown) => void): void {
    if (!(error instanceof RedisAway) || error.late === undefined) {
      this.mergeSoon();
      return;
    }
    error.late.then(correct, () => undefined).finally(() => this.mergeSoon());
  }

  /** What was counted here for a single command while Redis was there is added at once. */
  private mergeSoon(): void {
    if (this.options.link.isAway || !this.last.hasDirty) return;
    this.merge(this.last.takeDirty());
  }

  /** A Redis that was away may have lost what it had counted. */
  private compare(ceilings: readonly Ceiling[], wording: Wording): void {
    wording.comparedAfter = this.returns;
    this.merge(this.last.takeUncompared(ceilings));
  }

  /** By organization, since one command touches the keys of one server. */
  private merge(counts: readonly LastCount[]): void {
    const byOrganization = new Map<string, LastCount[]>();
    for (const count of counts) {
      const organization = count.counter.slice(0, count.counter.indexOf('}') + 1);
      const ofOrganization = byOrganization.get(organization);
      if (ofOrganization === undefined) byOrganization.set(organization, [count]);
      else ofOrganization.push(count);
    }
    for (const each of byOrganization.values()) {
      for (let begin = 0; begin < each.length; begin += COUNTERS_A_MERGE) {
        const merging = this.sendMerge(each.slice(begin, begin + COUNTERS_A_MERGE));
        this.merges.add(merging);
        void merging.finally(() => this.merges.delete(merging));
      }
    }
  }

  private async sendMerge(counts: readonly LastCount[]): Promise<void> {
    const terms = writeTerms(counts);
    const numbers = new Float64Array(counts.length * 6);
    const taken: SlidingWindow[] = [];
    for (const [index, count] of counts.entries()) {
      const { seen } = count;
      const before = [seen.index, seen.current, seen.previous];
      const own = this.last.takeOwn(count);
      taken.push(own);
      numbers.set([...before, own.index, own.current, own.previous], index * 6);
    }
    const putBack = (): void => {
      for (const [index, count] of counts.entries()) this.last.putBack(count, taken[index] as SlidingWindow);
    };
    try {
      const args = [this.options.clock?.() ?? '', terms, Buffer.from(numbers.buffer)];
      const keys = counts.map(({ counter }) => counter);
      this.last.seeMerged(counts, (await this.options.link.evaluate(MERGE_SCRIPT, keys, args)) as Buffer);
    } catch (error) {
      const late = error instanceof RedisAway ? error.late : undefined;
      if (late === undefined) putBack();
      else late.catch(putBack);
    }
  }

  private wordingOf(ceilings: readonly Ceiling[]): Wording {
    const known = this.wordings.get(ceilings);
    if (known !== undefined) return known;
    const wording = {
      keys: ceilings.map(({ counter }) => counter),
      terms: writeTerms(ceilings),
      comparedAfter: 0,
    };
    this.wordings.set(ceilings, wording);
    return wording;
  }
}

interface Term {
  readonly limit: number;
  readonly windowSeconds: number;
  readonly unit?: string;
}

/** What the scripts are told of each counter, as sliding-window-script.ts reads it. */
function writeTerms(counters: readonly Term[]): string {
  return JSON.stringify(
    counters.flatMap(({ limit, windowSeconds, unit = '' }) => [limit, windowSeconds, unit, `${2000 * windowSeconds}`]),
  );
}

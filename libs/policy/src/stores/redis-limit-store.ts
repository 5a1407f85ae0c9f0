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
import { COUNT_SCRIPT, MERGE_SCRIPT } from './sliding-window-script.js';

export interface RedisLimitStoreOptions {
  readonly link: Pick<RedisLink, 'evaluate' | 'isAway' | 'onBack' | 'sendTogether'>;
  /** Position of this process among the gateways on this Redis; left out, it is the only one. */
  readonly findPosition?: () => GatewayPosition;
  /** Called for each request that this process counts because Redis is unavailable or late. */
  readonly onMiss?: () => void;
  /** Seconds, instead of Redis's own clock. */
  readonly clock?: () => number;
}

/** The arguments for Redis of a list of limits: the counters, and the limit, window and unit of each. */
interface Wording {
  readonly keys: readonly string[];
  readonly terms: string;
  /** The return of Redis after which its counters were last compared with what was seen of them. */
  comparedAfter: number;
}

/** A request that waits for its verdict. */
interface Waiting {
  readonly tokens: TokenDemand | undefined;
  readonly now: number;
  readonly resolve: (verdict: LimitVerdict) => void;
}

/** Questions and charges for one list of limits in one turn of the event loop. */
interface Gathered {
  /** Tokens that ended requests used beyond their charge at admission. */
  amount: number;
  /** Time of the last of them. */
  settledAt: number;
  readonly waiting: Waiting[];
}

/**
 * Limits that one command checks at most, over all its requests: about 0.2 ms of Redis's time, during which it serves
 * nobody else.
 */
const CHECKS_A_COMMAND = 640;

const BYTES_A_VERDICT = 8;

/** So many counters go in one command when Redis is back. */
const COUNTERS_A_MERGE = 100;

const ALONE: GatewayPosition = { count: 1, position: 0 };

/**
 * Counters that all processes on one Redis share (docs/contract/limits.md#shared-backend): sliding windows, of which
 * the previous interval is weighted by the part still inside the trailing window. By Redis's own clock, so that replicas
 * whose clocks differ agree.
 *
 * A command costs more than what it asks for. So requests with the same limits that arrive in one turn of the event loop share
 * one, with what those that ended in it used: one script, and so one round trip, for all limits of all of them.
 *
 * While Redis is unavailable, each process continues with its part of what was left (`LastCounts`), and adds what it counted
 * meanwhile when Redis is back. What was sent and may still run is not counted twice: its late answer decides.
 */
export class RedisLimitStore implements LimitStore {
  /** Words of lists that are the same ones for every request of a caller: the constant part is put into words once. */
  private readonly wordings = new WeakMap<readonly Ceiling[], Wording>();
  private gathered = new Map<readonly Ceiling[], Gathered>();
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
    const { waiting } = this.gather(ceilings);
    return new Promise((resolve) => waiting.push({ tokens, now, resolve }));
  }

  /**
   * Settles requests at their end. Those of one turn of the event loop count before any that is admitted in it or
   * later.
   */
  settle(ceilings: readonly Ceiling[], amount: number, now: number): void {
    const gathered = this.gather(ceilings);
    gathered.amount += amount;
    gathered.settledAt = now;
  }

  /** Sends what is gathered. Resolves when Redis has counted it, or this process has instead. */
  async flush(): Promise<void> {
    clearImmediate(this.turn);
    this.turn = undefined;
    const { gathered } = this;
    this.gathered = new Map();
    const sent: Promise<void>[] = [];
    this.options.link.sendTogether(() => {
      for (const [ceilings, each] of gathered) {
        for (const part of splitGathered(each, ceilings.length)) sent.push(this.send(ceilings, part));
      }
    });
    await Promise.all(sent);
    await Promise.all(this.merges);
  }

  private gather(ceilings: readonly Ceiling[]): Gathered {
    let gathered = this.gathered.get(ceilings);
    if (gathered === undefined) {
      gathered = { amount: 0, settledAt: 0, waiting: [] };
      this.gathered.set(ceilings, gathered);
    }
    this.turn ??= setImmediate(() => void this.flush());
    return gathered;
  }

  private admitAlone(ceilings: readonly Ceiling[], tokens: TokenDemand | undefined, now: number): LimitVerdict {
    this.options.onMiss?.();
    return this.last.admit(ceilings, tokens, now);
  }

  /** By the clock by which requests are admitted. */
  private now(): number {
    return this.options.clock === undefined ? performance.now() : this.options.clock() * 1000;
  }

  private async send(ceilings: readonly Ceiling[], gathered: Gathered): Promise<void> {
    const wording = this.wordingOf(ceilings);
    if (wording.comparedAfter !== this.returns) this.compare(ceilings, wording);
    try {
      const args = [this.options.clock?.() ?? '', wording.terms, writeAsked(gathered)];
      const bytes = (await this.options.link.evaluate(COUNT_SCRIPT, wording.keys, args)) as Buffer;
      let at = this.last.see(ceilings, bytes, this.now());
      for (const { resolve } of gathered.waiting) {
        resolve(readVerdict(ceilings, bytes, at));
        at += BYTES_A_VERDICT;
      }
      this.mergeOwn(ceilings);
    } catch (error) {
      this.countAlone(ceilings, gathered);
      this.correctLater(error, ceilings, (answer) => this.takeBack(ceilings, gathered, answer as Buffer));
    }
  }

  private countAlone(ceilings: readonly Ceiling[], { amount, settledAt, waiting }: Gathered): void {
    this.last.settle(ceilings, amount, settledAt);
    for (const { tokens, now, resolve } of waiting) resolve(this.admitAlone(ceilings, tokens, now));
  }

  /** Redis has counted it: what was counted here was so twice, and what was rejected here was so for nothing. */
  private takeBack(ceilings: readonly Ceiling[], { amount, settledAt, waiting }: Gathered, answer: Buffer): void {
    let at = this.last.see(ceilings, answer, undefined);
    this.last.settle(ceilings, -amount, settledAt);
    for (const { tokens, now } of waiting) {
      if (readVerdict(ceilings, answer, at) === undefined) this.last.charge(ceilings, tokens, -1, now);
      at += BYTES_A_VERDICT;
    }
  }

  /** Reads the late answer of Redis to a command that was given up. Without one, the command counts as not run. */
  private correctLater(error: unknown, ceilings: readonly Ceiling[], correct: (answer: unknown) => void): void {
    if (!(error instanceof RedisAway) || error.late === undefined) return;
    error.late.then(correct, () => undefined).finally(() => this.mergeOwn(ceilings));
  }

  /**
   * Adds the counts made here while commands for these limits failed, with the first command that does not fail. Of
   * these only: a server of a cluster may be away, and each request would try again what all organizations of that
   * server counted.
   */
  private mergeOwn(ceilings: readonly Ceiling[]): void {
    if (this.options.link.isAway || !this.last.hasDirty) return;
    this.merge(this.last.takeDirtyOf(ceilings));
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

/** In parts of which each is one command. Ended requests count before any is admitted. */
function splitGathered(gathered: Gathered, ceilings: number): Gathered[] {
  const { waiting } = gathered;
  const most = Math.max(1, Math.floor(CHECKS_A_COMMAND / ceilings));
  if (waiting.length <= most) return [gathered];
  const parts: Gathered[] = [];
  for (let begin = 0; begin < waiting.length; begin += most) {
    const amount = begin === 0 ? gathered.amount : 0;
    parts.push({ amount, settledAt: gathered.settledAt, waiting: waiting.slice(begin, begin + most) });
  }
  return parts;
}

/** Writes the question as `COUNT_SCRIPT` reads it. */
function writeAsked({ amount, waiting }: Gathered): string {
  let asked = `[${amount}`;
  for (const { tokens } of waiting) {
    asked += `,${leastNeed('tokens', tokens)},${greatestNeed('tokens', tokens)},${chargeOf('tokens', tokens)}`;
  }
  return `${asked}]`;
}

function readVerdict(ceilings: readonly Ceiling[], bytes: Buffer, at: number): LimitVerdict {
  const code = bytes.readDoubleLE(at);
  return code < 0 ? 'uncertain' : code === 0 ? undefined : ceilings[code - 1];
}

interface Term {
  readonly limit: number;
  readonly windowSeconds: number;
  readonly unit?: string;
}

/** The arguments of the scripts for each counter, as sliding-window-script.ts reads it. */
function writeTerms(counters: readonly Term[]): string {
  return JSON.stringify(
    counters.flatMap(({ limit, windowSeconds, unit = '' }) => [limit, windowSeconds, unit, `${2000 * windowSeconds}`]),
  );
}

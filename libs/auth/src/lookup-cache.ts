/** How long and how much is remembered. Times in milliseconds. */
export interface LookupCacheOptions<Value> {
  /** How long an answer serves, counted from the beginning of its look-up. */
  readonly ttlMs: number;
  /** How long it is remembered that there is no answer. */
  readonly unknownTtlMs: number;
  /** From this age on, a hit looks the answer up anew behind the scenes; `ttlMs` or more: never. */
  readonly refreshAfterMs: number;
  readonly maxEntries: number;
  readonly maxUnknown: number;
  /** Names by which an answer can be evicted. */
  readonly topicsOf: (value: Value) => readonly string[];
  /** A clock that never goes back. */
  readonly now: () => number;
}

export type Lookup<Value> = (key: string) => Promise<Value | undefined>;

interface Entry<Value> {
  readonly value: Value;
  readonly topics: readonly string[];
  readonly validUntil: number;
  refreshAt: number;
}

interface OpenLookup<Value> {
  readonly answer: Promise<Value | undefined>;
  readonly startedAt: number;
}

/** After a refresh that failed, or takes long. */
const REFRESH_RETRY_MS = 1000;

/**
 * Remembers what look-ups found, and what they did not find, each within a bound: the least recently used goes first. One
 * look-up is under way for a key at a time. Nothing that was looked up before an eviction is remembered after it, nor
 * does a question asked after an eviction wait for a look-up begun before it.
 */
export class LookupCache<Value extends object> {
  /** Least recently used first, as a Map keeps its order. */
  private readonly entries = new Map<string, Entry<Value>>();
  /** Keys without an answer, and until when that holds; the oldest first. */
  private readonly unknown = new Map<string, number>();
  private readonly lookups = new Map<string, OpenLookup<Value>>();
  private readonly keysByTopic = new Map<string, Set<string>>();
  private generation = 0;

  constructor(private readonly options: LookupCacheOptions<Value>) {}

  /** What is held, for metrics. */
  get size(): { readonly known: number; readonly unknown: number; readonly lookups: number } {
    return { known: this.entries.size, unknown: this.unknown.size, lookups: this.lookups.size };
  }

  /** Answers at once what is remembered; else looks it up. Rejects as the look-up does, and remembers no failure. */
  find(key: string, lookup: Lookup<Value>): Value | undefined | Promise<Value | undefined> {
    const now = this.options.now();
    const entry = this.entries.get(key);
    if (entry !== undefined && now < entry.validUntil) {
      this.entries.delete(key);
      this.entries.set(key, entry);
      if (now >= entry.refreshAt) this.refresh(key, entry, lookup, now);
      return entry.value;
    }
    const unknownUntil = this.unknown.get(key);
    if (unknownUntil !== undefined && now < unknownUntil) return undefined;
    const open = this.lookups.get(key);
    return open !== undefined && now < open.startedAt + this.options.ttlMs
      ? open.answer
      : this.lookUp(key, lookup, now);
  }

  /** Forgets every answer with one of the topics, and all that was not found. */
  evict(topics: Iterable<string>): void {
    this.beginGeneration();
    for (const topic of topics) {
      for (const key of [...(this.keysByTopic.get(topic) ?? [])]) this.forget(key);
    }
  }

  /** Forgets everything. */
  clear(): void {
    this.beginGeneration();
    this.entries.clear();
    this.keysByTopic.clear();
  }

  private beginGeneration(): void {
    this.generation += 1;
    this.lookups.clear();
    this.unknown.clear();
  }

  private refresh(key: string, entry: Entry<Value>, lookup: Lookup<Value>, now: number): void {
    entry.refreshAt = now + REFRESH_RETRY_MS;
    if (this.lookups.has(key)) return;
    // A failure leaves the answer in place for the rest of its time.
    this.lookUp(key, lookup, now).catch(() => undefined);
  }

  private lookUp(key: string, lookup: Lookup<Value>, startedAt: number): Promise<Value | undefined> {
    const { generation } = this;
    const answer = lookup(key)
      .then((value) => {
        if (generation === this.generation) this.remember(key, value, startedAt);
        return value;
      })
      .finally(() => {
        if (this.lookups.get(key)?.answer === answer) this.lookups.delete(key);
      });
    this.lookups.set(key, { answer, startedAt });
    return answer;
  }

  private remember(key: string, value: Value | undefined, startedAt: number): void {
    this.forget(key);
    this.unknown.delete(key);
    const { options } = this;
    if (value === undefined) {
      this.unknown.set(key, startedAt + options.unknownTtlMs);
      if (this.unknown.size > options.maxUnknown) dropOldest(this.unknown, (oldest) => this.unknown.delete(oldest));
      return;
    }
    const topics = options.topicsOf(value);
    this.entries.set(key, {
      value,
      topics,
      validUntil: startedAt + options.ttlMs,
      refreshAt: startedAt + options.refreshAfterMs,
    });
    for (const topic of topics) this.indexUnder(topic, key);
    if (this.entries.size > options.maxEntries) dropOldest(this.entries, (oldest) => this.forget(oldest));
  }

  private indexUnder(topic: string, key: string): void {
    const keys = this.keysByTopic.get(topic);
    if (keys === undefined) this.keysByTopic.set(topic, new Set([key]));
    else keys.add(key);
  }

  private forget(key: string): void {
    const entry = this.entries.get(key);
    if (entry === undefined) return;
    this.entries.delete(key);
    for (const topic of entry.topics) {
      const keys = this.keysByTopic.get(topic);
      keys?.delete(key);
      if (keys?.size === 0) this.keysByTopic.delete(topic);
    }
  }
}

function dropOldest<Key>(map: ReadonlyMap<Key, unknown>, drop: (key: Key) => void): void {
  for (const key of map.keys()) {
    drop(key);
    return;
  }
}

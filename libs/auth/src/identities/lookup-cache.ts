/** Time and size limits of the cache. Times in milliseconds. */
export interface LookupCacheOptions<Value> {
  /** Milliseconds for which an answer serves, counted from the beginning of its look-up. */
  readonly ttlMs: number;
  /** Milliseconds for which a missing answer is cached. */
  readonly unknownTtlMs: number;
  /** From this age on, a hit looks the answer up again behind the scenes; `ttlMs` or more: never. */
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
  /** About when it was asked for last. */
  usedAt: number;
  /** The last generation in which it was seen not to be evicted. */
  generation: number;
}

interface Eviction {
  readonly generation: number;
  readonly at: number;
}

interface OpenLookup<Value> {
  readonly answer: Promise<Value | undefined>;
  readonly startedAt: number;
}

/** So many topics evicted within one `ttlMs` are remembered; if there are more, everything is forgotten. */
const MAX_EVICTIONS = 20_000;

/** Moving an entry to the end of its map for each request would have the map rebuilt every few requests. */
const USE_NOTED_EVERY_MS = 1000;

/** After a refresh that failed, or takes long. */
const REFRESH_RETRY_MS = 1000;

/**
 * Remembers what look-ups found, and what they did not find, each within a bound: the least recently used goes first, as
 * known to the second. One look-up is in progress for a key at a time. Nothing that was looked up before an eviction is
 * remembered after it, nor does a question asked after an eviction wait for a look-up begun before it. An eviction takes a
 * moment, however much it evicts: it is noted, and an answer is held against the notes when it is asked for.
 */
export class LookupCache<Value extends object> {
  /** Least recently used first, as a Map keeps its order. */
  private readonly entries = new Map<string, Entry<Value>>();
  /** Keys without an answer, and until when that holds; the oldest first. */
  private readonly unknown = new Map<string, number>();
  private readonly lookups = new Map<string, OpenLookup<Value>>();
  /** By topic, for as long as an answer from before could serve; the oldest first. */
  private readonly evictions = new Map<string, Eviction>();
  private generation = 0;

  constructor(private readonly options: LookupCacheOptions<Value>) {}

  /** Number of entries held, for metrics; an evicted one is held until it is asked for, or gives way. */
  get size(): { readonly known: number; readonly unknown: number; readonly lookups: number } {
    return { known: this.entries.size, unknown: this.unknown.size, lookups: this.lookups.size };
  }

  /** Answers at once what is remembered; else looks it up. Rejects as the look-up does, and remembers no failure. */
  find(key: string, lookup: Lookup<Value>): Value | undefined | Promise<Value | undefined> {
    const now = this.options.now();
    const entry = this.entries.get(key);
    if (entry !== undefined && now < entry.validUntil && !this.isEvicted(entry)) {
      if (now - entry.usedAt >= USE_NOTED_EVERY_MS) this.noteUse(key, entry, now);
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

  /** Forgets every answer that has one of the topics, and all that was not found. */
  evict(topics: Iterable<string>): void {
    this.beginGeneration();
    const { generation, evictions } = this;
    const at = this.options.now();
    for (const topic of topics) {
      evictions.delete(topic);
      evictions.set(topic, { generation, at });
    }
    for (const [topic, eviction] of evictions) {
      if (at < eviction.at + this.options.ttlMs) break;
      evictions.delete(topic);
    }
    if (evictions.size > MAX_EVICTIONS) this.clear();
  }

  /** Forgets everything. */
  clear(): void {
    this.beginGeneration();
    this.entries.clear();
    this.evictions.clear();
  }

  private beginGeneration(): void {
    this.generation += 1;
    this.lookups.clear();
    this.unknown.clear();
  }

  private isEvicted(entry: Entry<Value>): boolean {
    if (entry.generation === this.generation) return false;
    for (const topic of entry.topics) {
      const eviction = this.evictions.get(topic);
      if (eviction !== undefined && eviction.generation > entry.generation) return true;
    }
    entry.generation = this.generation;
    return false;
  }

  private noteUse(key: string, entry: Entry<Value>, now: number): void {
    entry.usedAt = now;
    this.entries.delete(key);
    this.entries.set(key, entry);
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
    const { entries, unknown, options } = this;
    entries.delete(key);
    unknown.delete(key);
    if (value === undefined) {
      unknown.set(key, startedAt + options.unknownTtlMs);
      if (unknown.size > options.maxUnknown) dropOldest(unknown);
      return;
    }
    entries.set(key, {
      value,
      topics: options.topicsOf(value),
      validUntil: startedAt + options.ttlMs,
      refreshAt: startedAt + options.refreshAfterMs,
      usedAt: startedAt,
      generation: this.generation,
    });
    if (entries.size > options.maxEntries) dropOldest(entries);
  }
}

function dropOldest(map: Map<string, unknown>): void {
  for (const key of map.keys()) {
    map.delete(key);
    return;
  }
}

import { writeAmount } from './amount.js';
import type { SourceRow, UsagePart } from './usage-row.js';

/** Sums of rows with the same time and attribution, as `POST /admin/usage/imports/{id}/rows` takes them. */
export interface CollectedRow {
  readonly part: UsagePart;
  readonly at: string;
  readonly is_day: boolean;
  readonly model: string | null;
  readonly provider: string;
  readonly team: string | null;
  readonly key: string | null;
  readonly key_hash: string | null;
  readonly user: string | null;
  readonly customer: string | null;
  readonly tags: Readonly<Record<string, string>> | null;
  readonly requests: number;
  readonly failed_requests: number;
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly cached_tokens: number;
  /** US dollars, as a decimal number. */
  readonly cost_usd: string;
}

const COUNTS = ['requests', 'failedRequests', 'promptTokens', 'completionTokens', 'cachedTokens'] as const;

type Sums = Record<(typeof COUNTS)[number], number> & { cost: bigint };

interface Collected extends Sums {
  readonly row: SourceRow;
}

/** Models that a report lists apart at most; others are summed in one line. */
const MOST_MODELS = 5_000;

/** Sums of a model in a report. */
export interface ModelSums extends Readonly<Sums> {
  readonly model: string;
}

/**
 * Sums rows of the same time and attribution, a bounded number at a time, and reports on all of them. Whoever takes the sums adds them to those of
 * the same place that it took before.
 */
export class UsageCollector {
  private readonly places = new Map<string, Collected>();
  private readonly models = new Map<string, Sums>();
  private readonly seenDays = new Set<string>();
  private readonly total = newSums();
  /** Rows of the source. */
  rowCount = 0;

  /** Number of places that wait to be taken. */
  get size(): number {
    return this.places.size;
  }

  /** Days of UTC that have usage, in order. */
  get days(): string[] {
    return [...this.seenDays].toSorted();
  }

  /** Sums of each model, the most expensive first. */
  get byModel(): ModelSums[] {
    const found = [...this.models].map(([model, sums]) => ({ model, ...sums }));
    return found.toSorted((one, other) => Number(other.cost - one.cost) || other.promptTokens - one.promptTokens);
  }

  /** Sums of everything. */
  get sums(): Readonly<Sums> {
    return this.total;
  }

  add(row: SourceRow): void {
    this.rowCount += 1;
    this.seenDays.add(row.at.toISOString().slice(0, 10));
    const { customer, isDay, key, keyHash, model, part, provider, tags, team, user } = row;
    const ofTags = tags && Object.entries(tags).toSorted(([one], [other]) => (one < other ? -1 : 1));
    const place = JSON.stringify([+row.at, part, isDay, model, provider, team, key, keyHash, user, customer, ofTags]);
    const name = model ?? '';
    const known = this.models.has(name) || this.models.size < MOST_MODELS ? name : '(others)';
    addTo(
      getOrAdd(this.places, place, () => ({ row, ...newSums() })),
      row,
    );
    addTo(getOrAdd(this.models, known, newSums), row);
    addTo(this.total, row);
  }

  /** Takes up to so many rows away. */
  take(count: number): CollectedRow[] {
    const taken: CollectedRow[] = [];
    for (const [place, collected] of this.places) {
      if (taken.length === count) break;
      taken.push(toRow(collected));
      this.places.delete(place);
    }
    return taken;
  }
}

function toRow({ cost, row, ...sums }: Collected): CollectedRow {
  return {
    part: row.part,
    at: row.at.toISOString(),
    is_day: row.isDay,
    model: row.model,
    provider: row.provider,
    team: row.team,
    key: row.key,
    key_hash: row.keyHash,
    user: row.user,
    customer: row.customer,
    tags: row.tags,
    requests: sums.requests,
    failed_requests: sums.failedRequests,
    prompt_tokens: sums.promptTokens,
    completion_tokens: sums.completionTokens,
    cached_tokens: sums.cachedTokens,
    cost_usd: writeAmount(cost),
  };
}

function getOrAdd<Value>(values: Map<string, Value>, name: string, make: () => Value): Value {
  let value = values.get(name);
  if (value === undefined) {
    value = make();
    values.set(name, value);
  }
  return value;
}

function newSums(): Sums {
  return { requests: 0, failedRequests: 0, promptTokens: 0, completionTokens: 0, cachedTokens: 0, cost: 0n };
}

function addTo(sums: Sums, row: SourceRow): void {
  for (const name of COUNTS) sums[name] += row[name];
  sums.cost += row.cost;
}

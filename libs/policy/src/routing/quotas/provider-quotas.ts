import { ModelQuotas, type QuotaChanges } from './model-quotas.js';
import type { QuotaReadings } from './quota-gauge.js';

/** Models that are distinguished; the oldest is forgotten. */
const MOST_MODELS = 20_000;

/** Credentials whose readings wait to be shared; further ones are told with their next answer. */
const MOST_CHANGED = 500;

/** A reading is only of use to other processes if less than this is left. */
const FEW_REQUESTS = 100;
const FEW_TOKENS = 100_000;

/** Reading about one credential for one model, as processes tell each other. */
export interface SharedReading {
  readonly id: string;
  readonly place: number;
  readonly readings: QuotaReadings;
}

/** What the providers say is left, in this process. It outlives the snapshots. */
export class ProviderQuotas implements QuotaChanges {
  private readonly byId = new Map<string, ModelQuotas>();
  /** Places with new readings that others should know. */
  private changed = new Map<ModelQuotas, Set<number>>();
  private changes = 0;

  /**
   * @param id Names the credentials and the model
   * @param size Number of the credentials
   */
  of(id: string, size: number): ModelQuotas {
    const known = this.byId.get(id);
    if (known !== undefined) return known;
    const made = new ModelQuotas(id, size, this);
    if (this.byId.size >= MOST_MODELS) this.byId.delete(this.byId.keys().next().value ?? '');
    this.byId.set(id, made);
    return made;
  }

  /** Takes over what other processes were told. */
  adopt(shared: readonly SharedReading[], now: number): void {
    for (const { id, place, readings } of shared) this.byId.get(id)?.adopt(place, readings, now);
  }

  /** Returns the readings since the last call that other processes should know. */
  takeChanges(now: number): SharedReading[] {
    const { changed } = this;
    if (changed.size === 0) return [];
    this.changed = new Map();
    this.changes = 0;
    return [...changed].flatMap(([quotas, places]) =>
      [...places].flatMap((place) => {
        const readings = quotas.tell(place, now);
        return readings === undefined ? [] : [{ id: quotas.id, place, readings }];
      }),
    );
  }

  noteChange(quotas: ModelQuotas, place: number, readings: QuotaReadings): void {
    if (!isFew(readings)) return;
    const places = this.changed.get(quotas) ?? new Set<number>();
    if (places.has(place) || this.changes >= MOST_CHANGED) return;
    this.changed.set(quotas, places.add(place));
    this.changes += 1;
  }
}

function isFew({ requests, tokens }: QuotaReadings): boolean {
  return (requests?.left ?? FEW_REQUESTS) < FEW_REQUESTS || (tokens?.left ?? FEW_TOKENS) < FEW_TOKENS;
}

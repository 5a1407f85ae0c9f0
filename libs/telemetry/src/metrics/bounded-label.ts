/** Label of every value beyond the bound. */
export const OTHER = 'other';

/** The most names of models that become label values (docs/contract/metrics.md#labels). */
const MAX_MODEL_LABELS = 1000;

/** Lets the first so many distinct values of a label through; every later one is `other`. */
export class BoundedLabel {
  private readonly known = new Set<string>();

  constructor(private readonly limit = MAX_MODEL_LABELS) {}

  bound(value: string): string {
    if (this.known.has(value)) return value;
    if (this.known.size >= this.limit) return OTHER;
    this.known.add(value);
    return value;
  }
}

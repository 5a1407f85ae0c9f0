/** Values that are read again after a while. When it is full, all are forgotten. */
export class ExpiringCache {
  readonly #entries = new Map<string, { readonly value: unknown; readonly until: number }>();

  constructor(private readonly bounds: { readonly entries: number; readonly milliseconds: number }) {}

  /** The value of a key; `read` must answer the same type for the same key. Failures are not cached. */
  async read<Value>(key: string, read: () => Promise<Value>): Promise<Value> {
    const now = performance.now();
    const cached = this.#entries.get(key);
    if (cached !== undefined && cached.until > now) return cached.value as Value;
    const value = await read();
    if (this.#entries.size >= this.bounds.entries) this.#entries.clear();
    this.#entries.set(key, { value, until: now + this.bounds.milliseconds });
    return value;
  }

  clear(): void {
    this.#entries.clear();
  }
}

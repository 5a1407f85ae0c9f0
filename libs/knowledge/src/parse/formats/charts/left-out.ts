/** Counts what a document has and its blocks do not. */
export class LeftOut {
  readonly #counts = new Map<string, number>();

  add(what: string): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + 1);
  }

  /** One sentence, if something was left out. */
  get sentence(): string | undefined {
    const said = [...this.#counts].map(([what, count]) => `${what} (${count})`).join(', ');
    return said === '' ? undefined : `Left out: ${said}.`;
  }
}

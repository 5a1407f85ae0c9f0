/** Conditions of a query that is written by hand, and the values of its parameters. */
export class Conditions {
  private readonly parts: string[] = [];

  /** @param values those of another list of conditions of the same query */
  constructor(readonly values: unknown[] = []) {}

  /** Adds one, unless the value is undefined. Each `?` of the text is the value. */
  add(text: string, value: unknown): this {
    if (value === undefined) return this;
    this.values.push(value);
    this.parts.push(text.replaceAll('?', `$${this.values.length}`));
    return this;
  }

  /** The same conditions for a query of its own. */
  copy(): Conditions {
    const copy = new Conditions([...this.values]);
    copy.parts.push(...this.parts);
    return copy;
  }

  /** The number of a further parameter, as a query names it: `$3`. */
  parameter(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }

  get text(): string {
    return this.parts.join(' AND ');
  }
}

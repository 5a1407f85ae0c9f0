/** The values of a statement, and their names in its text. */
export class SqlValues {
  readonly list: unknown[] = [];

  /** Adds a value; the result stands for it in the text. */
  add(value: unknown): string {
    this.list.push(value);
    return `$${this.list.length}`;
  }
}

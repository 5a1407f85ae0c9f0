/** Keywords of schemas that are noted; an answer names far fewer. Parameters are always noted: they are few. */
const MOST_LOSSES = 1_000;

/** Losses in the translation of a request, each listed once. A schema may have fifty thousand keywords that are unknown. */
export class LossList {
  readonly #names = new Set<string>();

  /** A keyword stands behind its parameter and a space. */
  add(parameter: string, keyword?: string): void {
    if (keyword === undefined) this.#names.add(parameter);
    else if (this.#names.size < MOST_LOSSES) this.#names.add(`${parameter} ${keyword}`);
  }

  names(): readonly string[] {
    return [...this.#names];
  }
}

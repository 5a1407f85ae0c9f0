import type { Losses } from '../losses.js';

/** Name for words of a schema that no keyword stands for, such as that a value may be anything. */
const NAMELESS = '';

/** Keywords by what an answer may get wrong without them: its shape, the range of its values; the others are hints. */
const SHAPE: ReadonlySet<string> = new Set(['$ref', 'prefixItems', 'items', 'anyOf', 'oneOf', 'allOf']);
const RANGE: ReadonlySet<string> = new Set([
  ...[
    'minimum',
    'maximum',
    'exclusiveMinimum',
    'exclusiveMaximum',
    'minLength',
    'maxLength',
    'pattern',
    'enum',
    'const',
  ],
  ...['minItems', 'maxItems', 'minProperties', 'maxProperties', 'required'],
]);

/** Longer names, and names of other characters, are not written into a header. */
const NAME = /^[$A-Za-z][\w$-]{0,39}$/;

/** The keywords of one schema that a translation of it does not preserve. */
export class LostWords {
  readonly #weights = new Map<string, number>();

  /** `isShape`: the keyword decides here on the shape of a value. */
  add(word: string = NAMELESS, isShape = SHAPE.has(word)): void {
    const weight = isShape ? 1000 : RANGE.has(word) ? 1 : 0;
    this.#weights.set(word, Math.max(weight, this.#weights.get(word) ?? 0));
  }

  get isEmpty(): boolean {
    return this.#weights.size === 0;
  }

  /** True if an answer can get less wrong by shape and range. Hints, such as that no member may be added, do not count. */
  weighsLessThan(other: LostWords): boolean {
    return this.#weigh() < other.#weigh();
  }

  #weigh(): number {
    return [...this.#weights.values()].reduce((sum, weight) => sum + weight, 0);
  }

  /** Names the parameter that the schema belongs to, and each keyword. */
  report(param: string, losses: Losses): void {
    if (this.isEmpty) return;
    // The parameter's own name is first in the path.
    const parameter = /^\w+/.exec(param)?.[0] ?? param;
    losses.lose(parameter);
    for (const word of this.#weights.keys()) if (NAME.test(word)) losses.lose(parameter, word);
  }
}

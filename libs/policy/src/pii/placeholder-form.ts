import { isDigit } from './characters.js';
import { ENTITY_NAMES } from './entities.js';
import type { TextWindow } from './text-window.js';

/** More digits than placeholders of one request have. */
const MOST_DIGITS = 7;

export interface ReadPlaceholder {
  readonly entity: string;
  readonly number: number;
  readonly end: number;
}

/**
 * Form of placeholders, as `pii.placeholder` shows it for the first email address: `[EMAIL_1]`. Other entities and
 * numbers follow its form.
 */
export class PlaceholderForm {
  readonly #before: string;
  readonly #between: string;
  readonly #after: string;
  readonly #isNumberFirst: boolean;
  /** Names of entities with their replacements, the longest first: one may begin like another. */
  readonly #labels: readonly (readonly [name: string, label: string])[];

  /**
   * @param example holds `EMAIL` and `1` once each.
   * @param names of entities beside the built-in ones.
   */
  constructor(
    readonly example: string,
    readonly names: readonly string[] = [],
  ) {
    this.#labels = [...new Set([...ENTITY_NAMES, ...names])]
      .map((name) => [name, name.toUpperCase()] as const)
      .sort(([, one], [, other]) => other.length - one.length);
    const label = example.indexOf('EMAIL');
    const number = example.indexOf('1');
    this.#isNumberFirst = number < label;
    const [first, firstLength, second, secondLength] = this.#isNumberFirst
      ? [number, 1, label, 5]
      : [label, 5, number, 1];
    this.#before = example.slice(0, first);
    this.#between = example.slice(first + firstLength, second);
    this.#after = example.slice(second + secondLength);
  }

  /** True if a placeholder can begin with a UTF-16 unit. */
  mayBegin(code: number): boolean {
    if (this.#before !== '') return code === this.#before.charCodeAt(0);
    return this.#isNumberFirst ? isDigit(code) : code >= 0x41 && code <= 0x5a;
  }

  write(entity: string, number: number): string {
    const label = entity.toUpperCase();
    const [first, second] = this.#isNumberFirst ? [number, label] : [label, number];
    return `${this.#before}${first}${this.#between}${second}${this.#after}`;
  }

  /** The placeholder that begins at a place; undefined for none. */
  read(window: TextWindow, at: number): ReadPlaceholder | undefined {
    const from = skip(window, at, this.#before);
    if (from < 0) return undefined;
    return this.#isNumberFirst ? this.#readNumberFirst(window, from) : this.#readLabelFirst(window, from);
  }

  #readNumberFirst(window: TextWindow, from: number): ReadPlaceholder | undefined {
    const digits = readDigits(window, from);
    const place = isNumber(digits) ? skip(window, from + digits.length, this.#between) : -1;
    if (place < 0) return undefined;
    for (const [entity, label] of this.#labels) {
      const behind = skip(window, place, label);
      const end = behind < 0 ? -1 : skip(window, behind, this.#after);
      if (end >= 0) return { entity, number: Number(digits), end };
    }
    return undefined;
  }

  #readLabelFirst(window: TextWindow, from: number): ReadPlaceholder | undefined {
    for (const [entity, label] of this.#labels) {
      const behind = skip(window, from, label);
      const place = behind < 0 ? -1 : skip(window, behind, this.#between);
      if (place < 0) continue;
      const digits = readDigits(window, place);
      const end = isNumber(digits) ? skip(window, place + digits.length, this.#after) : -1;
      if (end >= 0) return { entity, number: Number(digits), end };
    }
    return undefined;
  }
}

function isNumber(digits: string): boolean {
  return digits !== '' && digits[0] !== '0';
}

function skip(window: TextWindow, at: number, literal: string): number {
  for (let index = 0; index < literal.length; index++) {
    if (window.at(at + index) !== literal.charCodeAt(index)) return -1;
  }
  return at + literal.length;
}

function readDigits(window: TextWindow, at: number): string {
  let end = at;
  while (end - at <= MOST_DIGITS && isDigit(window.at(end))) end++;
  return end - at > MOST_DIGITS ? '' : window.slice(at, end);
}

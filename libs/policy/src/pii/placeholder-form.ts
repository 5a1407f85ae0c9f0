import { isDigit } from './characters.js';
import { ENTITY_NAMES, type EntityName } from './entities.js';
import type { TextWindow } from './text-window.js';

/** More digits than placeholders of one request have. */
const MOST_DIGITS = 7;

const LABELS: readonly (readonly [EntityName, string])[] = ENTITY_NAMES.map((name) => [name, name.toUpperCase()]);

export interface ReadPlaceholder {
  readonly entity: EntityName;
  readonly number: number;
  readonly end: number;
}

/**
 * How placeholders are written, as `pii.placeholder` shows it for the first e-mail address: `[EMAIL_1]`. Other entities
 * and numbers follow its form.
 */
export class PlaceholderForm {
  readonly #before: string;
  readonly #between: string;
  readonly #after: string;
  readonly #isNumberFirst: boolean;

  /** @param example holds `EMAIL` and `1` once each. */
  constructor(example: string) {
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

  /** Whether a placeholder can begin with a UTF-16 unit. */
  mayBegin(code: number): boolean {
    if (this.#before !== '') return code === this.#before.charCodeAt(0);
    return this.#isNumberFirst ? isDigit(code) : code >= 0x41 && code <= 0x5a;
  }

  write(entity: EntityName, number: number): string {
    const label = entity.toUpperCase();
    const [first, second] = this.#isNumberFirst ? [number, label] : [label, number];
    return `${this.#before}${first}${this.#between}${second}${this.#after}`;
  }

  /** The placeholder that begins at a place; undefined for none. */
  read(window: TextWindow, at: number): ReadPlaceholder | undefined {
    let place = skip(window, at, this.#before);
    if (place < 0) return undefined;
    let entity: EntityName | undefined;
    let digits = '';
    for (let part = 0; part < 2; part++) {
      if (part === 1) place = skip(window, place, this.#between);
      if (place < 0) return undefined;
      if ((part === 0) === this.#isNumberFirst) {
        digits = readDigits(window, place);
        place += digits.length;
      } else {
        const label = LABELS.find(([, text]) => skip(window, place, text) >= 0);
        if (label === undefined) return undefined;
        entity = label[0];
        place += label[1].length;
      }
    }
    const end = skip(window, place, this.#after);
    if (entity === undefined || digits === '' || digits[0] === '0' || end < 0) return undefined;
    return { entity, number: Number(digits), end };
  }
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

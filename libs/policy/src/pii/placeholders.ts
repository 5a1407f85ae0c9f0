import type { PlaceholderForm } from './placeholder-form.js';
import { TextWindow } from './text-window.js';

/**
 * The placeholders of one request: the same value has the same one. A placeholder for a person's own value may be put
 * back; what was given out later, for values of the answer, never is. Numbers that the request's own texts hold are not
 * given out where values are put back, so that nobody can ask for another's by typing its placeholder.
 */
export class Placeholders {
  readonly #byValue = new Map<string, string>();
  readonly #ownValues = new Map<string, string>();
  readonly #counts = new Map<string, number>();
  readonly #typed = new Set<string>();
  #isAnswering = false;

  constructor(readonly form: PlaceholderForm) {}

  /** Takes note of the placeholders that a text of the request holds already. To be called before any is given out. */
  noteTyped(text: string): void {
    for (const placeholder of findTyped(text, this.form)) this.#typed.add(placeholder);
  }

  /** The same for placeholders that were found already. */
  addTyped(placeholder: string): void {
    this.#typed.add(placeholder);
  }

  /** From now on values are the answer's, which are not put back. */
  beginAnswer(): void {
    this.#isAnswering = true;
  }

  /** The placeholder of a value. */
  placeholderOf(entity: string, value: string): string {
    const known = this.#byValue.get(value);
    if (known !== undefined) return known;
    let number = this.#counts.get(entity) ?? 0;
    let placeholder: string;
    do placeholder = this.form.write(entity, ++number);
    while (this.#typed.has(placeholder));
    this.#counts.set(entity, number);
    this.#byValue.set(value, placeholder);
    if (!this.#isAnswering) this.#ownValues.set(placeholder, value);
    return placeholder;
  }

  /** The person's own value that a placeholder stands for; undefined for what was never given out for one. */
  ownValueOf(placeholder: string): string | undefined {
    return this.#ownValues.get(placeholder);
  }

  /** True if the request held a value and it was replaced in it. */
  isOwnValue(value: string): boolean {
    const placeholder = this.#byValue.get(value);
    return placeholder !== undefined && this.#ownValues.has(placeholder);
  }

  /** True if there is anything to put back. */
  get hasOwnValues(): boolean {
    return this.#ownValues.size > 0;
  }
}

/** The placeholders that a text holds, each as it is given out. */
export function findTyped(text: string, form: PlaceholderForm): Set<string> {
  const typed = new Set<string>();
  const window = new TextWindow();
  window.text = text;
  window.isFinal = true;
  for (let at = 0; at < text.length; at++) {
    const read = form.mayBegin(text.charCodeAt(at)) ? form.read(window, at) : undefined;
    if (!read) continue;
    typed.add(form.write(read.entity, read.number));
    at = read.end - 1;
  }
  return typed;
}

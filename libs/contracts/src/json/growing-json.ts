import { parseBoundedJson } from './bounded-json.js';

/** So much is parsed at most to find out whether a text is whole. */
const MOST_PARSED_CHARACTERS = 4 * 1024 * 1024;

/**
 * The text of a JSON object that comes in fragments. Whether it is whole may be asked at every fragment: the text is parsed only where it
 * may be, and no more of it in all than is bounded, or a long text of many fragments would take the square of its length.
 */
export class GrowingJson {
  #text = '';
  #mayBeWhole = false;
  #isWhole = false;
  #parsed = 0;

  get isEmpty(): boolean {
    return this.#text === '';
  }

  append(fragment: string): void {
    this.#text += fragment;
    // Looking at the end of the text itself would copy it.
    const said = fragment.trimEnd();
    if (said === '') return;
    this.#mayBeWhole = said.endsWith('}');
    this.#isWhole = false;
  }

  /** False also for a text of which too much has been parsed already. */
  isWhole(): boolean {
    if (!this.#mayBeWhole) return this.#isWhole;
    this.#mayBeWhole = false;
    this.#parsed += this.#text.length;
    this.#isWhole = this.#parsed <= MOST_PARSED_CHARACTERS && isJson(this.#text);
    return this.#isWhole;
  }
}

function isJson(text: string): boolean {
  try {
    parseBoundedJson(text);
    return true;
  } catch {
    return false;
  }
}

import type { TextPart, TextRole } from '@multilane/policy';
import type { TextMap } from './text-map.js';

/** Separates names, so that no two of them read as one. */
const BETWEEN = '\n;\n';

/** Notes texts, and counts those beyond a bound. There may be thousands of words in definitions: those of a role are one text. */
export class TextList {
  count = 0;
  characters = 0;
  readonly #parts: TextPart[] = [];
  readonly #words = new Map<TextRole, string[]>();

  /** Notes a text and leaves it as it is. */
  readonly note: TextMap;

  constructor(private readonly most = Number.POSITIVE_INFINITY) {
    this.note = this.#note.bind(this);
  }

  parts(): TextPart[] {
    return [...this.#parts, ...Array.from(this.#words, ([role, words]) => ({ role, text: words.join(BETWEEN) }))];
  }

  #note(...[text, role, format, content]: Parameters<TextMap>): string {
    this.count += 1;
    this.characters += text.length;
    if (this.count > this.most) return text;
    if (role === 'definition' || role === 'parameter') this.#noteWord(role, text);
    else if (format === 'json') this.#parts.push({ role, text, format });
    else if (content !== undefined) this.#parts.push({ role, text, content });
    else this.#parts.push({ role, text });
    return text;
  }

  #noteWord(role: TextRole, word: string): void {
    const known = this.#words.get(role);
    if (known) known.push(word);
    else this.#words.set(role, [word]);
  }
}

/**
 * The most UTF-16 units that a regular expression of RE2 syntax can match: Infinity where a repetition has no end, undefined for
 * what is not understood here (`\Q…\E`). Reads the pattern only; whether it is a valid one is for RE2 to say.
 */
export function longestMatch(source: string): number | undefined {
  const reader = new PatternReader(source);
  const longest = reader.readAlternatives();
  return reader.isUnderstood && reader.isAtEnd ? longest : undefined;
}

/** A character that may lie beyond the Basic Multilingual Plane. */
const ANY_CHARACTER = 2;

class PatternReader {
  isUnderstood = true;
  #at = 0;

  constructor(private readonly source: string) {}

  get isAtEnd(): boolean {
    return this.#at >= this.source.length;
  }

  readAlternatives(): number {
    let longest = this.#readSequence();
    while (this.source[this.#at] === '|') {
      this.#at++;
      longest = Math.max(longest, this.#readSequence());
    }
    return longest;
  }

  #readSequence(): number {
    let sum = 0;
    while (!this.isAtEnd && this.source[this.#at] !== '|' && this.source[this.#at] !== ')') {
      const length = this.#readAtom();
      const times = this.#readRepetition();
      if (length > 0) sum += length * times;
    }
    return sum;
  }

  #readAtom(): number {
    switch (this.source[this.#at]) {
      case '(':
        return this.#readGroup();
      case '[':
        return this.#readClass();
      case '\\':
        return this.#readEscape();
      case '^':
      case '$':
        this.#at++;
        return 0;
      case '.':
        this.#at++;
        return ANY_CHARACTER;
      default: {
        const { length } = String.fromCodePoint(this.source.codePointAt(this.#at) ?? 0);
        this.#at += length;
        return length;
      }
    }
  }

  #readGroup(): number {
    const [head = '('] = this.#match(/\((?:\?(?:P?<\w+>|[a-zA-Z-]*[:)]))?/y);
    this.#at += head.length;
    // `(?i)` sets flags for what follows.
    if (head.endsWith(')')) return 0;
    const longest = this.readAlternatives();
    if (this.source[this.#at] !== ')') this.isUnderstood = false;
    this.#at++;
    return longest;
  }

  #readClass(): number {
    const [text] = this.#match(/\[\^?\]?(?:\[:\^?\w+:\]|\\[\s\S]|[^\]\\])*\]/y);
    if (text === undefined) this.isUnderstood = false;
    this.#at += text?.length ?? 1;
    const mayBeBeyond = /^\[\^|\\[pPDWSx]|\[:\^|[\ud800-\udfff]/.test(text ?? '');
    return mayBeBeyond ? ANY_CHARACTER : 1;
  }

  #readEscape(): number {
    const [text = ''] = this.#match(/\\(?:[pP](?:\{[^}]*\}|.)|x(?:\{[^}]*\}|..)|[0-7]{1,3}|[\s\S])/y);
    this.#at += Math.max(1, text.length);
    const kind = text[1] ?? '';
    if (kind === 'Q' || kind === '') this.isUnderstood = false;
    if ('bBAz'.includes(kind)) return 0;
    return 'pPDWSCx'.includes(kind) ? ANY_CHARACTER : 1;
  }

  #readRepetition(): number {
    const [text] = this.#match(/(?:[*+?]|\{\d+(?:,\d*)?\})\??/y);
    if (text === undefined) return 1;
    this.#at += text.length;
    if (text[0] === '?') return 1;
    const [, least, most] = /^\{(\d+)(?:,(\d*))?\}/.exec(text) ?? [];
    if (least === undefined || most === '') return Number.POSITIVE_INFINITY;
    return Number(most ?? least);
  }

  #match(pattern: RegExp): readonly [string?] {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.source);
    return match === null ? [] : [match[0]];
  }
}

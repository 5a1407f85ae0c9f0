/** Labels of speakers in the reference's way: `A` for whoever speaks first, then `B` … `Z`, `AA`, `AB` … */
export class SpeakerNames {
  readonly #names = new Map<string, string>();

  /** The label of a provider's own name or number for a speaker; undefined if it gives none. */
  name(speaker: unknown): string | undefined {
    if (typeof speaker !== 'string' && typeof speaker !== 'number') return undefined;
    const key = String(speaker);
    const known = this.#names.get(key);
    if (known !== undefined) return known;
    const name = writeLetters(this.#names.size);
    this.#names.set(key, name);
    return name;
  }
}

/** 0 is `A`, 25 is `Z`, 26 is `AA`. */
function writeLetters(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : writeLetters(Math.floor(index / 26) - 1) + letter;
}

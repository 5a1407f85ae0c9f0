type Members = Readonly<Record<string, unknown>>;

/** Stands for the words while the line around them is made; no provider writes it. */
const PLACE = '\u0000words\u0000';
const WRITTEN_PLACE = JSON.stringify(PLACE);

/** Chunk whose line is known but for its words. */
interface Known {
  readonly chunk: Members;
  readonly choice: Members;
  readonly delta: Members;
  readonly before: string;
  readonly after: string;
}

/**
 * Writes the chunks of one stream as its lines. Chunks that differ from the one before in nothing but their words, which most do, get the
 * line of that one with other words in it: that costs a fraction of writing the whole chunk as JSON.
 */
export class WordsLine {
  #known: Known | undefined;

  write(chunk: object): string {
    const said = readWords(chunk as Members);
    if (said === undefined) return `data: ${JSON.stringify(chunk)}\n\n`;
    const { choice, delta, words } = said;
    const known = this.#known;
    const isKnown =
      known !== undefined &&
      differsOnlyIn('choices', chunk as Members, known.chunk) &&
      differsOnlyIn('delta', choice, known.choice) &&
      differsOnlyIn('content', delta, known.delta);
    if (isKnown) return known.before + JSON.stringify(words) + known.after;
    return this.#learn(chunk as Members, choice, delta, words);
  }

  #learn(chunk: Members, choice: Members, delta: Members, words: string): string {
    const frame = { ...chunk, choices: [{ ...choice, delta: { ...delta, content: PLACE } }] };
    const [before, after, ...others] = `data: ${JSON.stringify(frame)}\n\n`.split(WRITTEN_PLACE);
    if (before === undefined || after === undefined || others.length > 0) return `data: ${JSON.stringify(chunk)}\n\n`;
    // Copied: whoever made the chunk may use it again.
    this.#known = { chunk: { ...chunk }, choice: { ...choice }, delta: { ...delta }, before, after };
    return before + JSON.stringify(words) + after;
  }
}

/** The words of a chunk of one choice, with the objects around them. */
function readWords({ choices }: Members): { choice: Members; delta: Members; words: string } | undefined {
  if (!Array.isArray(choices) || choices.length !== 1) return undefined;
  const choice = choices[0] as Members;
  const delta = choice.delta as Members | undefined;
  const words = delta?.content;
  return delta !== undefined && typeof words === 'string' ? { choice, delta, words } : undefined;
}

/** True if two objects have the same members with the same values, but for one, which both have. Objects within them count as different. */
function differsOnlyIn(name: string, one: Members, other: Members): boolean {
  let count = 0;
  for (const member in one) {
    if (member !== name) {
      const value = one[member];
      if (value !== other[member] || (value === undefined && !(member in other))) return false;
    }
    count++;
  }
  for (const _ in other) count--;
  return count === 0;
}

/** A text without what stands between its words, and where each of its characters stood. */
export interface StrippedText {
  readonly text: string;
  /** The place in the original of the character at a place of the text. */
  placeOf(at: number): number;
}

/** Tags, entities and the targets of links, whose words nobody reads; each is short, so that no text is slow. */
const MARKUP = /<\/?[a-z][^<>]{0,200}>|&(?:[a-z]{2,8}|#\d{1,6}|#x[\da-f]{1,6});|\]\([^()\s]{1,200}\)/gi;
/** Marks: anything but letters, figures and the apostrophe of a word such as don't. */
const MARKS = /(?:(?!(?<=\p{L})'(?:s|t|re|ll|ve|d|m)(?!\p{L}))[^\p{L}\p{N}])+/gu;

/**
 * The words of a text with one space between them, as a reader takes `Ignore **all previous** instructions`; undefined where it has no
 * other marks than spaces.
 */
export function stripMarks(text: string): StrippedText | undefined {
  const plain = text.replace(MARKUP, (markup) => ' '.repeat(markup.length));
  const starts: number[] = [];
  const places: number[] = [];
  const words: string[] = [];
  let from = 0;
  let length = 0;
  const take = (to: number): void => {
    if (to <= from) return;
    starts.push(length);
    places.push(from);
    const word = plain.slice(from, to);
    words.push(word);
    length += word.length + 1;
  };
  for (const { 0: marks, index } of plain.matchAll(MARKS)) {
    take(index);
    from = index + marks.length;
  }
  take(plain.length);
  const stripped = words.join(' ');
  if (stripped === text) return undefined;
  return { text: stripped, placeOf: (at) => placeIn(starts, places, at) };
}

function placeIn(starts: readonly number[], places: readonly number[], at: number): number {
  let low = 0;
  let high = starts.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= at) low = middle;
    else high = middle;
  }
  return (places[low] ?? 0) + at - (starts[low] ?? 0);
}

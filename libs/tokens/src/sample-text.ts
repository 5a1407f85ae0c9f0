/** Characters that are counted one by one; a longer text is sampled. About 30,000 tokens of English. */
export const MAX_COUNTED_LENGTH = 128 * 1024;

const WINDOW_COUNT = 32;
const WINDOW_LENGTH = MAX_COUNTED_LENGTH / WINDOW_COUNT;

/** Texts to count, and the text that their sum represents. */
export interface TextSample {
  windows: readonly string[];
  /** The length of everything over the length of the windows; 1 when nothing was left out. */
  scale: number;
}

/** The texts themselves while they are short, else windows spaced evenly over all of them. Deterministic. */
export function sampleText(texts: readonly string[]): TextSample {
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  if (length <= MAX_COUNTED_LENGTH) return { windows: texts, scale: 1 };
  const joined = texts.join('');
  const step = (length - WINDOW_LENGTH) / (WINDOW_COUNT - 1);
  const windows = Array.from({ length: WINDOW_COUNT }, (_, index) => {
    const start = Math.floor(index * step);
    return joined.slice(start, start + WINDOW_LENGTH);
  });
  return { windows, scale: length / MAX_COUNTED_LENGTH };
}

import { detectAll } from 'tinyld';

/** Characters that are looked at. */
const SAMPLE = 4_000;

/** Shorter texts are guesses. */
const SHORTEST = 40;

/** How sure it must be, from 0 to 1. */
const CERTAINTY = 0.2;

/** The language of a document's text as ISO 639-1, such as `en`; undefined for a text that is short, mixed or no prose. */
export function detectLanguage(text: string): string | undefined {
  const sample = text.slice(0, SAMPLE).trim();
  if (sample.length < SHORTEST) return undefined;
  const [best] = detectAll(sample);
  return best !== undefined && best.accuracy >= CERTAINTY ? best.lang : undefined;
}

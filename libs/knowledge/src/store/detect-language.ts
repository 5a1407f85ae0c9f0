/** Characters that are looked at. */
const SAMPLE = 4_000;

/** Shorter texts are guesses. */
const SHORTEST = 40;

/** Certainty that is needed, from 0 to 1. */
const CERTAINTY = 0.2;

/** The language of a document's text as ISO 639-1, such as `en`; undefined for a text that is short, mixed or no prose. */
export async function detectLanguage(text: string): Promise<string | undefined> {
  const sample = text.slice(0, SAMPLE).trim();
  if (sample.length < SHORTEST) return undefined;
  // Its tables take a tenth of a second to load, which a start does without.
  const { detectAll } = await import('tinyld');
  const [best] = detectAll(sample);
  return best !== undefined && best.accuracy >= CERTAINTY ? best.lang : undefined;
}

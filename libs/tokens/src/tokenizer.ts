import { sampleText } from './sample-text.js';
import { splitLongRuns } from './split-long-runs.js';

/** The two encodings of the reference provider's models since gpt-3.5. */
export type EncodingName = 'o200k_base' | 'cl100k_base';

/** Counts tokens of plain text. Special tokens such as `<|endoftext|>` in a text count as the letters they are. */
export interface Tokenizer {
  readonly encoding: EncodingName;
  count(text: string): number;
  /**
   * The sum over several texts. Together they may be of any size: above 128 Ki characters evenly spaced windows are
   * counted and scaled, so that it takes some 20 ms for ordinary text, and half a second for the worst.
   */
  countAll(texts: readonly string[]): number;
}

interface Encoding {
  countTokens(text: string, options: { disallowedSpecial: Set<string> }): number;
  setMergeCacheSize(size: number): void;
}

/**
 * Imported only when first asked for: each encoding takes a quarter of a second, in which its thread does nothing else, and tens of megabytes.
 * Code that serves requests counts in another thread (token-counter.ts).
 */
const IMPORTS: Readonly<Record<EncodingName, () => Promise<Encoding>>> = {
  o200k_base: () => import('gpt-tokenizer/encoding/o200k_base'),
  cl100k_base: () => import('gpt-tokenizer/encoding/cl100k_base'),
};

/** gpt-4 without a letter behind it (not gpt-4o), gpt-3.5, and the embedding models; also behind `openai/` or `ft:`. */
const CL100K_MODELS = /(?:^|[/:])(?:gpt-4(?:$|-)|gpt-3\.5|gpt-35|text-embedding-(?:3-|ada-002))/;

/** Merged words that the encoder remembers; its own default of 100,000 may hold tens of megabytes. */
const MERGE_CACHE_SIZE = 10_000;

const NO_SPECIAL_TOKENS = { disallowedSpecial: new Set<string>() };

/** The encoding of a model by its name; o200k_base for current models and for every name that is not known. */
export function chooseEncoding(model: string): EncodingName {
  return CL100K_MODELS.test(model) ? 'cl100k_base' : 'o200k_base';
}

const tokenizers = new Map<EncodingName, Promise<Tokenizer>>();

/** Loads the tokenizer of a model into this thread, once per encoding. */
export function loadTokenizer(model = ''): Promise<Tokenizer> {
  return loadEncoding(chooseEncoding(model));
}

/** Loads an encoding into this thread, once. */
export function loadEncoding(name: EncodingName): Promise<Tokenizer> {
  const loaded = tokenizers.get(name) ?? IMPORTS[name]().then((encoding) => makeTokenizer(name, encoding));
  tokenizers.set(name, loaded);
  return loaded;
}

/** The tokens of a text as the model's tokenizer counts them. */
export async function countTokens(text: string, model: string): Promise<number> {
  return (await loadTokenizer(model)).count(text);
}

function makeTokenizer(encoding: EncodingName, { countTokens: countPiece, setMergeCacheSize }: Encoding): Tokenizer {
  setMergeCacheSize(MERGE_CACHE_SIZE);
  const countExactly = (text: string): number =>
    splitLongRuns(text).reduce((sum, piece) => sum + countPiece(piece, NO_SPECIAL_TOKENS), 0);

  const countAll = (texts: readonly string[]): number => {
    const sample = sampleText(texts);
    const counted = sample.windows.reduce((sum, text) => sum + countExactly(text), 0);
    return Math.round(counted * sample.scale);
  };
  return { encoding, countAll, count: (text) => countAll([text]) };
}

import { isRecord } from '@multilane/contracts';

type Json = Readonly<Record<string, unknown>>;

/** Models that are billed for a prompt that was grounded, however many queries it took; newer ones are billed for each query. */
const BY_PROMPT = /gemini-[12][.-]/i;

/**
 * Counts the searches of Google that an answer is billed for (ai.google.dev/gemini-api/docs/google-search, "Pricing": Gemini 3 by each
 * unique query, without empty ones; Gemini 2.5 and older by the grounded prompt). The queries stand in `groundingMetadata`, of which
 * a stream may repeat parts.
 */
export class SearchCounter {
  #queries: Set<string> | undefined;

  constructor(private readonly model: string | undefined) {}

  /** Counts the searches with those of a further answer, or event of a stream; undefined for none. */
  count({ candidates }: Json): number | undefined {
    if (Array.isArray(candidates)) for (const candidate of candidates) this.#read(candidate);
    if (this.#queries === undefined) return undefined;
    return BY_PROMPT.test(this.model ?? '') ? 1 : this.#queries.size;
  }

  #read(candidate: unknown): void {
    const grounding = isRecord(candidate) ? candidate.groundingMetadata : undefined;
    if (!isRecord(grounding) || !Array.isArray(grounding.webSearchQueries)) return;
    for (const query of grounding.webSearchQueries)
      if (typeof query === 'string' && query !== '') {
        this.#queries ??= new Set();
        this.#queries.add(query);
      }
  }
}

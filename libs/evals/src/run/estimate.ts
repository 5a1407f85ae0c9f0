/** Price of a model, in US dollars per million tokens. */
export interface TokenPrice {
  readonly inputPerMillion: number;
  readonly outputPerMillion: number;
}

/** Requests of one sort to one model. */
export interface PlannedRequests {
  readonly model: string;
  readonly count: number;
  /** Length of all their prompts together. */
  readonly promptCharacters: number;
  /** Tokens that one answer is taken to have. */
  readonly answerTokens: number;
}

export interface CostEstimate {
  /** US dollars, of all models with a price. */
  readonly costUsd: number;
  readonly requests: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
  /** Models whose price is not known: their cost is not in the estimate. */
  readonly unpriced: readonly string[];
}

/** About right for English; other languages have fewer. */
const CHARACTERS_PER_TOKEN = 4;

/** Estimates the cost of planned requests, as far as prices are known. */
export function estimateCost(
  planned: readonly PlannedRequests[],
  priceOf: (model: string) => TokenPrice | undefined,
): CostEstimate {
  let [costUsd, requests, promptTokens, completionTokens] = [0, 0, 0, 0];
  const unpriced = new Set<string>();
  for (const { answerTokens, count, model, promptCharacters } of planned) {
    const prompt = Math.ceil(promptCharacters / CHARACTERS_PER_TOKEN);
    const completion = count * answerTokens;
    requests += count;
    promptTokens += prompt;
    completionTokens += completion;
    const price = priceOf(model);
    if (price === undefined) unpriced.add(model);
    else costUsd += (prompt * price.inputPerMillion + completion * price.outputPerMillion) / 1_000_000;
  }
  return { costUsd, requests, promptTokens, completionTokens, unpriced: [...unpriced] };
}

import { isRecord } from '@multilane/contracts';

/** One token of the reference's `logprobs.content`; the provider does not report a token's bytes. */
export interface TokenLogprob {
  token: string;
  logprob: number;
  bytes: null;
}

export interface Logprobs {
  content: (TokenLogprob & { top_logprobs: TokenLogprob[] })[];
  refusal: null;
}

/**
 * `logprobsResult` as the reference's `logprobs`: the chosen tokens, each with its rivals at the same position
 * (ai.google.dev/api/generate-content#LogprobsResult). Undefined when none were reported.
 */
export function mapLogprobs(result: unknown): Logprobs | undefined {
  if (!isRecord(result) || !Array.isArray(result.chosenCandidates)) return undefined;
  const top = Array.isArray(result.topCandidates) ? result.topCandidates : [];
  const content = result.chosenCandidates.map((chosen, index) => {
    const rivals: unknown = isRecord(top[index]) ? top[index].candidates : undefined;
    return { ...toToken(chosen), top_logprobs: Array.isArray(rivals) ? rivals.map(toToken) : [] };
  });
  return { content, refusal: null };
}

function toToken(candidate: unknown): TokenLogprob {
  const { token, logProbability } = isRecord(candidate) ? candidate : {};
  // A probability of one has the logarithm zero, which protocol buffers leave out.
  return {
    token: typeof token === 'string' ? token : '',
    logprob: typeof logProbability === 'number' ? logProbability : 0,
    bytes: null,
  };
}

import type { ConversationTurns } from '../questions/conversation-turns.js';

/** Callers that questions and answers are shared between: one key or person, or everyone that the exact cache serves together. */
export type SharedBy = 'caller' | 'team';

/** Rules of a cache policy by which a question gets the answer of another one that asks the same. */
export interface SemanticRules {
  /** Id of the policy; its name if it is of gateway.yaml. */
  readonly policy: string;
  /** `builtin`, or the name of a model. */
  readonly embeddingModel: string;
  /** Cosine from which two questions are the same, 0 to 1. */
  readonly threshold: number;
  /** Number of last messages of the user that are compared by meaning; everything before is compared exactly. */
  readonly turns: number;
  /** Questions of one scope. */
  readonly maxEntries: number;
  readonly sharedBy: SharedBy;
  /** Requests with a higher temperature are cached exactly. */
  readonly maxTemperature: number;
  readonly withToolResults: boolean;
  readonly withMedia: boolean;
  /** Milliseconds that a request waits for the embedding. */
  readonly timeoutMs: number;
}

/**
 * Joins the rules of two policies that apply to one request: those of the one that answers less, without the requests that the other one leaves
 * out. The order of the two does not matter.
 */
export function chooseStricter(one: SemanticRules, other: SemanticRules): SemanticRules {
  return {
    ...(isStricter(one, other) ? one : other),
    maxTemperature: Math.min(one.maxTemperature, other.maxTemperature),
    turns: Math.min(one.turns, other.turns),
    withMedia: one.withMedia && other.withMedia,
    withToolResults: one.withToolResults && other.withToolResults,
  };
}

function isStricter(one: SemanticRules, other: SemanticRules): boolean {
  if (one.sharedBy !== other.sharedBy) return one.sharedBy === 'caller';
  if (one.threshold !== other.threshold) return one.threshold > other.threshold;
  return one.policy < other.policy;
}

/** Temperature of requests that state none: the default of the formats. */
const USUAL_TEMPERATURE = 1;

/** True unless the rules leave a request with these messages to the exact cache. */
export function isComparedByMeaning(
  { hasMedia, hasToolResults, rest }: ConversationTurns,
  {
    maxTemperature,
    withMedia,
    withToolResults,
  }: Pick<SemanticRules, 'maxTemperature' | 'withMedia' | 'withToolResults'>,
): boolean {
  if ((hasToolResults && !withToolResults) || (hasMedia && !withMedia)) return false;
  const { temperature } = rest;
  return (typeof temperature === 'number' ? temperature : USUAL_TEMPERATURE) <= maxTemperature;
}

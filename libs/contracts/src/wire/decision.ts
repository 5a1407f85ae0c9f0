/** POST /v1/decision: the "System One" decision format (docs/contract/decision.md#request). */
export interface DecisionRequest {
  model: string;
  state: DecisionText;
  /** By a name of the caller's. */
  questions: Record<string, DecisionQuestion>;
  [member: string]: unknown;
}

export type DecisionText = string | unknown[] | { [member: string]: unknown };

export type DecisionQuestion =
  | { type: 'noul'; instructions: DecisionText; criteria?: { true?: DecisionText | null; false?: DecisionText | null } }
  | { type: 'choice'; instructions: DecisionText; criteria: Record<string, DecisionText | null> }
  | { type: 'score'; instructions: DecisionText; criteria: DecisionText[] };

export interface DecisionResponse {
  model: string;
  /** By the names of the questions; a question without an answer is absent. */
  answers: Record<string, DecisionAnswer>;
  usage?: { input_tokens: number; output_tokens: number; [member: string]: unknown };
  [member: string]: unknown;
}

export type DecisionAnswer =
  | { type: 'noul'; noul: number }
  | { type: 'choice'; choice: string; confidence: number; probabilities: Record<string, number> }
  | { type: 'score'; score: number; confidence: number; probabilities: unknown; legend?: unknown };

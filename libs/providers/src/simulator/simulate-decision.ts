import type { DecisionAnswer, DecisionQuestion, DecisionRequest } from '@multilane/contracts';
import { isRecord, parseBoundedJson } from '@multilane/contracts';
import { splitTokens } from './limit-text.js';
import { answerJson, findTrigger, refuse, refuseOnTrigger, type SimulatedAnswer } from './simulated-answer.js';
import type { SimulationFacts } from './simulation-facts.js';

/** Shorter words say little of what a text is about. */
const SHORTEST_WORD = 3;

/**
 * Answers a decision request (docs/contract/decision.md#answers), deterministically: an option, a level or a statement
 * is the more probable, the more of its words the state holds. Failures are asked for as in `simulateChat`, in the
 * state.
 */
export function simulateDecision(requestBody: string, _facts: SimulationFacts): SimulatedAnswer {
  const request = readRequest(requestBody);
  if (request === undefined) return refuse(400, 'invalid_request_error', 'The request is not a decision request.');
  const state = toText(request.state);
  const trigger = findTrigger(request.model, state);
  const refusal = refuseOnTrigger(trigger);
  if (refusal !== undefined) return refusal;

  const words = readWords(state);
  const answers = Object.fromEntries(
    Object.entries(request.questions).map(([name, question]) => [name, answerQuestion(question, words)]),
  );
  const usage = {
    input_tokens: splitTokens(state).length + splitTokens(JSON.stringify(request.questions)).length,
    output_tokens: splitTokens(JSON.stringify(answers)).length,
  };
  return answerJson({ model: request.model, answers, usage }, trigger === 'simulator-cut');
}

function readRequest(body: string): DecisionRequest | undefined {
  try {
    const request: unknown = parseBoundedJson(body);
    return isRecord(request) && isRecord(request.questions) ? (request as unknown as DecisionRequest) : undefined;
  } catch {
    return undefined;
  }
}

function answerQuestion(question: DecisionQuestion, state: ReadonlySet<string>): DecisionAnswer {
  if (question.type === 'noul') {
    const [no = 0] = weigh(
      [
        toText(question.criteria?.false ?? ''),
        `${toText(question.instructions)} ${toText(question.criteria?.true ?? '')}`,
      ],
      state,
    );
    return { type: 'noul', noul: round(1 - no) };
  }
  if (question.type === 'choice') {
    const options = Object.keys(question.criteria);
    const shares = weigh(
      options.map((option) => `${option} ${toText(question.criteria[option] ?? '')}`),
      state,
    );
    const best = shares.indexOf(Math.max(...shares));
    const probabilities = Object.fromEntries(options.map((option, index) => [option, round(shares[index] ?? 0)]));
    return { type: 'choice', choice: options[best] ?? '', confidence: round(shares[best] ?? 0), probabilities };
  }
  const shares = weigh(question.criteria.map(toText), state);
  return {
    type: 'score',
    score: round(shares.reduce((sum, share, level) => sum + share * level, 0)),
    confidence: round(Math.max(...shares)),
    probabilities: Object.fromEntries(shares.map((share, level) => [level, round(share)])),
    legend: Object.fromEntries(question.criteria.map((description, level) => [level, description])),
  };
}

/** Weighs the probability of each text, given the words of the state; the shares add up to 1. */
function weigh(texts: readonly string[], state: ReadonlySet<string>): number[] {
  const weights = texts.map((text) => 1 + 4 * [...readWords(text)].filter((word) => state.has(word)).length);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
}

function readWords(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(words.filter((word) => word.length >= SHORTEST_WORD));
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

function round(share: number): number {
  return Math.round(share * 100) / 100;
}

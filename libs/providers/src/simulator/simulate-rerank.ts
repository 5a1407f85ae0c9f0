import { isRecord, parseBoundedJson } from '@multilane/contracts';
import { splitWords } from './embed-words.js';
import { splitTokens } from './limit-text.js';
import { answerJson, findTrigger, refuse, refuseOnTrigger, type SimulatedAnswer } from './simulated-answer.js';
import type { SimulationFacts } from './simulation-facts.js';

/**
 * The built-in simulator's ranks in the format that rerank providers share, deterministic: a document's score is the
 * part of the query's different words that it holds, and of equals the first comes first. It honours `top_n`; documents
 * are returned by the gateway. The model `simulator-error-429`, `simulator-error-500` or `simulator-cut` fails as
 * `simulateChat` does.
 */
export function simulateRerank(requestBody: string, facts: SimulationFacts): SimulatedAnswer {
  const request: unknown = parseBoundedJson(requestBody);
  if (!isRecord(request) || typeof request.query !== 'string' || !Array.isArray(request.documents)) {
    return refuse(400, 'invalid_request_error', 'The request is not a rerank request.');
  }
  const texts = request.documents.map((document) => String(isRecord(document) ? document.text : document));
  const asked = new Set(splitWords(request.query));
  const ranked = texts
    .map((text, index) => ({ index, relevance_score: scoreOverlap(asked, text) }))
    .sort((left, right) => right.relevance_score - left.relevance_score);
  const tokens = [request.query, ...texts].reduce((sum, text) => sum + splitTokens(text).length, 0);
  const answer = {
    id: facts.id,
    model: request.model,
    results: typeof request.top_n === 'number' ? ranked.slice(0, request.top_n) : ranked,
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  };
  const trigger = findTrigger(request.model, '');
  return refuseOnTrigger(trigger) ?? answerJson(answer, trigger === 'simulator-cut');
}

function scoreOverlap(asked: ReadonlySet<string>, text: string): number {
  if (asked.size === 0) return 0;
  const held = new Set(splitWords(text));
  return [...asked].filter((word) => held.has(word)).length / asked.size;
}

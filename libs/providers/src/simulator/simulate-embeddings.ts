import { isRecord, parseBoundedJson } from '@multilane/contracts';
import { embedWords, splitWords } from './embed-words.js';
import { splitTokens } from './limit-text.js';
import { answerJson, findTrigger, refuse, refuseOnTrigger, type SimulatedAnswer } from './simulated-answer.js';

const DEFAULT_DIMENSIONS = 256;
const MOST_DIMENSIONS = 4096;

/**
 * The built-in simulator's embeddings in the reference wire format, deterministic: a vector of unit length (256
 * dimensions, or as many as `dimensions` says, up to 4096) in which every word has places of its own, so that texts that
 * share words are close. Tokens are words. Answers numbers whatever `encoding_format` asks; the gateway encodes them.
 * The model `simulator-error-429`, `simulator-error-500` or `simulator-cut` fails as `simulateChat` does.
 */
export function simulateEmbeddings(requestBody: string): SimulatedAnswer {
  const request: unknown = parseBoundedJson(requestBody);
  const inputs = isRecord(request) ? readInputs(request.input) : undefined;
  if (!isRecord(request) || inputs === undefined) {
    return refuse(400, 'invalid_request_error', 'The request is not an embeddings request.');
  }
  const dimensions = request.dimensions ?? DEFAULT_DIMENSIONS;
  if (typeof dimensions !== 'number' || dimensions > MOST_DIMENSIONS) {
    return refuse(400, 'invalid_request_error', `The simulator has at most ${MOST_DIMENSIONS} dimensions.`);
  }
  const data = inputs.map(({ words }, index) => ({
    object: 'embedding',
    index,
    embedding: embedWords(words, dimensions),
  }));
  const tokens = inputs.reduce((sum, input) => sum + input.tokens, 0);
  const usage = { prompt_tokens: tokens, total_tokens: tokens };
  const answer = { object: 'list', data, model: request.model, usage };
  const trigger = findTrigger(request.model, '');
  return refuseOnTrigger(trigger) ?? answerJson(answer, trigger === 'simulator-cut');
}

interface Input {
  readonly words: readonly string[];
  readonly tokens: number;
}

function readInputs(input: unknown): Input[] | undefined {
  if (typeof input === 'string') return [readText(input)];
  if (!Array.isArray(input)) return undefined;
  if (input.every((item) => typeof item === 'number')) return [readTokens(input)];
  if (input.every((item) => typeof item === 'string')) return input.map(readText);
  return input.every(Array.isArray) ? input.map(readTokens) : undefined;
}

function readText(text: string): Input {
  return { words: splitWords(text), tokens: splitTokens(text).length };
}

function readTokens(tokens: readonly unknown[]): Input {
  return { words: tokens.map(String), tokens: tokens.length };
}

import type { CompletionsRequest } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import { compileRequestSchema, requireJsonObject } from '../compile-request-schema.js';
import { completionsRequestSchema, PROMPT_RULE } from '../schemas/completions-request.schema.js';

const checkShape = compileRequestSchema(completionsRequestSchema);

/**
 * Validates the body of POST /v1/completions and returns the same object. Known optional members that are null are
 * removed; whatever the reference's legacy shape does not name stays unchanged. Throws for the first problem,
 * with the field's path in `param`; no message repeats a value of the request.
 */
export function validateCompletionsRequest(body: unknown): CompletionsRequest {
  const members = requireJsonObject(body);
  checkShape(members);
  const request = members as CompletionsRequest;
  if (Array.isArray(request.prompt)) checkPrompt(request.prompt);
  if (request.stream_options !== undefined && request.stream !== true) {
    throw invalid('stream_options', '`stream_options` is only allowed if `stream` is true.');
  }
  if (request.best_of !== undefined && request.best_of < (request.n ?? 1)) {
    throw invalid('best_of', '`best_of` must be at least `n`.');
  }
  return request;
}

/** All texts, all tokens or all lists of tokens: the first item decides. */
function checkPrompt(prompt: readonly unknown[]): void {
  const [first] = prompt;
  const isItem = typeof first === 'string' ? isString : typeof first === 'number' ? isToken : isTokenList;
  const wrong = prompt.findIndex((item) => !isItem(item));
  if (wrong === -1) return;
  const isList = isItem === isTokenList && Array.isArray(prompt[wrong]);
  const rule = isList ? 'a non-empty list of tokens' : `of one kind with its neighbours: \`prompt\` is ${PROMPT_RULE}`;
  throw invalid(`prompt[${wrong}]`, `\`prompt[${wrong}]\` must be ${rule}.`);
}

function isString(item: unknown): boolean {
  return typeof item === 'string';
}

function isToken(item: unknown): boolean {
  return typeof item === 'number' && Number.isSafeInteger(item) && item >= 0;
}

function isTokenList(item: unknown): boolean {
  return Array.isArray(item) && item.length > 0 && item.every(isToken);
}

function invalid(param: string, message: string): GatewayError {
  return new GatewayError('invalid_value', { param, message });
}

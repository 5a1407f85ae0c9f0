import { GatewayError } from '@multilane/errors';
import { INPUT_RULE } from './schemas/embeddings-request.schema.js';

/**
 * Checks the items of an embeddings request's `input`, which the schema has found to be a string or a list. By hand,
 * because a list may hold many thousands of tokens. All items are of the first one's kind, and none is empty: the
 * reference provider rejects empty inputs.
 */
export function checkInput(input: string | readonly unknown[]): void {
  if (input.length === 0) throw wrong('input', INPUT_RULE);
  if (typeof input === 'string') return;
  const [first] = input;
  if (typeof first === 'string') checkTexts(input);
  else if (typeof first === 'number') checkTokens(input, 'input');
  else if (Array.isArray(first)) checkTokenLists(input);
  else throw wrong('input[0]', 'a non-empty string, a token or a list of tokens');
}

function checkTexts(texts: readonly unknown[]): void {
  for (let index = 0; index < texts.length; index++) {
    const text = texts[index];
    if (typeof text !== 'string' || text === '') throw wrong(`input[${index}]`, 'a non-empty string');
  }
}

function checkTokenLists(lists: readonly unknown[]): void {
  for (let index = 0; index < lists.length; index++) {
    const tokens = lists[index];
    if (!Array.isArray(tokens) || tokens.length === 0) throw wrong(`input[${index}]`, 'a non-empty list of tokens');
    checkTokens(tokens, `input[${index}]`);
  }
}

function checkTokens(tokens: readonly unknown[], path: string): void {
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index];
    if (typeof token !== 'number' || !Number.isInteger(token) || token < 0) {
      throw wrong(`${path}[${index}]`, 'a token: an integer of 0 or more');
    }
  }
}

function wrong(param: string, rule: string): GatewayError {
  return new GatewayError('invalid_value', { param, message: `\`${param}\` must be ${rule}.` });
}

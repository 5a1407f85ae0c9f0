import type { EmbeddingsRequest } from '@multilane/contracts';
import { GatewayError, unsupported } from '@multilane/errors';

/** Limit of the reference provider, so that one request cannot become calls without end. */
const MOST_INPUTS = 2048;

/**
 * The inputs of a valid embeddings request as texts, for providers that take texts only. Throws for tokens
 * (`unsupported_parameter`), which mean something to the reference provider's tokenizers alone, and for more inputs
 * than the reference takes (`invalid_value`).
 */
export function readTexts({ input }: Readonly<EmbeddingsRequest>): readonly string[] {
  if (typeof input === 'string') return [input];
  if (!isTexts(input)) {
    throw unsupported('input', 'must be a string or a list of strings: the provider of this model takes no tokens.');
  }
  if (input.length > MOST_INPUTS) {
    const message = `\`input\` must have at most ${MOST_INPUTS} items for the provider of this model.`;
    throw new GatewayError('invalid_value', { param: 'input', message });
  }
  return input;
}

function isTexts(input: string[] | number[] | number[][]): input is string[] {
  return typeof input[0] === 'string';
}

import { GatewayError } from '@multilane/errors';

/** Purpose of embedding a text, in Cohere's words (docs.cohere.com/reference/embed, `input_type`). */
const INPUT_TYPES = ['search_document', 'search_query', 'classification', 'clustering'] as const;

export type InputType = (typeof INPUT_TYPES)[number];

/** Checks the `input_type` of an embeddings request; throws `invalid_value` for a word that is not one of them. */
export function readInputType(given: unknown): InputType | undefined {
  if (given === undefined || given === null) return undefined;
  const known = INPUT_TYPES.find((type) => type === given);
  if (known !== undefined) return known;
  const words = INPUT_TYPES.map((type) => `"${type}"`).join(', ');
  throw new GatewayError('invalid_value', {
    param: 'input_type',
    message: `\`input_type\` must be one of ${words} for the provider of this model.`,
  });
}

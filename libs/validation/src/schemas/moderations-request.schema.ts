import { DEPRECATED_FUNCTIONS, OTHER_MODELS } from '../refused-everywhere.js';
import { byTag, NON_EMPTY_STRING, objectOf, type RequestSchema, refused, STRING } from './schema-words.js';

/** A content part of a multi-modal `input`. */
const partSchema = byTag('type', 'a content part', {
  text: objectOf('a text part', { text: STRING }, ['text']),
  image_url: objectOf(
    'an image part',
    { image_url: objectOf('an object with a `url`', { url: NON_EMPTY_STRING }, ['url']) },
    ['image_url'],
  ),
});

/** Rule for one item of a list: a text, or a part if the list's first item is one. */
const ITEM_RULE = 'a string, or a content part in a list of content parts';

/**
 * The body of POST /v1/moderations, the reference's shape (docs/contract/moderations.md#moderations). Unknown members
 * pass untouched.
 */
export const moderationsRequestSchema: RequestSchema = objectOf(
  'a JSON object',
  {
    model: { ...NON_EMPTY_STRING, maxLength: 512, description: 'a non-empty string of at most 512 characters' },
    input: {
      type: ['string', 'array'],
      minItems: 1,
      items: { ...partSchema, type: ['string', 'object'], description: ITEM_RULE },
      description: 'a string, a non-empty list of strings or a non-empty list of content parts',
    },
    stream: { type: 'boolean', not: { const: true }, refusal: 'Moderations are not streamed.', description: 'false' },
    stream_options: refused('Moderations are not streamed.'),
    ...DEPRECATED_FUNCTIONS,
    ...OTHER_MODELS,
  },
  ['input'],
);

import { DEPRECATED_FUNCTIONS, OTHER_MODELS } from '../refused-everywhere.js';
import { byTag, NON_EMPTY_STRING, nullable, objectOf, type RequestSchema, refused } from './schema-words.js';

/** Form of a state, instructions and descriptions (docs/contract/decision.md#request). */
const TEXT: RequestSchema = {
  type: ['string', 'object', 'array'],
  rawInteger: false,
  description: 'a string, an object or a list',
};

const DESCRIPTION: RequestSchema = { ...nullable(TEXT), description: 'a string, an object, a list or null' };

const questionSchema = byTag('type', 'a question object', {
  noul: objectOf(
    'a yes/no question',
    {
      instructions: TEXT,
      criteria: nullable({
        ...objectOf('an object with at most `true` and `false`', { true: DESCRIPTION, false: DESCRIPTION }),
        rawInteger: false,
        additionalProperties: false,
      }),
    },
    ['instructions'],
  ),
  choice: objectOf(
    'a choice',
    {
      instructions: TEXT,
      criteria: {
        type: 'object',
        rawInteger: false,
        minProperties: 1,
        maxProperties: 255,
        additionalProperties: DESCRIPTION,
        description: 'an object of 1 to 255 options, each with its description or null',
      },
    },
    ['instructions', 'criteria'],
  ),
  score: objectOf(
    'a score',
    {
      instructions: TEXT,
      criteria: {
        type: 'array',
        minItems: 2,
        maxItems: 10,
        items: TEXT,
        description: 'a list of 2 to 10 level descriptions, lowest first',
      },
    },
    ['instructions', 'criteria'],
  ),
});

/**
 * The body of POST /v1/decision (docs/contract/decision.md#request). Members that are not named here pass untouched.
 */
export const decisionRequestSchema: RequestSchema = objectOf(
  'a JSON object',
  {
    model: { ...NON_EMPTY_STRING, maxLength: 512, description: 'a non-empty string of at most 512 characters' },
    state: TEXT,
    questions: {
      type: 'object',
      rawInteger: false,
      minProperties: 1,
      additionalProperties: questionSchema,
      description: 'an object with at least one question',
    },
    stream: { type: 'boolean', not: { const: true }, refusal: 'Decisions are not streamed.', description: 'false' },
    stream_options: refused('Decisions are not streamed.'),
    ...DEPRECATED_FUNCTIONS,
    ...OTHER_MODELS,
  },
  ['model', 'state', 'questions'],
);

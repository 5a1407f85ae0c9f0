import {
  BOOLEAN,
  byTag,
  FREE_OBJECT,
  NON_EMPTY_STRING,
  nullable,
  objectOf,
  type RequestSchema,
  STRING,
  word,
} from './schema-words.js';

/** Names longer than chat's, or with dots, are shortened for the provider and restored in its answer. */
const name: RequestSchema = {
  ...NON_EMPTY_STRING,
  maxLength: 256,
  description: 'a non-empty string of at most 256 characters',
};

const description = nullable(STRING);

/** Demands of a tool beyond being called by the model; null and the defaults are accepted. */
const demands = {
  async: { ...nullable(BOOLEAN), not: { const: true }, refusal: 'The gateway waits for every output.' },
  allowed_callers: {
    ...nullable({ type: 'array', description: 'a list of callers' }),
    not: { type: 'array', not: { contains: { const: 'direct' } } },
    refusal: 'The model calls tools directly: allow "direct".',
  },
};

const functionTool = objectOf(
  'a function tool',
  {
    name,
    description,
    parameters: nullable({ ...FREE_OBJECT, description: 'a JSON Schema object' }),
    strict: nullable(BOOLEAN),
    ...demands,
  },
  ['name'],
);

const customTool = objectOf(
  'a custom tool',
  {
    name,
    description,
    format: nullable(
      byTag('type', 'an object with a `type`', {
        text: {},
        grammar: objectOf('a grammar', { syntax: word('lark', 'regex'), definition: NON_EMPTY_STRING }, [
          'syntax',
          'definition',
        ]),
      }),
    ),
    ...demands,
  },
  ['name'],
);

const namespaceTool = objectOf(
  'a namespace of tools',
  {
    name,
    description,
    tools: {
      type: 'array',
      items: byTag('type', 'a tool object', { function: functionTool, custom: customTool }),
      description: 'a list of tools',
    },
  },
  ['name', 'tools'],
);

/** A search for further tools that the client runs itself. One that the provider runs is hosted, and rejected before. */
const toolSearch = objectOf('a search for tools', {
  execution: word('client'),
  description,
  parameters: nullable({ ...FREE_OBJECT, description: 'a JSON Schema object' }),
});

/** Hosted tools never reach this schema: `refuseHostedInList` comes first. */
export const responsesToolsSchema: RequestSchema = {
  type: 'array',
  items: byTag('type', 'a tool object', {
    function: functionTool,
    custom: customTool,
    namespace: namespaceTool,
    tool_search: toolSearch,
  }),
  description: 'a list of tools',
};

const named = objectOf('an object with a `name`', { name: NON_EMPTY_STRING, namespace: nullable(NON_EMPTY_STRING) }, [
  'name',
]);

const toolChoiceRule =
  'one of "auto", "none" and "required", or an object that names a declared tool or lists the allowed ones';

export const responsesToolChoiceSchema: RequestSchema = {
  ...byTag('type', toolChoiceRule, {
    function: named,
    custom: named,
    allowed_tools: objectOf(
      'a list of allowed tools',
      {
        mode: word('auto', 'required'),
        tools: {
          type: 'array',
          minItems: 1,
          items: byTag('type', 'a tool object', { function: named, custom: named, namespace: named }),
          description: 'a non-empty list of declared tools',
        },
      },
      ['mode', 'tools'],
    ),
  }),
  type: ['string', 'object'],
  if: { type: 'object' },
  else: { enum: ['auto', 'none', 'required'], description: toolChoiceRule },
};

import {
  BOOLEAN,
  byTag,
  FREE_OBJECT,
  IDENTIFIER,
  NON_EMPTY_STRING,
  nullable,
  objectOf,
  type RequestSchema,
  STRING,
} from './schema-words.js';

/** A tool that the caller runs. Hosted tools never reach this schema: `refuseHostedTools` comes first. */
export const chatToolSchema = byTag('type', 'a tool object', {
  function: objectOf(
    'a function tool',
    {
      function: objectOf(
        'an object with a `name`',
        {
          name: IDENTIFIER,
          description: nullable(STRING),
          parameters: nullable({ ...FREE_OBJECT, description: 'a JSON Schema object' }),
          strict: nullable(BOOLEAN),
        },
        ['name'],
      ),
    },
    ['function'],
  ),
  custom: objectOf(
    'a custom tool',
    {
      custom: objectOf('an object with a `name`', { name: NON_EMPTY_STRING, description: nullable(STRING) }, ['name']),
    },
    ['custom'],
  ),
});

const namedChoice = (kind: string): RequestSchema =>
  objectOf('a named tool', { [kind]: objectOf('an object with a `name`', { name: NON_EMPTY_STRING }, ['name']) }, [
    kind,
  ]);

const toolChoiceRule = 'one of "auto", "none" and "required", or an object that names a declared function';

/** Custom tools and lists of allowed tools are newer forms of the reference format; they pass to group R as they are. */
export const toolChoiceSchema: RequestSchema = {
  ...byTag('type', toolChoiceRule, {
    function: namedChoice('function'),
    custom: namedChoice('custom'),
    allowed_tools: objectOf('a list of allowed tools', { allowed_tools: FREE_OBJECT }, ['allowed_tools']),
  }),
  type: ['string', 'object'],
  if: { type: 'object' },
  else: { enum: ['auto', 'none', 'required'], description: toolChoiceRule },
};

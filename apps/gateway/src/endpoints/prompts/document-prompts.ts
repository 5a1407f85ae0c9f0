import type { RequestSchema } from '@multilane/validation';

const MEMBER: RequestSchema = {
  type: 'object',
  description:
    'A stored prompt, whose messages come before those of the request. It takes the place of required members that its version sets.',
  properties: {
    id: { type: 'string', description: 'Name of the prompt; `name` says the same.' },
    name: { type: 'string', description: 'Name of the prompt.' },
    version: { type: ['integer', 'string'], description: 'Number of a version, or a label. Default: `production`.' },
    label: { type: 'string', description: 'Label of the prompt.' },
    variables: { type: 'object', description: 'Values of the variables by name.' },
  },
};

/** Adds the member that names a prompt to the documented schema of an endpoint, whose own schema never sees it. */
export function documentPrompts(schema: RequestSchema): RequestSchema {
  return { ...schema, properties: { ...schema.properties, prompt: MEMBER } };
}

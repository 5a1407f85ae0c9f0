import { PROMPT_LABEL, PROMPT_LIMITS, PROMPT_NAME, PROMPT_PARAMETERS, PROMPT_VARIABLE } from '@multilane/contracts';
import { z } from 'zod';
import { count, modelName } from './values.js';

const promptName = () =>
  z.string().regex(PROMPT_NAME, 'must have 1 to 128 letters, digits or `. _ - /`, and begin with a letter or digit');

const label = () =>
  z.string().regex(PROMPT_LABEL, 'must have 1 to 64 lower-case letters, digits or `. _ -`, and begin with a letter');

const version = () => count().max(1_000_000);

const variableName = () =>
  z.string().regex(PROMPT_VARIABLE, 'must have 1 to 64 letters, digits or `_`, and not begin with a digit');

const messageSchema = z.object({
  role: z.enum(['system', 'user', 'assistant']).describe('Role of the message.'),
  content: z
    .string()
    .min(1)
    .max(PROMPT_LIMITS.versionCharacters)
    .describe('Text, with `{{name}}` in the places of variables. `\\{{` stands for two braces.'),
});

/** Types of the values of variables. */
export const PROMPT_VARIABLE_TYPES = ['string', 'number', 'integer', 'boolean', 'json'] as const;

const variableSchema = z.object({
  name: variableName().describe('Name in `{{name}}`.'),
  type: z
    .enum(PROMPT_VARIABLE_TYPES)
    .default('string')
    .describe('Type of its values. `json` takes any value, which is written as JSON.'),
  default: z
    .union([z.string().max(PROMPT_LIMITS.versionCharacters), z.number(), z.boolean()])
    .optional()
    .describe('Value for requests that send none. If left out: requests must send one.'),
  options: z
    .array(z.string().min(1).max(200))
    .min(1)
    .max(50)
    .optional()
    .describe('Values that a string may have. If left out: any.'),
  max_length: count()
    .max(PROMPT_LIMITS.renderedCharacters)
    .optional()
    .describe('Maximum number of characters of a value as it is inserted.'),
  description: z.string().max(500).optional().describe('Meaning of the variable, for people.'),
});

const toolSchema = z.object({
  name: z
    .string()
    .regex(/^[a-zA-Z0-9_-]{1,64}$/, 'must have 1 to 64 letters, digits, `_` or `-`')
    .describe('Name of the function.'),
  description: z.string().max(10_000).optional().describe('Description for the model.'),
  parameters: z.record(z.string(), z.unknown()).default({ type: 'object', properties: {} }).describe('JSON Schema.'),
});

const responseSchema = z.object({
  name: z
    .string()
    .regex(/^[a-zA-Z0-9_-]{1,64}$/, 'must have 1 to 64 letters, digits, `_` or `-`')
    .describe('Name of the schema.'),
  schema: z.record(z.string(), z.unknown()).describe('JSON Schema of the response.'),
  strict: z.boolean().optional().describe('Whether the provider must follow the schema exactly.'),
});

const parametersSchema = z.object({
  temperature: z.number().min(0).max(2).optional().describe('Temperature.'),
  top_p: z.number().min(0).max(1).optional().describe('Nucleus sampling.'),
  max_tokens: count().optional().describe('Maximum tokens of the response.'),
  stop: z.array(z.string().min(1).max(200)).min(1).max(4).optional().describe('Texts at which the response ends.'),
  reasoning_effort: z.string().min(1).max(32).optional().describe('Effort of reasoning models.'),
});

const versionSchema = z.object({
  version: version().describe('Number of the version. The content of a number never changes.'),
  comment: z.string().max(500).optional().describe('What this version changes, for people.'),
  messages: z.array(messageSchema).min(1).max(PROMPT_LIMITS.messages).describe('Messages that requests begin with.'),
  variables: z
    .array(variableSchema)
    .max(PROMPT_LIMITS.variables)
    .default([])
    .describe('Variables of the messages. Each `{{name}}` has one.'),
  model: modelName().optional().describe('Model for requests that name none.'),
  parameters: parametersSchema.prefault({}).describe('Parameters for requests that do not send them.'),
  tools: z.array(toolSchema).min(1).max(64).optional().describe('Functions for requests that send no tools.'),
  response_schema: responseSchema.optional().describe('Schema of the response for requests that send no format.'),
  fixed: z
    .array(z.enum(PROMPT_PARAMETERS))
    .default([])
    .describe('Parameters of this version that requests cannot replace.'),
});

const shareSchema = z.object({
  version: version().describe('Number of a version.'),
  weight: count().max(1_000).describe('Share of the sessions, relative to the other weights.'),
});

const labelSchema = z.object({
  name: label().describe('Name of the label, such as `production`.'),
  version: version().optional().describe('Version that the label points to.'),
  split: z
    .array(shareSchema)
    .min(2)
    .max(PROMPT_LIMITS.shares)
    .optional()
    .describe('Versions that the label is split over, in place of `version`. A session keeps its version.'),
});

/** A prompt with its versions and labels (docs/contract/prompts.md). */
export const promptSchema = z.object({
  name: promptName().describe('Name that requests send.'),
  description: z.string().max(2_000).optional().describe('Description for people.'),
  versions: z
    .array(versionSchema)
    .max(PROMPT_LIMITS.versions)
    .default([])
    .describe('Versions, which never change. New ones get a higher number.'),
  labels: z
    .array(labelSchema)
    .max(PROMPT_LIMITS.labels)
    .default([])
    .describe('Labels that point to versions. Requests without one use `production`.'),
  protected_labels: z
    .array(label())
    .max(PROMPT_LIMITS.labels)
    .default([])
    .describe('Labels that only people with the permission `gateway.prompts.release` can move.'),
});

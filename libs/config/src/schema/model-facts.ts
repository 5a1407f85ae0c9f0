import { z } from 'zod';
import { count } from './values.js';

const parameterName = () =>
  z.string().regex(/^[a-z][a-z0-9_]{0,63}$/, 'must be the name of a parameter of the chat format');
const effort = () => z.string().regex(/^[a-z][a-z0-9_-]{0,31}$/, 'must be an effort such as xhigh');

/** Number of stars in a name at most, which bounds the time for a match. */
const MOST_STARS = 3;

/** One row of an operator's file: what models take whose names match. */
const modelRowSchema = z.strictObject({
  models: z
    .array(
      z
        .string()
        .min(1)
        .max(512)
        .refine((name) => name.split('*').length <= MOST_STARS + 1, `can have \`*\` ${MOST_STARS} times`),
    )
    .min(1)
    .describe('Names of models at the provider. `*` matches any characters.'),
  api: z.enum(['chat', 'responses', 'both']).optional(),
  tools_need_responses: z.boolean().optional(),
  token_limit: z.enum(['max_tokens', 'max_completion_tokens']).optional(),
  refuses: z.array(parameterName()).optional(),
  thinking: z.enum(['budget', 'adaptive', 'none']).optional(),
  takes_budgets: z.boolean().optional(),
  thinking_off: z.enum(['disabled', 'between_tools', 'never']).optional(),
  efforts: z.array(effort()).optional(),
  default_effort: effort().optional(),
  native_effort: z.boolean().optional(),
  system_turns: z.boolean().optional(),
  sampling: z.enum(['both', 'one', 'unreasoned', 'none']).optional(),
  forced_tools: z.boolean().optional(),
  prefill: z.boolean().optional(),
  parts: z.array(z.enum(['image', 'image_url', 'file', 'audio'])).optional(),
  structured_output: z.enum(['schema', 'object', 'none']).optional(),
  tools: z.boolean().optional(),
  parallel_calls: z.boolean().optional(),
  tools_in_streams: z.boolean().optional(),
  bridges_results: z.boolean().optional(),
  context_window: count().optional(),
  max_output: count().optional(),
});

/** The most rows of a file: every model of a snapshot is looked up in them. */
const MOST_ROWS = 1000;

/** The file that `model_facts` names. */
export const modelFactsFileSchema = z.strictObject({ models: z.array(modelRowSchema).max(MOST_ROWS) });

export type ModelFactsRow = z.output<typeof modelRowSchema>;

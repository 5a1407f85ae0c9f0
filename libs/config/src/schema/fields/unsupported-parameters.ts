import { writeProblem } from '@multilane/contracts';
import { z } from 'zod';

/** Parameters that an operator may allow to be left out of requests, by the names of the chat format. */
export const DROPPABLE_PARAMETERS = [
  'frequency_penalty',
  'inference_geo',
  'logit_bias',
  'logprobs',
  'metadata',
  'parallel_tool_calls',
  'prediction',
  'presence_penalty',
  'prompt_cache_key',
  'prompt_cache_retention',
  'reasoning_effort',
  'safety_identifier',
  'seed',
  'service_tier',
  'speed',
  'stop',
  'temperature',
  'top_k',
  'top_logprobs',
  'top_p',
  'user',
  'verbosity',
] as const;

/** Without these an answer is another answer than was asked for (docs/contract/requests.md#droppable-parameters). */
const NEVER_DROPPED = new Set<unknown>([
  ...['response_format', 'n', 'tools', 'tool_choice', 'web_search_options', 'functions', 'function_call'],
  ...['model', 'messages', 'stream', 'max_tokens', 'max_completion_tokens'],
]);

const parameter = z.enum(DROPPABLE_PARAMETERS, {
  error: ({ input }) =>
    NEVER_DROPPED.has(input)
      ? writeProblem('never_dropped')
      : writeProblem('not_choice', { choices: DROPPABLE_PARAMETERS.join(', ') }),
});

/** Parameters that are left out of requests if the provider, or the matrix of its group, rejects them. */
export const unsupportedParametersSchema = z
  .object({
    drop: z
      .array(parameter)
      .default([])
      .describe('Parameters to remove from requests. The response lists removed ones in `X-Service-Adjusted`.'),
  })
  .optional()
  .describe('What to do with parameters that the model does not support. Empty: the request is rejected.');

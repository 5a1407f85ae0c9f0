import { MODEL_TYPES } from '@multilane/contracts';
import { ALL_MANIFESTS } from '@multilane/providers/manifests';
import { z } from 'zod';
import { unsupportedParametersSchema } from './fields/unsupported-parameters.js';
import { queueSchema } from './queue.js';
import { count, modelName, name, price, section } from './values.js';

const tokenPrice = () => price().meta({ type: 'number (USD per million tokens)' });

const tokenPricesSchema = z.object({
  input_per_million: tokenPrice().default(0).describe('Prompt tokens.'),
  output_per_million: tokenPrice().default(0).describe('Completion tokens.'),
  cached_input_per_million: tokenPrice()
    .optional()
    .describe('Prompt tokens read from the provider cache. Empty: the same as `input_per_million`.'),
  cache_write_per_million: tokenPrice()
    .optional()
    .describe(
      'Prompt tokens written to the provider cache. Empty: 1.25 times `input_per_million` for Claude models, else the same as it.',
    ),
  cache_write_1h_per_million: tokenPrice()
    .optional()
    .describe(
      'Prompt tokens written to the provider cache for an hour. Empty: `cache_write_per_million`, or 2 times `input_per_million` for Claude models.',
    ),
  per_request: price().optional().meta({ type: 'number (USD)' }).describe('Each request, beside its tokens.'),
  per_search: price()
    .optional()
    .meta({ type: 'number (USD)' })
    .describe('Each search that the provider made for an answer and reports. Empty: nothing.'),
  long_prompt_above: count()
    .optional()
    .describe('Tokens of a prompt above which the whole request costs the `long_` prices. Empty: 200000.'),
  long_input_per_million: tokenPrice()
    .optional()
    .describe('Prompt tokens of requests with a long prompt. Empty: the same as `input_per_million`.'),
  long_output_per_million: tokenPrice()
    .optional()
    .describe('Completion tokens of requests with a long prompt. Empty: the same as `output_per_million`.'),
  long_cached_input_per_million: tokenPrice()
    .optional()
    .describe(
      'Cached prompt tokens of requests with a long prompt. Empty: as many times dearer as `long_input_per_million`.',
    ),
  batch_input_per_million: tokenPrice()
    .optional()
    .describe(
      "Lines of the provider's own batches: prompt tokens. Empty: by the provider's rule for `input_per_million` (the share that the provider charges for batches where it has the tier, else the same).",
    ),
  batch_output_per_million: tokenPrice()
    .optional()
    .describe(
      "Lines of the provider's own batches: completion tokens. Empty: by the provider's rule for `output_per_million` (the share that the provider charges for batches where it has the tier, else the same).",
    ),
  batch_cached_input_per_million: tokenPrice()
    .optional()
    .describe(
      "Lines of the provider's own batches: cached prompt tokens. Empty: as many times cheaper or dearer as `batch_input_per_million`.",
    ),
  flex_input_per_million: tokenPrice()
    .optional()
    .describe(
      "Answers in the flex tier: prompt tokens. Empty: by the provider's rule for `input_per_million` (half of it where it has the tier, else the same).",
    ),
  flex_output_per_million: tokenPrice()
    .optional()
    .describe(
      "Answers in the flex tier: completion tokens. Empty: by the provider's rule for `output_per_million` (half of it where it has the tier, else the same).",
    ),
  flex_cached_input_per_million: tokenPrice()
    .optional()
    .describe(
      'Answers in the flex tier: cached prompt tokens. Empty: as many times cheaper or dearer as `flex_input_per_million`.',
    ),
  priority_input_per_million: tokenPrice()
    .optional()
    .describe(
      "Answers in the priority tier: prompt tokens. Empty: by the provider's rule for `input_per_million` (1.75 to 2.5 times it where it has the tier, else the same).",
    ),
  priority_output_per_million: tokenPrice()
    .optional()
    .describe(
      "Answers in the priority tier: completion tokens. Empty: by the provider's rule for `output_per_million` (1.75 to 2.5 times it where it has the tier, else the same).",
    ),
  priority_cached_input_per_million: tokenPrice()
    .optional()
    .describe(
      'Answers in the priority tier: cached prompt tokens. Empty: as many times cheaper or dearer as `priority_input_per_million`.',
    ),
  audio_input_per_million: tokenPrice()
    .optional()
    .describe('Prompt tokens of sound, where the provider counts them. Empty: the same as `input_per_million`.'),
  cached_audio_input_per_million: tokenPrice()
    .optional()
    .describe('Prompt tokens of sound read from the provider cache. Empty: the same as `audio_input_per_million`.'),
  audio_output_per_million: tokenPrice()
    .optional()
    .describe('Completion tokens of sound. Empty: the same as `output_per_million`.'),
  image_input_per_million: tokenPrice()
    .optional()
    .describe('Prompt tokens of images, where the provider counts them. Empty: the same as `input_per_million`.'),
  cached_image_input_per_million: tokenPrice()
    .optional()
    .describe('Prompt tokens of images read from the provider cache. Empty: the same as `image_input_per_million`.'),
  image_output_per_million: tokenPrice()
    .optional()
    .describe('Completion tokens of images. Empty: the same as `output_per_million`.'),
});

/** Changes that a list of prices may have: two years of one a month. */
const MOST_CHANGES = 24;

const priceChangeSchema = tokenPricesSchema.extend({
  from: z
    .string()
    .refine(
      (day) => /^\d{4}-\d{2}-\d{2}$/.test(day) && new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(day) === true,
      'must be a day such as 2027-01-31',
    )
    .describe('Day from whose beginning, in UTC, these prices hold.'),
});

const pricesSchema = tokenPricesSchema.extend({
  changes: z
    .array(priceChangeSchema)
    .max(MOST_CHANGES)
    .refine((changes) => new Set(changes.map(({ from }) => from)).size === changes.length, 'must have each day once')
    .optional()
    .describe(
      'Prices that hold from a later day on, such as after an announced increase. Each is a whole list of prices. Requests that ended before keep their cost.',
    ),
});

const mediaPricesSchema = z.object({
  image: price().optional().describe('One generated image.'),
  speech_per_1k_chars: price().optional().describe('1,000 input characters of speech.'),
  transcription: price().optional().describe('One transcription request, or one translation of sound.'),
  per_second: price()
    .optional()
    .describe('One second of sound, as the provider reports them. Applies where no flat price is set.'),
});

/** Groups whose providers are asked for structured output only where a model says so. */
const WITHOUT_SCHEMAS = ALL_MANIFESTS.filter(({ group }) => group === 'N' || group === 'B')
  .map(({ kind }) => kind)
  .join(' and ');

const capabilitiesSchema = section(
  {
    reasoning_efforts: z
      .array(z.string().regex(/^[a-z][a-z0-9_-]*$/, 'must be an effort such as xhigh'))
      .default([])
      .describe('Values of `reasoning_effort` accepted beyond minimal, low, medium and high.'),
    api: z
      .enum(['chat', 'responses', 'both'])
      .optional()
      .describe(
        'Formats that the provider serves this model in: chat completions, the Responses API, or both. Empty: as the table of known models says, otherwise chat.',
      ),
    thinking: z
      .enum(['budget', 'adaptive'])
      .optional()
      .describe(
        'Messages-native models: whether thinking takes a token budget or an effort. Empty: as the gateway knows the model, otherwise `budget`.',
      ),
    structured_output: z
      .boolean()
      .optional()
      .describe(
        `${WITHOUT_SCHEMAS}: whether the model supports a schema for its response. If true, \`json_schema\` is accepted. Empty: as the gateway knows the model, otherwise false.`,
      ),
    beyond_reference: z
      .boolean()
      .default(false)
      .describe(
        'Whether endpoints for media and files serve this model where its provider is not one of those that they serve by default.',
      ),
  },
  'Capabilities of this model that differ from those of its kind.',
);

/** An entry of the configured catalog (docs/contract/model-access.md#resolution). */
export const modelSchema = z.object({
  logical_name: modelName().describe('Name that callers use.'),
  aliases: z.array(modelName()).default([]).describe('Other names of the model.'),
  provider: name().describe('A provider kind, or the name of an entry under `providers`.'),
  upstream_model: modelName().describe(
    'Name of the model at the provider, or of the deployment if the provider has deployments.',
  ),
  type: z.enum(MODEL_TYPES).default('chat').describe('Type of the model, which decides the endpoints that serve it.'),
  prices: pricesSchema
    .optional()
    .describe('Prices of tokens. Empty: the prices of the price package if it knows the model, otherwise 0.'),
  media_prices: mediaPricesSchema.optional().describe('Prices of media.'),
  voices: z
    .record(name(), z.string().min(1).max(200))
    .refine((voices) => Object.keys(voices).length <= 200, 'must have at most 200 entries')
    .optional()
    .describe('Speech models: names of voices that callers use, each with the voice of the provider.'),
  context_window: count()
    .optional()
    .describe(
      'Maximum tokens of prompt and response together. A longer prompt is rejected, and routed to other targets. Empty: as the gateway knows the model.',
    ),
  max_parallel: count()
    .optional()
    .describe('Requests to the model at the same time, of all callers together. Empty: unlimited.'),
  queue: queueSchema,
  capabilities: capabilitiesSchema,
  repair_history: z
    .boolean()
    .default(false)
    .describe(
      'Whether conversations that lack the result of a tool call, or their beginning, get a placeholder where the provider would refuse them. If false, they are rejected with the path.',
    ),
  unsupported_parameters: unsupportedParametersSchema,
});

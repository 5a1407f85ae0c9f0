import { ObjectListField } from '../../../fields/list-fields.js';
import { AmountField, CountField, TextField } from '../../../fields/scalar-fields.js';

/** Bounds of a price, the same as in gateway.yaml. */
const PRICE = { optional: true, max: 1_000_000 };

/** Prices of tokens, in US dollars. */
class TokenPricesDto {
  @AmountField({ ...PRICE, description: 'US dollars per million prompt tokens. Default: 0.' })
  input_per_million?: number;

  @AmountField({ ...PRICE, description: 'US dollars per million completion tokens. Default: 0.' })
  output_per_million?: number;

  @AmountField({
    ...PRICE,
    description:
      'US dollars per million prompt tokens read from the provider cache. Default: the same as `input_per_million`.',
  })
  cached_input_per_million?: number;

  @AmountField({
    ...PRICE,
    description:
      'US dollars per million prompt tokens written to the provider cache. Default: 1.25 times `input_per_million` for Claude models, else the same as it.',
  })
  cache_write_per_million?: number;

  @AmountField({
    ...PRICE,
    description:
      'The same for tokens that stay for an hour. Default: `cache_write_per_million`, or 2 times `input_per_million` for Claude models.',
  })
  cache_write_1h_per_million?: number;

  @AmountField({ ...PRICE, description: 'US dollars for each request, beside its tokens. Default: 0.' })
  per_request?: number;

  @AmountField({
    ...PRICE,
    description: 'US dollars for each search that the provider made for an answer and reports. Default: 0.',
  })
  per_search?: number;

  @CountField({
    optional: true,
    min: 1,
    max: 2_147_483_647,
    description: 'Tokens of a prompt above which the whole request costs the `long_` prices. Default: 200000.',
  })
  long_prompt_above?: number;

  @AmountField({
    ...PRICE,
    description:
      'US dollars per million prompt tokens of requests with a long prompt. Default: the same as `input_per_million`.',
  })
  long_input_per_million?: number;

  @AmountField({
    ...PRICE,
    description:
      'US dollars per million completion tokens of requests with a long prompt. Default: the same as `output_per_million`.',
  })
  long_output_per_million?: number;

  @AmountField({
    ...PRICE,
    description:
      'US dollars per million cached prompt tokens of requests with a long prompt. Default: as many times dearer as `long_input_per_million`.',
  })
  long_cached_input_per_million?: number;

  @AmountField({
    ...PRICE,
    description:
      "US dollars per million prompt tokens of lines of the provider's own batches. Default: by the provider's rule for `input_per_million` (the share that the provider charges for batches where it has the tier, else the same).",
  })
  batch_input_per_million?: number;

  @AmountField({
    ...PRICE,
    description:
      "US dollars per million completion tokens of lines of the provider's own batches. Default: by the provider's rule for `output_per_million` (the share that the provider charges for batches where it has the tier, else the same).",
  })
  batch_output_per_million?: number;

  @AmountField({
    ...PRICE,
    description:
      "US dollars per million cached prompt tokens of lines of the provider's own batches. Default: as many times cheaper or dearer as `batch_input_per_million`.",
  })
  batch_cached_input_per_million?: number;

  @AmountField({
    ...PRICE,
    description:
      "US dollars per million prompt tokens of answers in the flex tier. Default: by the provider's rule for `input_per_million` (half of it where it has the tier, else the same).",
  })
  flex_input_per_million?: number;

  @AmountField({
    ...PRICE,
    description:
      "US dollars per million completion tokens of answers in the flex tier. Default: by the provider's rule for `output_per_million` (half of it where it has the tier, else the same).",
  })
  flex_output_per_million?: number;

  @AmountField({
    ...PRICE,
    description:
      'US dollars per million cached prompt tokens of answers in the flex tier. Default: as many times cheaper or dearer as `flex_input_per_million`.',
  })
  flex_cached_input_per_million?: number;

  @AmountField({
    ...PRICE,
    description:
      "US dollars per million prompt tokens of answers in the priority tier. Default: by the provider's rule for `input_per_million` (1.75 to 2.5 times it where it has the tier, else the same).",
  })
  priority_input_per_million?: number;

  @AmountField({
    ...PRICE,
    description:
      "US dollars per million completion tokens of answers in the priority tier. Default: by the provider's rule for `output_per_million` (1.75 to 2.5 times it where it has the tier, else the same).",
  })
  priority_output_per_million?: number;

  @AmountField({
    ...PRICE,
    description:
      'US dollars per million cached prompt tokens of answers in the priority tier. Default: as many times cheaper or dearer as `priority_input_per_million`.',
  })
  priority_cached_input_per_million?: number;

  @AmountField({
    ...PRICE,
    description: 'US dollars per million prompt tokens of sound. Default: the same as `input_per_million`.',
  })
  audio_input_per_million?: number;

  @AmountField({
    ...PRICE,
    description:
      'US dollars per million prompt tokens of sound read from the provider cache. Default: the same as `audio_input_per_million`.',
  })
  cached_audio_input_per_million?: number;

  @AmountField({
    ...PRICE,
    description: 'US dollars per million completion tokens of sound. Default: the same as `output_per_million`.',
  })
  audio_output_per_million?: number;

  @AmountField({
    ...PRICE,
    description: 'US dollars per million prompt tokens of images. Default: the same as `input_per_million`.',
  })
  image_input_per_million?: number;

  @AmountField({
    ...PRICE,
    description:
      'US dollars per million prompt tokens of images read from the provider cache. Default: the same as `image_input_per_million`.',
  })
  cached_image_input_per_million?: number;

  @AmountField({
    ...PRICE,
    description: 'US dollars per million completion tokens of images. Default: the same as `output_per_million`.',
  })
  image_output_per_million?: number;
}

const DAY = { pattern: /^\d{4}-\d{2}-\d{2}$/, name: 'a day such as 2027-01-31' };

/** Prices that hold from a day on. */
class PriceChangeDto extends TokenPricesDto {
  @TextField({ form: DAY, description: 'Day from whose beginning, in UTC, these prices hold.', example: '2027-02-01' })
  from!: string;
}

/** Prices of tokens, and those that follow them. */
export class PricesDto extends TokenPricesDto {
  @ObjectListField(() => PriceChangeDto, {
    optional: true,
    maxItems: 24,
    description:
      'Prices that hold from a later day on, each a whole list of prices. Requests that ended before keep their cost.',
  })
  changes?: PriceChangeDto[];
}

/** Prices of media, in US dollars (docs/contract/usage.md#cost). */
export class MediaPricesDto {
  @AmountField({ ...PRICE, description: 'One generated image.' })
  image?: number;

  @AmountField({ ...PRICE, description: '1,000 input characters of speech.' })
  speech_per_1k_chars?: number;

  @AmountField({ ...PRICE, description: 'One transcription request, or one translation of sound.' })
  transcription?: number;

  @AmountField({
    ...PRICE,
    description: 'One second of sound, as the provider reports them. Applies where no flat price is set.',
  })
  per_second?: number;
}

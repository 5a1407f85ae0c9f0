import { TextListField } from '../../../fields/list-fields.js';
import { AmountField, ChoiceField, CountField, FlagField, TextField } from '../../../fields/scalar-fields.js';
import { RetryReasons } from './retry-reasons.field.js';

const LONGEST_NAME = 512;

/** Capabilities in which a model differs from its kind. */
export class CapabilitiesDto {
  @TextListField({
    optional: true,
    maxItems: 20,
    items: { max: 40 },
    description: 'Values of `reasoning_effort` accepted beyond minimal, low, medium and high.',
  })
  reasoning_efforts?: string[];

  @ChoiceField(['chat', 'responses', 'both'], {
    optional: true,
    description:
      'Formats that the provider serves this model in: chat completions, the Responses API, or both. Empty: as the table of known models says, otherwise chat.',
  })
  api?: string;

  @ChoiceField(['budget', 'adaptive'], {
    optional: true,
    description: 'Messages-native models: whether thinking takes a token budget or an effort. Default: budget.',
  })
  thinking?: string;

  @FlagField({
    optional: true,
    description:
      'anthropic and bedrock: whether the model supports a schema for its response. If true, `json_schema` is accepted. Default: false.',
  })
  structured_output?: boolean;

  @FlagField({
    optional: true,
    description:
      'Whether endpoints for media and files serve this model if its provider is not one of those that they serve by default. Default: false.',
  })
  beyond_reference?: boolean;
}

/** Parameters that a model does not take, and their treatment. */
export class UnsupportedParametersDto {
  @TextListField({
    optional: true,
    maxItems: 50,
    items: { max: 64 },
    description: 'Parameters to remove from requests. The response lists removed ones in `X-Service-Adjusted`.',
  })
  drop?: string[];
}

/** The targets of a virtual model. */
/** A route has no more: the gateway leaves out what comes after. */
export const MOST_TARGETS = 64;

export class TargetDto {
  @TextField({ max: LONGEST_NAME, description: 'A model of the workspace, by any of its names, or a virtual model.' })
  model!: string;

  @AmountField({
    optional: true,
    max: 1e6,
    description: 'Share of the requests, relative to the other targets. Default: 1.',
  })
  weight?: number;

  @CountField({ optional: true, min: 1, max: 2_147_483_647, description: 'Time limit, in milliseconds.' })
  timeout_ms?: number;

  @TextField({
    optional: true,
    max: LONGEST_NAME,
    description:
      'Name of a model that callers must be allowed to use to reach the target. If left out: whoever may use the route reaches it.',
  })
  requires?: string;
}

/** Repeating a failed call. */
export class RetryDto {
  @CountField({ optional: true, max: 10, description: 'Further attempts after a failed one. 0: none. Default: 2.' })
  attempts?: number;

  @RetryReasons({
    optional: true,
    description: 'Failures after which another attempt is made: statuses, `timeout`, `connect`.',
  })
  on?: (number | string)[];
}

/** A copy of some requests whose answer is only recorded. */
export class ShadowDto {
  @TextField({ max: LONGEST_NAME, description: 'Model that receives the copy.' })
  model!: string;

  @AmountField({ max: 100, description: 'Share of requests that are copied.' })
  percent!: number;
}

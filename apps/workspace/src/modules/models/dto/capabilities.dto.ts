import { TextListField } from '../../../fields/list-fields.js';
import { ChoiceField, FlagField } from '../../../fields/scalar-fields.js';

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

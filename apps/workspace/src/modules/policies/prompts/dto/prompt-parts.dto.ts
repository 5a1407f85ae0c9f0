import { PROMPT_VARIABLE_TYPES } from '@multilane/config';
import { PROMPT_LIMITS, PROMPT_PARAMETERS } from '@multilane/contracts';
import {
  ChoiceListField,
  FreeObjectField,
  ObjectField,
  ObjectListField,
  TextListField,
} from '../../../../fields/list-fields.js';
import {
  AmountField,
  AnyField,
  ChoiceField,
  CountField,
  FlagField,
  TextField,
} from '../../../../fields/scalar-fields.js';

const { shares, variables, versionCharacters } = PROMPT_LIMITS;

/** A message of a version. */
export class PromptMessageDto {
  @ChoiceField(['system', 'user', 'assistant'], { description: 'Role of the message.' })
  role!: string;

  @TextField({
    max: versionCharacters,
    multiline: true,
    description: 'Text, with `{{name}}` in the places of variables. `\\{{` stands for two braces.',
  })
  content!: string;
}

/** A variable of a version. */
export class PromptVariableDto {
  @TextField({ max: 64, description: 'Name in `{{name}}`.', example: 'language' })
  name!: string;

  @ChoiceField(PROMPT_VARIABLE_TYPES, {
    optional: true,
    description: 'Type of its values. `json` takes any value, which is written as JSON. Default: string.',
  })
  type?: string;

  @AnyField({
    optional: true,
    maxCharacters: versionCharacters,
    description: 'Text, number or flag for requests that send no value. If left out: requests must send one.',
  })
  default?: unknown;

  @TextListField({
    optional: true,
    maxItems: 50,
    items: { max: 200 },
    description: 'Values that a string may have. If left out: any.',
  })
  options?: string[];

  @CountField({ optional: true, min: 1, description: 'Maximum number of characters of a value as it is inserted.' })
  max_length?: number;

  @TextField({ optional: true, max: 500, multiline: true, description: 'Meaning of the variable, for people.' })
  description?: string;
}

/** Parameters of a version. */
export class PromptParametersDto {
  @AmountField({ optional: true, max: 2, description: 'Temperature.' })
  temperature?: number;

  @AmountField({ optional: true, max: 1, description: 'Nucleus sampling.' })
  top_p?: number;

  @CountField({ optional: true, min: 1, description: 'Maximum tokens of the response.' })
  max_tokens?: number;

  @TextListField({ optional: true, maxItems: 4, description: 'Texts at which the response ends.' })
  stop?: string[];

  @TextField({ optional: true, max: 32, description: 'Effort of reasoning models.' })
  reasoning_effort?: string;
}

/** A function of a version. */
export class PromptToolDto {
  @TextField({ max: 64, description: 'Name of the function.' })
  name!: string;

  @TextField({ optional: true, max: 10_000, multiline: true, description: 'Description for the model.' })
  description?: string;

  @FreeObjectField({ optional: true, description: 'JSON Schema of the parameters.' })
  parameters?: object;
}

/** The response schema of a version. */
export class PromptSchemaDto {
  @TextField({ max: 64, description: 'Name of the schema.' })
  name!: string;

  @FreeObjectField({ description: 'JSON Schema of the response.' })
  schema!: object;

  @FlagField({ optional: true, description: 'Whether the provider must follow the schema exactly.' })
  strict?: boolean;
}

/** Content of a version, which never changes (docs/contract/prompts.md#versions). */
export class NewPromptVersionDto {
  @TextField({ optional: true, max: 500, multiline: true, description: 'What this version changes, for people.' })
  comment?: string;

  @ObjectListField(() => PromptMessageDto, {
    maxItems: PROMPT_LIMITS.messages,
    description: 'Messages that requests begin with.',
  })
  messages!: PromptMessageDto[];

  @ObjectListField(() => PromptVariableDto, {
    optional: true,
    maxItems: variables,
    description: 'Variables of the messages. Each `{{name}}` has one.',
  })
  variables?: PromptVariableDto[];

  @TextField({ optional: true, max: 512, description: 'Model for requests that name none.' })
  model?: string;

  @ObjectField(() => PromptParametersDto, {
    optional: true,
    description: 'Parameters for requests that do not send them.',
  })
  parameters?: PromptParametersDto;

  @ObjectListField(() => PromptToolDto, {
    optional: true,
    maxItems: 64,
    description: 'Functions for requests that send no tools.',
  })
  tools?: PromptToolDto[];

  @ObjectField(() => PromptSchemaDto, {
    optional: true,
    description: 'Schema of the response for requests that send no format.',
  })
  response_schema?: PromptSchemaDto;

  @ChoiceListField(PROMPT_PARAMETERS, {
    optional: true,
    description: 'Parameters of this version that requests cannot replace.',
  })
  fixed?: string[];
}

/** A version with its number. */
export class PromptVersionDto extends NewPromptVersionDto {
  @CountField({ min: 1, max: 1_000_000, description: 'Number of the version. Its content never changes.' })
  version!: number;
}

/** A version that a label is split over. */
export class PromptShareDto {
  @CountField({ min: 1, max: 1_000_000, description: 'Number of a version.' })
  version!: number;

  @CountField({ min: 1, max: 1_000, description: 'Share of the sessions, relative to the other weights.' })
  weight!: number;
}

/** Target of a label: `version` or `split`. */
export class PromptLabelTargetDto {
  @CountField({ optional: true, min: 1, max: 1_000_000, description: 'Version that the label points to.' })
  version?: number;

  @ObjectListField(() => PromptShareDto, {
    optional: true,
    maxItems: shares,
    description: 'Versions that the label is split over, in place of `version`. A session keeps its version.',
  })
  split?: PromptShareDto[];
}

/** A label (docs/contract/prompts.md#labels). */
export class PromptLabelDto extends PromptLabelTargetDto {
  @TextField({ max: 64, description: 'Name of the label.', example: 'production' })
  name!: string;
}

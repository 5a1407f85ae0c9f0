import { MODEL_TYPES } from '@multilane/contracts';
import { ObjectField, ObjectListField, TextListField } from '../../../fields/list-fields.js';
import { ChoiceField, CountField, FlagField, IdField, TextField } from '../../../fields/scalar-fields.js';
import {
  CapabilitiesDto,
  MediaPricesDto,
  MOST_TARGETS,
  PricesDto,
  RetryDto,
  ShadowDto,
  TargetDto,
  UnsupportedParametersDto,
} from './model-parts.dto.js';

const LONGEST_NAME = 512;
const UNIQUE = 'Unique in the workspace among logical names, aliases and virtual models.';

/**
 * What may be said of a model or of a virtual model (docs/contract/control-plane.md#providers-and-models and
 * docs/contract/routing.md#virtual-models).
 */
class ModelFieldsDto {
  @TextField({ optional: true, max: LONGEST_NAME, description: `Model (required): the name callers use. ${UNIQUE}` })
  logical_name?: string;

  @TextListField({
    optional: true,
    maxItems: 100,
    items: { max: LONGEST_NAME },
    description: 'Model: more names for it.',
  })
  aliases?: string[];

  @IdField({ optional: true, description: 'Model (required): the provider of the workspace that has it.' })
  provider_id?: string;

  @TextField({
    optional: true,
    max: LONGEST_NAME,
    description: 'Model (required): the name the provider knows it by; on azure-openai the deployment.',
  })
  upstream_model?: string;

  @ChoiceField(MODEL_TYPES, {
    optional: true,
    description: 'Model: what it can be asked for, which its kind of provider must serve. Default: chat.',
  })
  type?: string;

  @ObjectField(() => PricesDto, {
    optional: true,
    nullable: true,
    description: 'Model: prices of tokens, replaced as a whole. Null: none.',
  })
  prices?: PricesDto | null;

  @ObjectField(() => MediaPricesDto, {
    optional: true,
    nullable: true,
    description: 'Model: prices of media, replaced as a whole. Null: none.',
  })
  media_prices?: MediaPricesDto | null;

  @CountField({
    optional: true,
    nullable: true,
    min: 1,
    max: 2_147_483_647,
    description: 'Model: tokens of prompt and answer together.',
  })
  context_window?: number | null;

  @ObjectField(() => CapabilitiesDto, {
    optional: true,
    nullable: true,
    description: 'Model: what sets it apart from its kind, replaced as a whole.',
  })
  capabilities?: CapabilitiesDto | null;

  @ObjectField(() => UnsupportedParametersDto, {
    optional: true,
    nullable: true,
    description: 'What to do with parameters that it does not take, replaced as a whole. Null: they are refused.',
  })
  unsupported_parameters?: UnsupportedParametersDto | null;

  @TextField({
    optional: true,
    max: LONGEST_NAME,
    description: `Virtual model (required): the name callers use. ${UNIQUE}`,
  })
  name?: string;

  @ObjectListField(() => TargetDto, {
    optional: true,
    maxItems: MOST_TARGETS,
    description: 'Virtual model (required): what it stands for; all of one type.',
  })
  targets?: TargetDto[];

  @ChoiceField(['failover', 'weighted', 'least_latency', 'least_busy'], {
    optional: true,
    description: 'Virtual model: how a target is chosen. Default: failover.',
  })
  strategy?: string;

  @ObjectField(() => RetryDto, { optional: true, description: 'Virtual model: repeating a failed call.' })
  retry?: RetryDto;

  @FlagField({
    optional: true,
    description: 'Virtual model: whether `X-Session-Id` holds a session on one target. Default: true.',
  })
  sticky?: boolean;

  @ObjectField(() => ShadowDto, {
    optional: true,
    nullable: true,
    description: 'Virtual model: a copy of some requests whose answer is only recorded.',
  })
  shadow?: ShadowDto | null;
}

export class CreateModelDto extends ModelFieldsDto {
  @ChoiceField(['model', 'virtual_model'], { optional: true, description: 'Which of both it is. Default: model.' })
  object?: 'model' | 'virtual_model';
}

/** What is left out keeps its value. */
export class UpdateModelDto extends ModelFieldsDto {}

import { MODEL_TYPES } from '@multilane/contracts';
import { FreeObjectField, ObjectField, ObjectListField, TextListField } from '../../../fields/list-fields.js';
import { ChoiceField, CountField, FlagField, IdField, TextField } from '../../../fields/scalar-fields.js';
import { QUEUE, QueueDto } from '../../routing/dto/queue.dto.js';
import {
  HedgeDto,
  MOST_TARGETS,
  RetryDto,
  ShadowDto,
  STRATEGIES,
  TargetDto,
  UnsupportedParametersDto,
} from '../../routing/dto/routing-parts.dto.js';
import { CapabilitiesDto } from './capabilities.dto.js';
import { MediaPricesDto, PricesDto } from './model-prices.dto.js';

const LONGEST_NAME = 512;
const UNIQUE = 'Unique in the workspace among logical names, aliases and virtual models.';

/**
 * Settings of a model or of a virtual model (docs/contract/control-plane.md#providers-and-models and
 * docs/contract/routing.md#virtual-models).
 */
class ModelFieldsDto {
  @TextField({
    optional: true,
    max: LONGEST_NAME,
    description: `Model (required): the name that callers use. ${UNIQUE}`,
  })
  logical_name?: string;

  @TextListField({
    optional: true,
    maxItems: 100,
    items: { max: LONGEST_NAME },
    description: 'Model: other names of the model.',
  })
  aliases?: string[];

  @IdField({ optional: true, description: 'Model (required): the provider of the workspace that serves the model.' })
  provider_id?: string;

  @TextField({
    optional: true,
    max: LONGEST_NAME,
    description: 'Model (required): name of the model at the provider. For azure-openai, the deployment.',
  })
  upstream_model?: string;

  @ChoiceField(MODEL_TYPES, {
    optional: true,
    description: 'Model: the type of the model. The kind of provider must serve it. Default: chat.',
  })
  type?: string;

  @ObjectField(() => PricesDto, {
    optional: true,
    nullable: true,
    description: 'Model: prices of tokens. The whole value is replaced. Null: none.',
  })
  prices?: PricesDto | null;

  @ObjectField(() => MediaPricesDto, {
    optional: true,
    nullable: true,
    description: 'Model: prices of media. The whole value is replaced. Null: none.',
  })
  media_prices?: MediaPricesDto | null;

  @CountField({
    optional: true,
    nullable: true,
    min: 1,
    max: 2_147_483_647,
    description: 'Model: maximum tokens of prompt and response together.',
  })
  context_window?: number | null;

  @CountField({
    optional: true,
    nullable: true,
    min: 1,
    description: 'Model: requests to the model at the same time, of all callers together. Null: unlimited.',
  })
  max_parallel?: number | null;

  @ObjectField(() => QueueDto, {
    optional: true,
    nullable: true,
    description: `Model: ${QUEUE.charAt(0).toLowerCase()}${QUEUE.slice(1)} The whole value is replaced. Null: they are rejected at once.`,
  })
  queue?: QueueDto | null;

  @ObjectField(() => CapabilitiesDto, {
    optional: true,
    nullable: true,
    description: 'Model: capabilities that differ from those of the kind. The whole value is replaced.',
  })
  capabilities?: CapabilitiesDto | null;

  @FreeObjectField({
    optional: true,
    nullable: true,
    maxBytes: 64 * 1024,
    description:
      'Speech model: names of voices that callers use, each with the voice of the provider. The whole map is replaced. Null: the default voices.',
    example: { alloy: 'JBFqnCBsd6RMkjVDRZzb' },
  })
  voices?: Record<string, string> | null;

  @ObjectField(() => UnsupportedParametersDto, {
    optional: true,
    nullable: true,
    description:
      'What to do with parameters that the model does not support. The whole value is replaced. Null: the request is rejected.',
  })
  unsupported_parameters?: UnsupportedParametersDto | null;

  @TextField({
    optional: true,
    max: LONGEST_NAME,
    description: `Virtual model (required): the name that callers use. ${UNIQUE}`,
  })
  name?: string;

  @ObjectListField(() => TargetDto, {
    optional: true,
    maxItems: MOST_TARGETS,
    description: 'Virtual model (required): the targets, all of the same type.',
  })
  targets?: TargetDto[];

  @ChoiceField(STRATEGIES, {
    optional: true,
    description: 'Virtual model: how to choose a target. Default: failover.',
  })
  strategy?: string;

  @ObjectField(() => RetryDto, { optional: true, description: 'Virtual model: retries of failed calls.' })
  retry?: RetryDto;

  @FlagField({
    optional: true,
    description: 'Virtual model: whether `X-Session-Id` keeps a session on one target. Default: true.',
  })
  sticky?: boolean;

  @ObjectField(() => ShadowDto, {
    optional: true,
    nullable: true,
    description: 'Virtual model: copies some requests to another model. The response is only recorded.',
  })
  shadow?: ShadowDto | null;

  @ObjectField(() => HedgeDto, {
    optional: true,
    nullable: true,
    description:
      'Virtual model: asks a second target when the first byte of an answer is late. The whole value is replaced. Null: none is asked.',
  })
  hedge?: HedgeDto | null;
}

export class CreateModelDto extends ModelFieldsDto {
  @ChoiceField(['model', 'virtual_model'], {
    optional: true,
    description: 'Whether this is a model or a virtual model. Default: model.',
  })
  object?: 'model' | 'virtual_model';
}

/** Changes to a model. Omitted fields keep their value. */
export class UpdateModelDto extends ModelFieldsDto {}

import type { ModelCapabilities } from '@multilane/contracts';
import type { WorkspaceModelRecord } from '@multilane/persistence';
import { PRICE_STATES, type PriceState } from '@multilane/policy';
import { FreeObjectField, ObjectField, ObjectListField, TextListField } from '../../../fields/list-fields.js';
import { ChoiceField, CountField, FlagField, IdField, TextField, TimeField } from '../../../fields/scalar-fields.js';
import { QUEUE, QueueDto } from '../../routing/dto/queue.dto.js';
import {
  HedgeDto,
  RetryDto,
  ShadowDto,
  TargetDto,
  UnsupportedParametersDto,
} from '../../routing/dto/routing-parts.dto.js';
import { splitCapabilities } from '../split-capabilities.js';
import { CapabilitiesDto } from './capabilities.dto.js';
import { MediaPricesDto, PricesDto } from './model-prices.dto.js';

const UNSUPPORTED = {
  nullable: true,
  description: 'What to do with parameters that the model does not support. Null: the request is rejected.',
};

/** A model of one of the workspace's providers, as the API shows it. */
export class ModelView {
  @IdField({ description: 'Unique identifier.' })
  id!: string;

  @ChoiceField(['model'], { description: 'Always `model`.' })
  object!: 'model';

  @IdField({ description: 'The workspace that it belongs to.' })
  workspace_id!: string;

  @TextField({ max: 512, description: 'Name that callers use.' })
  logical_name!: string;

  @TextListField({ description: 'Other names of the model.' })
  aliases!: readonly string[];

  @IdField({ description: 'The provider that serves the model.' })
  provider_id!: string;

  @TextField({ max: 512, description: 'Name of the model at the provider.' })
  upstream_model!: string;

  @TextField({ description: 'Type of the model, which decides the endpoints that serve it.' })
  type!: string;

  @ObjectField(() => PricesDto, { nullable: true, description: 'Prices of tokens.' })
  prices!: object | null;

  @ObjectField(() => MediaPricesDto, { nullable: true, description: 'Prices of media.' })
  media_prices!: object | null;

  @ChoiceField(PRICE_STATES, {
    nullable: true,
    description:
      'Where its price is from. `declared`: `prices` or `media_prices`. `known`: the price package. `none`: it has no price. `free`: its price is 0, or it runs in the gateway. Null: not looked up yet.',
  })
  price!: PriceState | null;

  @ChoiceField(['allow', 'refuse'], {
    nullable: true,
    description:
      'What keys with a budget in dollars get for a model without a price (`budgets.unpriced`). `allow`: requests are served and not counted. `refuse`: 403 `model_unpriced`. Null: it has a price.',
  })
  unpriced!: 'allow' | 'refuse' | null;

  @CountField({ nullable: true, description: 'Maximum tokens of prompt and response together.' })
  context_window!: number | null;

  @CountField({
    nullable: true,
    description: 'Requests to the model at the same time, of all callers together. Null: unlimited.',
  })
  max_parallel!: number | null;

  @ObjectField(() => QueueDto, { nullable: true, description: `${QUEUE} Null: they are rejected at once.` })
  queue!: object | null;

  @ObjectField(() => CapabilitiesDto, {
    nullable: true,
    description: 'Capabilities that differ from those of the kind.',
  })
  capabilities!: object | null;

  @FreeObjectField({
    nullable: true,
    description: 'What the gateway knows of the model, as `GET /v1/models` lists it as `capabilities`. Null: nothing.',
  })
  known_capabilities!: ModelCapabilities | null;

  @FreeObjectField({
    nullable: true,
    description: 'Names of voices that callers use, each with the voice of the provider.',
  })
  voices!: object | null;

  @ObjectField(() => UnsupportedParametersDto, UNSUPPORTED)
  unsupported_parameters!: object | null;

  @TimeField({ description: 'When it was created.' })
  created_at!: string;

  @TimeField({ description: 'When the resource was last changed.' })
  updated_at!: string;
}

/** A name for several models, as the API shows it. */
export class VirtualModelView {
  @IdField({ description: 'Unique identifier.' })
  id!: string;

  @ChoiceField(['virtual_model'], { description: 'Always `virtual_model`.' })
  object!: 'virtual_model';

  @IdField({ description: 'The workspace that it belongs to.' })
  workspace_id!: string;

  @TextField({ max: 512, description: 'Name that callers use.' })
  name!: string;

  @TextField({ description: 'Type of the targets.' })
  type!: string;

  @TextField({ description: 'How to choose a target.' })
  strategy!: string;

  @ObjectListField(() => TargetDto, { description: 'Models that the name routes to.' })
  targets!: readonly object[];

  @ObjectField(() => RetryDto, { description: 'Retries of failed calls.' })
  retry!: object;

  @FlagField({ description: 'Whether `X-Session-Id` keeps a session on one target.' })
  sticky!: boolean;

  @ObjectField(() => ShadowDto, { nullable: true, description: 'A copy of some requests.' })
  shadow!: object | null;

  @ObjectField(() => HedgeDto, {
    nullable: true,
    description: 'A second call when the first byte of an answer is late.',
  })
  hedge!: object | null;

  @ObjectField(() => UnsupportedParametersDto, UNSUPPORTED)
  unsupported_parameters!: object | null;

  @TimeField({ description: 'When the resource was created.' })
  created_at!: string;

  @TimeField({ description: 'When the resource was last changed.' })
  updated_at!: string;
}

interface Routing {
  readonly strategy: string;
  readonly targets: readonly object[];
  readonly retry: object;
  readonly sticky: boolean;
  readonly shadow?: object;
  readonly hedge?: object;
  readonly unsupported_parameters?: object;
}

/** Facts of a model beside its record. */
export interface ModelFacts {
  readonly known: ModelCapabilities | null;
  readonly price: PriceState | null;
  readonly unpriced: 'allow' | 'refuse' | null;
}

const NO_FACTS: ModelFacts = { known: null, price: null, unpriced: null };

/** A model of either sort as the API shows it. */
export function viewModel(
  model: WorkspaceModelRecord,
  { known, price, unpriced }: ModelFacts = NO_FACTS,
): ModelView | VirtualModelView {
  const { id, workspaceId: workspace_id, logicalName, type } = model;
  const times = { created_at: model.createdAt.toISOString(), updated_at: model.updatedAt.toISOString() };
  if (model.kind === 'virtual') {
    const { strategy, targets, retry, sticky, shadow = null, ...more } = model.routing as unknown as Routing;
    const { hedge = null, unsupported_parameters = null } = more;
    const routing = { strategy, targets, retry, sticky, shadow, hedge, unsupported_parameters };
    return { id, object: 'virtual_model', workspace_id, name: logicalName, type, ...routing, ...times };
  }
  return {
    id,
    object: 'model',
    workspace_id,
    logical_name: logicalName,
    aliases: model.aliases,
    provider_id: model.providerId ?? '',
    upstream_model: model.upstreamModel ?? '',
    type,
    prices: model.prices,
    media_prices: model.mediaPrices,
    price,
    unpriced,
    context_window: model.contextWindow,
    ...splitCapabilities(model.capabilities),
    known_capabilities: known,
    ...times,
  };
}

import type { RoutingConfigEntry } from '@multilane/config';
import type { StoredPolicyRecord } from '@multilane/persistence';
import { ObjectField, ObjectListField, TextListField } from '../../../fields/list-fields.js';
import { ChoiceField, CountField, FlagField, TextField } from '../../../fields/scalar-fields.js';
import {
  HedgeDto,
  MOST_TARGETS,
  RetryDto,
  ShadowDto,
  STRATEGIES,
  TargetDto,
  UnsupportedParametersDto,
} from '../../routing/dto/routing-parts.dto.js';
import { PolicyView, viewPolicy } from './policy.view.js';
import { PolicyFieldsDto } from './policy-fields.dto.js';

const NAME = 'Name that callers send in `X-Service-Config`. Unique among the routing configs of the same scope.';
const TARGETS = 'Models to use. Empty: the model that the request names.';
const STRATEGY = { description: 'How to choose a target. Default: failover.' };
const RETRY = { description: 'Retries of failed calls.' };
const STICKY = { description: 'Whether `X-Session-Id` keeps a session on one target. Default: true.' };
const SHADOW = {
  nullable: true,
  description: 'Copies some requests to another model. The response is only recorded. Null: none.',
};
const HEDGE = {
  nullable: true,
  description: 'Asks a second target when the first byte of an answer is late. Null: none is asked.',
};
const UNSUPPORTED = {
  nullable: true,
  description: 'What to do with parameters that the models do not support. Null: the request is rejected.',
};
const CACHE = { nullable: true, description: 'Response cache of the config. Null: the cache policies apply.' };
const GUARDRAILS = 'Guardrails that apply in addition to the matching ones.';
const TIMEOUTS = { description: 'Time limits that replace those of the provider.' };

/** Caching of the answers to requests that name a routing config. */
class RouteCacheDto {
  @FlagField({ optional: true, description: 'Whether responses are cached. Default: true.' })
  enabled?: boolean;

  @CountField({
    optional: true,
    min: 1,
    max: 31_536_000,
    description: 'Seconds for which a response is cached. Default: `cache.ttl_seconds`.',
  })
  ttl_seconds?: number;
}

const limit = (description: string): PropertyDecorator =>
  CountField({ optional: true, min: 1, max: 2_147_483_647, description: `Milliseconds. ${description}` });

/** Time limits of calls by way of a routing config; what is left out is as the provider has it. */
class RouteTimeoutsDto {
  @limit('Maximum time to connect.')
  connect_ms?: number;

  @limit('Maximum time to the first byte of a streamed response.')
  first_byte_ms?: number;

  @limit('Maximum time to the end of a response that is not streamed.')
  total_ms?: number;

  @limit('Silence within a stream.')
  idle_ms?: number;

  @limit('Maximum time that a runtime may take to load the model.')
  cold_start_ms?: number;
}

/** Settings of a routing config (docs/contract/routing.md#routing-configs). */
export class RoutingConfigFieldsDto extends PolicyFieldsDto {
  @ObjectListField(() => TargetDto, { optional: true, maxItems: MOST_TARGETS, description: TARGETS })
  targets?: TargetDto[];

  @ChoiceField(STRATEGIES, { ...STRATEGY, optional: true })
  strategy?: string;

  @ObjectField(() => RetryDto, { ...RETRY, optional: true })
  retry?: RetryDto;

  @FlagField({ ...STICKY, optional: true })
  sticky?: boolean;

  @ObjectField(() => ShadowDto, { ...SHADOW, optional: true })
  shadow?: ShadowDto | null;

  @ObjectField(() => HedgeDto, { ...HEDGE, optional: true })
  hedge?: HedgeDto | null;

  @ObjectField(() => UnsupportedParametersDto, { ...UNSUPPORTED, optional: true })
  unsupported_parameters?: UnsupportedParametersDto | null;

  @ObjectField(() => RouteCacheDto, { ...CACHE, optional: true })
  cache?: RouteCacheDto | null;

  @TextListField({ optional: true, maxItems: 100, items: { max: 128 }, description: GUARDRAILS })
  guardrails?: string[];

  @ObjectField(() => RouteTimeoutsDto, { ...TIMEOUTS, optional: true })
  timeouts?: RouteTimeoutsDto;
}

export class CreateRoutingConfigDto extends RoutingConfigFieldsDto {
  @TextField({ max: 128, description: NAME, example: 'canary' })
  name!: string;
}

/** Changes to a config. Omitted fields keep their value; lists and objects are replaced as a whole. */
export class UpdateRoutingConfigDto extends RoutingConfigFieldsDto {
  @TextField({ optional: true, max: 128, description: NAME })
  name?: string;
}

/** A routing config as the API shows it. */
export class RoutingConfigView extends PolicyView {
  @ChoiceField(['routing_config'], { description: 'Always `routing_config`.' })
  object!: 'routing_config';

  @ObjectListField(() => TargetDto, { description: TARGETS })
  targets!: readonly object[];

  @ChoiceField(STRATEGIES, STRATEGY)
  strategy!: string;

  @ObjectField(() => RetryDto, RETRY)
  retry!: object;

  @FlagField(STICKY)
  sticky!: boolean;

  @ObjectField(() => ShadowDto, SHADOW)
  shadow!: object | null;

  @ObjectField(() => HedgeDto, HEDGE)
  hedge!: object | null;

  @ObjectField(() => UnsupportedParametersDto, UNSUPPORTED)
  unsupported_parameters!: object | null;

  @ObjectField(() => RouteCacheDto, CACHE)
  cache!: object | null;

  @TextListField({ description: GUARDRAILS })
  guardrails!: readonly string[];

  @ObjectField(() => RouteTimeoutsDto, TIMEOUTS)
  timeouts!: object;

  static of(policy: StoredPolicyRecord): RoutingConfigView {
    const entry = policy.definition as unknown as RoutingConfigEntry;
    const { targets, strategy, retry, sticky, shadow = null, cache = null, guardrails, timeouts } = entry;
    const { hedge = null, unsupported_parameters = null } = entry;
    const parts = { shadow, hedge, unsupported_parameters, cache, guardrails, timeouts };
    const routing = { targets, strategy, retry, sticky, ...parts };
    return { ...viewPolicy(policy), object: 'routing_config', ...routing };
  }
}

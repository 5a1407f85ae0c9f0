import { type CachePolicyEntry, readSemanticSettings } from '@multilane/config';
import type { StoredPolicyRecord } from '@multilane/persistence';
import { ChoiceListField, ObjectField, TextListField } from '../../../fields/list-fields.js';
import {
  AmountField,
  ChoiceField,
  CountField,
  FlagField,
  TextField,
  TimeField,
} from '../../../fields/scalar-fields.js';
import { PolicyView, viewPolicy } from './policy.view.js';
import { PolicyFieldsDto } from './policy-fields.dto.js';

const NAME = 'Unique among the cache policies of the same scope.';
const TTL = 'Seconds for which a response is cached. Null: `cache.ttl_seconds` of gateway.yaml.';
const MODELS = 'Models whose responses are cached, by any of their names. Null: all models.';
const SHARES =
  'Whether identical requests that run at the same time in a gateway share one call to the provider: the others wait for the response of the first.';
const TEAMS = 'Teams that the policy applies to, by name. Renaming a team updates the list. Null: every caller.';

const MODES = ['exact', 'semantic'];
const MODE =
  '`exact`: identical requests get a cached response. `semantic`: so do questions that ask the same in other words.';
const REMOVED =
  'Ids of requests whose cached responses are wrong. They are given to nobody any more, in any gateway. Null: none.';
const PURGED = 'Time until which cached responses are no longer used. Null: none.';
const SEMANTIC = 'Settings of the mode `semantic`.';
const SHARED_BY = ['caller', 'team'];
const INCLUDED = ['tool_results', 'media'];

/** Settings by which a question gets the answer of another one that asks the same (docs/contract/cache.md#semantic). */
export class SemanticSettingsDto {
  @TextField({
    optional: true,
    max: 512,
    description:
      'Model that turns questions into vectors: `builtin`, or the name of an embedding model, which is called as a request of the caller. Default: `builtin`.',
  })
  embedding_model?: string;

  @AmountField({
    optional: true,
    max: 1,
    description:
      'Cosine of two vectors from which questions are the same. Their words must agree as well. Default: 0.75.',
  })
  threshold?: number;

  @CountField({
    optional: true,
    min: 1,
    max: 5,
    description: 'Last messages of the user that are compared by meaning. All others must be identical. Default: 1.',
  })
  turns?: number;

  @CountField({
    optional: true,
    min: 1,
    max: 10_000,
    description: 'Maximum number of questions per scope. Default: 1,000.',
  })
  max_entries?: number;

  @ChoiceField(SHARED_BY, {
    optional: true,
    description:
      'Callers that share questions: one API key, person or virtual account, or everyone of a team or workspace. Default: `caller`.',
  })
  shared_by?: string;

  @AmountField({
    optional: true,
    max: 2,
    description:
      'Highest temperature of requests that are compared by meaning. A request without one counts as 1. Default: 1.',
  })
  max_temperature?: number;

  @ChoiceListField(INCLUDED, {
    optional: true,
    description:
      'Requests that are compared by meaning although they have results of tools, or images, sound or files. Default: none.',
  })
  include?: string[];

  @CountField({
    optional: true,
    min: 10,
    max: 2_000,
    description:
      'Milliseconds that a request waits for the vector and the store. Afterwards it is a miss. Default: 150.',
  })
  timeout_ms?: number;
}

/** Settings of a cache policy (docs/contract/cache.md#opt-in). */
class CachePolicyFieldsDto extends PolicyFieldsDto {
  @CountField({ optional: true, nullable: true, min: 1, max: 31_536_000, description: TTL })
  ttl_seconds?: number | null;

  @TextListField({ optional: true, nullable: true, items: { max: 512 }, description: MODELS })
  models?: string[] | null;

  @TextListField({ optional: true, nullable: true, items: { max: 200 }, description: TEAMS })
  teams?: string[] | null;

  @FlagField({ optional: true, description: SHARES })
  share_in_flight?: boolean;

  @TextListField({ optional: true, nullable: true, maxItems: 1_000, description: REMOVED })
  removed_requests?: string[] | null;

  @TimeField({ optional: true, nullable: true, description: PURGED })
  purged_before?: string | null;

  @ChoiceField(MODES, { optional: true, description: MODE })
  mode?: string;

  @ObjectField(() => SemanticSettingsDto, {
    optional: true,
    nullable: true,
    description: `${SEMANTIC} Null: the defaults.`,
  })
  semantic?: SemanticSettingsDto | null;
}

export class CreateCachePolicyDto extends CachePolicyFieldsDto {
  @TextField({ max: 128, description: NAME, example: 'answers of gpt-4o' })
  name!: string;
}

/** Changes to a policy. Omitted fields keep their value. */
export class UpdateCachePolicyDto extends CachePolicyFieldsDto {
  @TextField({ optional: true, max: 128, description: NAME })
  name?: string;
}

/** A cache policy as the API shows it. */
export class CachePolicyView extends PolicyView {
  @ChoiceField(['cache_policy'], { description: 'Always `cache_policy`.' })
  object!: 'cache_policy';

  @CountField({ nullable: true, description: TTL })
  ttl_seconds!: number | null;

  @TextListField({ nullable: true, description: MODELS })
  models!: readonly string[] | null;

  @TextListField({ nullable: true, description: TEAMS })
  teams!: readonly string[] | null;

  @FlagField({ description: SHARES })
  share_in_flight!: boolean;

  @TextListField({ nullable: true, maxItems: 1_000, description: REMOVED })
  removed_requests!: readonly string[] | null;

  @TimeField({ nullable: true, description: PURGED })
  purged_before!: string | null;

  @ChoiceField(MODES, { description: MODE })
  mode!: string;

  @ObjectField(() => SemanticSettingsDto, { nullable: true, description: `${SEMANTIC} Null: another mode.` })
  semantic!: SemanticSettingsDto | null;

  static of(policy: StoredPolicyRecord): CachePolicyView {
    const {
      ttl_seconds = null,
      models = null,
      teams = null,
      share_in_flight = false,
      removed_requests = null,
      purged_before = null,
      mode = 'exact',
    } = policy.definition as unknown as CachePolicyEntry;
    const semantic = readSemanticSettings(policy.definition as unknown as CachePolicyEntry) ?? null;
    return {
      ...viewPolicy(policy),
      object: 'cache_policy',
      ttl_seconds,
      models,
      teams,
      share_in_flight,
      removed_requests,
      purged_before,
      mode,
      semantic,
    };
  }
}

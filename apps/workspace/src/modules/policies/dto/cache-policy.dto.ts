import type { CachePolicyEntry } from '@multilane/config';
import type { StoredPolicyRecord } from '@multilane/persistence';
import { TextListField } from '../../../fields/list-fields.js';
import { ChoiceField, CountField, FlagField, TextField } from '../../../fields/scalar-fields.js';
import { PolicyView, viewPolicy } from './policy.view.js';
import { PolicyFieldsDto } from './policy-fields.dto.js';

const NAME = 'Unique among the cache policies of the same scope.';
const TTL = 'Seconds for which a response is cached. Null: `cache.ttl_seconds` of gateway.yaml.';
const MODELS = 'Models whose responses are cached, by any of their names. Null: all models.';
const SHARES =
  'Whether identical requests that run at the same time in a gateway share one call to the provider: the others wait for the response of the first.';
const TEAMS = 'Teams that the policy applies to, by name. Renaming a team updates the list. Null: every caller.';

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

  static of(policy: StoredPolicyRecord): CachePolicyView {
    const {
      ttl_seconds = null,
      models = null,
      teams = null,
      share_in_flight = false,
    } = policy.definition as unknown as CachePolicyEntry;
    return { ...viewPolicy(policy), object: 'cache_policy', ttl_seconds, models, teams, share_in_flight };
  }
}

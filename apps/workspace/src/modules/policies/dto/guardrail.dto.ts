import { GUARDRAIL_KINDS, type GuardrailEntry } from '@multilane/config';
import { GUARDRAIL_MODES, GUARDRAIL_PHASES } from '@multilane/contracts';
import type { StoredPolicyRecord } from '@multilane/persistence';
import { FreeObjectField, TextListField } from '../../../fields/list-fields.js';
import { ChoiceField, TextField } from '../../../fields/scalar-fields.js';
import { PolicyView, viewPolicy } from './policy.view.js';
import { PolicyFieldsDto } from './policy-fields.dto.js';

const NAME = 'Shown in errors and used by routing configs. Unique among the guardrails of the same scope.';
const CONFIG =
  'Settings of the kind, as in gateway.yaml. The whole value is replaced. Headers of kind http are encrypted and never returned. They do not change unless you send `config.headers`.';
const PHASE = { description: 'Whether to check the request or the response. Default: before.' };
const MODE = { description: 'Whether to block, or only to record. Default: enforce.' };
const MODELS = 'Models that the guardrail applies to, by any of their names. Null: all models.';
const TEAMS = 'Teams that the guardrail applies to, by name. Renaming a team updates the list. Null: all teams.';

/** Settings of a guardrail (docs/contract/guardrails.md#guardrails). */
export class GuardrailFieldsDto extends PolicyFieldsDto {
  @ChoiceField(GUARDRAIL_PHASES, { ...PHASE, optional: true })
  phase?: string;

  @ChoiceField(GUARDRAIL_MODES, { ...MODE, optional: true })
  mode?: string;

  @TextListField({ optional: true, nullable: true, items: { max: 512 }, description: MODELS })
  models?: string[] | null;

  @TextListField({ optional: true, nullable: true, items: { max: 200 }, description: TEAMS })
  teams?: string[] | null;

  @FreeObjectField({ optional: true, description: CONFIG })
  config?: object;
}

export class CreateGuardrailDto extends GuardrailFieldsDto {
  @TextField({ max: 128, description: NAME, example: 'no secrets' })
  name!: string;

  @ChoiceField(GUARDRAIL_KINDS, { description: 'Kind of check.' })
  kind!: string;
}

/** Changes to a guardrail. Omitted fields keep their value. */
export class UpdateGuardrailDto extends GuardrailFieldsDto {
  @TextField({ optional: true, max: 128, description: NAME })
  name?: string;

  @ChoiceField(GUARDRAIL_KINDS, { optional: true, description: 'Kind of check.' })
  kind?: string;
}

/** A guardrail as the API shows it. */
export class GuardrailView extends PolicyView {
  @ChoiceField(['guardrail'], { description: 'Always `guardrail`.' })
  object!: 'guardrail';

  @ChoiceField(GUARDRAIL_PHASES, PHASE)
  phase!: string;

  @ChoiceField(GUARDRAIL_MODES, MODE)
  mode!: string;

  @ChoiceField(GUARDRAIL_KINDS, { description: 'Kind of check.' })
  kind!: string;

  @TextListField({ nullable: true, description: MODELS })
  models!: readonly string[] | null;

  @TextListField({ nullable: true, description: TEAMS })
  teams!: readonly string[] | null;

  @FreeObjectField({ description: 'Settings of the kind, without headers.' })
  config!: object;

  @TextListField({ description: 'Kind http: names of the headers sent to the checker, in lower case.' })
  header_names!: readonly string[];

  static of(policy: StoredPolicyRecord): GuardrailView {
    const { phase, mode, kind, models, teams, config } = policy.definition as unknown as GuardrailEntry;
    return {
      ...viewPolicy(policy),
      object: 'guardrail',
      phase,
      mode,
      kind,
      models: models ?? null,
      teams: teams ?? null,
      config,
      header_names: policy.secretNames,
    };
  }
}

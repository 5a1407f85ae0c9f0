import type { PromptEntry } from '@multilane/config';
import { PROMPT_LIMITS } from '@multilane/contracts';
import type { StoredPolicyRecord } from '@multilane/persistence';
import { ObjectListField, TextListField } from '../../../../fields/list-fields.js';
import { ChoiceField, TextField } from '../../../../fields/scalar-fields.js';
import { PolicyView, viewPolicy } from '../../dto/policy.view.js';
import { PolicyFieldsDto } from '../../dto/policy-fields.dto.js';
import { PromptLabelDto, PromptVersionDto } from './prompt-parts.dto.js';

const NAME = 'Name that requests send in `X-Service-Prompt`. Unique among the prompts of the same scope.';
const DESCRIPTION = 'Description for people.';
const VERSIONS = 'Versions. Their content never changes: new ones get a higher number than all before.';
const LABELS = 'Labels that point to versions. Requests without one use `production`.';
const PROTECTED = 'Labels that only people with the permission `gateway.prompts.release` can move.';

/** Settings of a prompt (docs/contract/prompts.md). */
class PromptFieldsDto extends PolicyFieldsDto {
  @TextField({ optional: true, nullable: true, max: 2_000, multiline: true, description: DESCRIPTION })
  description?: string | null;

  @ObjectListField(() => PromptVersionDto, { optional: true, maxItems: PROMPT_LIMITS.versions, description: VERSIONS })
  versions?: PromptVersionDto[];

  @ObjectListField(() => PromptLabelDto, { optional: true, maxItems: PROMPT_LIMITS.labels, description: LABELS })
  labels?: PromptLabelDto[];

  @TextListField({ optional: true, maxItems: PROMPT_LIMITS.labels, items: { max: 64 }, description: PROTECTED })
  protected_labels?: string[];
}

export class CreatePromptDto extends PromptFieldsDto {
  @TextField({ max: 128, description: NAME, example: 'support-answer' })
  name!: string;
}

/** Changes to a prompt. Omitted fields keep their value; lists are replaced as a whole. */
export class UpdatePromptDto extends PromptFieldsDto {
  @TextField({ optional: true, max: 128, description: NAME })
  name?: string;
}

/** A prompt as the API shows it. */
export class PromptView extends PolicyView {
  @ChoiceField(['prompt'], { description: 'Always `prompt`.' })
  object!: 'prompt';

  @TextField({ nullable: true, description: DESCRIPTION })
  description!: string | null;

  @ObjectListField(() => PromptVersionDto, { description: VERSIONS })
  versions!: readonly object[];

  @ObjectListField(() => PromptLabelDto, { description: LABELS })
  labels!: readonly object[];

  @TextListField({ description: PROTECTED })
  protected_labels!: readonly string[];

  static of(policy: StoredPolicyRecord): PromptView {
    const entry = policy.definition as unknown as Partial<PromptEntry>;
    const { description = null, labels = [], protected_labels = [], versions = [] } = entry;
    return { ...viewPolicy(policy), object: 'prompt', description, versions, labels, protected_labels };
  }
}

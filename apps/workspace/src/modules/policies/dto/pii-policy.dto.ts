import { PII_ENTITIES, type PiiPolicy } from '@multilane/config';
import type { StoredPolicyRecord } from '@multilane/persistence';
import { ObjectListField, TextListField } from '../../../fields/list-fields.js';
import { ChoiceField, FlagField, TextField } from '../../../fields/scalar-fields.js';
import { PolicyView, viewPolicy } from './policy.view.js';
import { PolicyFieldsDto } from './policy-fields.dto.js';

const INPUT = { description: 'What happens to personal data in requests. Default: off.' };
const OUTPUT = {
  description: 'Redaction of answers: none, as they stream, or once they are complete. Default: off.',
};
const PLACEHOLDER = 'How the first e-mail address is replaced; others follow its form. Default: [EMAIL_1].';
const RESTORE = { description: "Whether the person's own values are put back into the answer. Default: false." };

const CUSTOM = 'Personal data of your own, found by patterns; treated like the built-in entities.';

/** Personal data of one's own, by pattern. */
class CustomEntityDto {
  @TextField({
    max: 32,
    description: 'Lower case: `employee_id` is replaced by `[EMPLOYEE_ID_1]`.',
    example: 'employee_id',
  })
  name!: string;

  @TextField({
    max: 500,
    description: 'What a value looks like: RE2 syntax, without ^ and $, at most 256 characters long.',
    example: 'EMP-\\d{6}',
  })
  pattern!: string;

  @FlagField({ optional: true, description: 'Whether case is ignored. Default: false.' })
  ignore_case?: boolean;
}

/** What may be said of a policy of personal data (docs/contract/personal-data.md#policies). */
class PiiPolicyFieldsDto extends PolicyFieldsDto {
  @TextListField({
    optional: true,
    maxItems: 50,
    description: `What counts as personal data: ${PII_ENTITIES.join(', ')}. Default: all of them.`,
  })
  entities?: string[];

  @ObjectListField(() => CustomEntityDto, { optional: true, maxItems: 20, description: CUSTOM })
  custom_entities?: CustomEntityDto[];

  @ChoiceField(['off', 'redact', 'block'], { ...INPUT, optional: true })
  input?: string;

  @ChoiceField(['off', 'stream', 'buffer'], { ...OUTPUT, optional: true })
  output?: string;

  @TextField({ optional: true, max: 64, description: PLACEHOLDER })
  placeholder?: string;

  @FlagField({ ...RESTORE, optional: true })
  restore?: boolean;
}

export class CreatePiiPolicyDto extends PiiPolicyFieldsDto {
  @TextField({ max: 128, description: 'What people call it. A place has one such policy.', example: 'personal data' })
  name!: string;
}

/** What is left out keeps its value. */
export class UpdatePiiPolicyDto extends PiiPolicyFieldsDto {
  @TextField({ optional: true, max: 128, description: 'What people call it.' })
  name?: string;
}

/** A policy of personal data as the API shows it. */
export class PiiPolicyView extends PolicyView {
  @ChoiceField(['pii_policy'], { description: 'Always `pii_policy`.' })
  object!: 'pii_policy';

  @TextListField({ description: 'Entities that count as personal data.' })
  entities!: readonly string[];

  @ObjectListField(() => CustomEntityDto, { description: CUSTOM })
  custom_entities!: readonly CustomEntityDto[];

  @ChoiceField(['off', 'redact', 'block'], INPUT)
  input!: string;

  @ChoiceField(['off', 'stream', 'buffer'], OUTPUT)
  output!: string;

  @TextField({ max: 64, description: PLACEHOLDER })
  placeholder!: string;

  @FlagField(RESTORE)
  restore!: boolean;

  static of(policy: StoredPolicyRecord): PiiPolicyView {
    const { entities, custom_entities, input, output, placeholder, restore } =
      policy.definition as unknown as PiiPolicy;
    return {
      ...viewPolicy(policy),
      object: 'pii_policy',
      entities,
      // Policies of earlier versions have none.
      custom_entities: custom_entities ?? [],
      input,
      output,
      placeholder,
      restore,
    };
  }
}

import { PII_ENTITIES, type PiiPolicy } from '@multilane/config';
import type { StoredPolicyRecord } from '@multilane/persistence';
import { ObjectListField, TextListField } from '../../../fields/list-fields.js';
import { ChoiceField, FlagField, TextField } from '../../../fields/scalar-fields.js';
import { PolicyView, viewPolicy } from './policy.view.js';
import { PolicyFieldsDto } from './policy-fields.dto.js';

const INPUT = { description: 'What to do with personal data in requests. Default: off.' };
const OUTPUT = {
  description: 'Redaction of responses: none, while they stream, or when they are complete. Default: off.',
};
const PLACEHOLDER = 'Replacement of the first e-mail address. Others use the same format. Default: [EMAIL_1].';
const RESTORE = { description: "Whether the person's own values are restored in the response. Default: false." };

const CUSTOM = 'Your own kinds of personal data, found by patterns and treated like the built-in entities.';

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
    description: 'Pattern of the values: RE2 syntax, without ^ and $, for at most 256 characters.',
    example: 'EMP-\\d{6}',
  })
  pattern!: string;

  @FlagField({ optional: true, description: 'Whether case is ignored. Default: false.' })
  ignore_case?: boolean;
}

/** Settings of a policy of personal data (docs/contract/personal-data.md#policies). */
export class PiiPolicyFieldsDto extends PolicyFieldsDto {
  @TextListField({
    optional: true,
    maxItems: 50,
    description: `Entities that count as personal data: ${PII_ENTITIES.join(', ')}. Default: all but secret.`,
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
  @TextField({ max: 128, description: 'Name for people. A scope can have one such policy.', example: 'personal data' })
  name!: string;
}

/** Changes to a policy. Omitted fields keep their value. */
export class UpdatePiiPolicyDto extends PiiPolicyFieldsDto {
  @TextField({ optional: true, max: 128, description: 'Name for people.' })
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

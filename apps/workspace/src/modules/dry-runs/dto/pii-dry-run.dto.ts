import { AmountField, ChoiceField, TextField } from '../../../fields/scalar-fields.js';
import { PiiPolicyFieldsDto } from '../../policies/dto/pii-policy.dto.js';
import { LONGEST_TEXT } from './guardrail-dry-run.dto.js';

/** A policy of personal data, and texts to try it on. */
export class PiiDryRunDto extends PiiPolicyFieldsDto {
  @TextField({ max: LONGEST_TEXT, multiline: true, description: 'The text of a request.' })
  text!: string;

  @TextField({
    optional: true,
    max: LONGEST_TEXT,
    multiline: true,
    description: 'The answer of the model to it, which may hold placeholders.',
  })
  answer?: string;
}

/** Effect of the policy on the texts. */
export class PiiDryRunView {
  @ChoiceField(['pii_dry_run'], { description: 'Always `pii_dry_run`.' })
  object!: 'pii_dry_run';

  @TextField({
    nullable: true,
    description: 'The entity for which the request would be rejected. Null: it would continue.',
  })
  blocked_entity!: string | null;

  @TextField({
    nullable: true,
    description: 'The text as the model would get it. Null if the request would be rejected.',
  })
  text!: string | null;

  @TextField({
    nullable: true,
    description: 'The answer as the client would get it. Null without an answer, or if the request would be rejected.',
  })
  answer!: string | null;

  @AmountField({ description: 'How long the texts took, in milliseconds.' })
  duration_ms!: number;
}

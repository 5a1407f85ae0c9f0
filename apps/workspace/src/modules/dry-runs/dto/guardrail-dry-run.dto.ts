import { GUARDRAIL_KINDS } from '@multilane/config';
import { GUARDRAIL_PHASES } from '@multilane/contracts';
import { FreeObjectField } from '../../../fields/list-fields.js';
import { AmountField, ChoiceField, FlagField, TextField } from '../../../fields/scalar-fields.js';

/** Characters of a text at most: what the bench shows at once, and what is checked within a second. */
export const LONGEST_TEXT = 20_000;

/** Speakers of a text that a guardrail distinguishes. */
const ROLES = ['system', 'user', 'assistant', 'tool'] as const;

/** A guardrail, and a text to try it on. */
export class GuardrailDryRunDto {
  @ChoiceField(GUARDRAIL_KINDS, {
    description: 'Kind of check. Kinds that ask another service cannot be tried: http, and moderation with a model.',
  })
  kind!: string;

  @ChoiceField(GUARDRAIL_PHASES, {
    optional: true,
    description: 'Whether the text is of a request or of a response. Default: before.',
  })
  phase?: string;

  @FreeObjectField({ optional: true, description: 'Settings of the kind, as in gateway.yaml.' })
  config?: object;

  @TextField({ max: LONGEST_TEXT, multiline: true, description: 'The text to check.' })
  text!: string;

  @ChoiceField(ROLES, {
    optional: true,
    description: 'Who wrote the text. Default: user, or assistant for a response.',
  })
  role?: (typeof ROLES)[number];
}

/** Verdict of the guardrail on the text. */
export class GuardrailDryRunView {
  @ChoiceField(['guardrail_dry_run'], { description: 'Always `guardrail_dry_run`.' })
  object!: 'guardrail_dry_run';

  @ChoiceField(['pass', 'finding', 'timeout', 'failure'], {
    description: '`finding`: the guardrail found something. `timeout` and `failure`: the text could not be checked.',
  })
  verdict!: string;

  @FlagField({ description: 'Whether a guardrail with the mode `enforce` would reject the text.' })
  rejected!: boolean;

  @AmountField({ description: 'How long the check took, in milliseconds.' })
  duration_ms!: number;
}

import { TextField } from '../../../fields/scalar-fields.js';

/** A reset of a budget. */
export class ResetBudgetRuleDto {
  @TextField({ max: 500, description: 'Reason, for the audit trail.', example: 'The load test is over.' })
  reason!: string;

  @TextField({
    optional: true,
    nullable: true,
    min: 0,
    max: 512,
    description:
      'The one that is meant, such as a customer, of a rule that counts each apart. Required there; empty for requests without one.',
  })
  key?: string | null;
}

import { FreeObjectField, ObjectField, ObjectListField } from '../../../fields/list-fields.js';
import { AmountField, ChoiceField, TextField, TimeField } from '../../../fields/scalar-fields.js';
import { AuditRecordView, type ShownRequest } from '../../audit/dto/audit-record.view.js';

/** Charge of the request to a budget. */
export class ExplainedChargeView {
  @TextField({ description: 'Identifies the budget: its holder and its unit.' })
  account!: string;

  @TimeField({ description: 'Start of the period that was charged.' })
  period_start!: string;

  @AmountField({ description: 'In the unit of the budget: US dollars, or tokens.' })
  amount!: number;
}

/** Routing of a request, the policies that applied to it, and its cost. */
export class ExplanationView {
  @ChoiceField(['explanation'], { description: 'Always `explanation`.' })
  object!: 'explanation';

  @ObjectField(() => AuditRecordView, { description: 'The request: who asked, what served it, what it used and cost.' })
  request!: AuditRecordView;

  @FreeObjectField({
    nullable: true,
    description:
      'Routing: `route`, `strategy`, `sticky`, `candidates` in order, `skipped` with reasons, and `attempts` with outcome and time. Null for a plain model.',
  })
  routing!: object | null;

  @ObjectListField(() => ExplainedChargeView, { description: 'Budgets that were charged.' })
  charges!: ExplainedChargeView[];

  @FreeObjectField({ description: 'Results of other policies, such as `guardrails`, or `shadow_of`.' })
  details!: object;

  static of(shown: ShownRequest): ExplanationView {
    const { row } = shown;
    const { routing = null, ...details } = (row.details ?? {}) as { routing?: object | null };
    return {
      object: 'explanation',
      request: AuditRecordView.of(shown),
      routing,
      charges: (row.charges ?? []).map(({ account, period_start, amount }) => ({ account, period_start, amount })),
      details,
    };
  }
}

import type { StatementClosing, StatementRule, StatementSchedule } from '@multilane/persistence';
import { AmountField, ChoiceField, CountField, IdField, TextField, TimeField } from '../../../fields/scalar-fields.js';
import { writeBook } from '../read-book.js';
import type { ShownLine, ShownTotal } from '../statements.service.js';

const ANY = { min: -1e12 };
/** Counts of corrections can be below 0. */
const COUNT = { min: -Number.MAX_SAFE_INTEGER };

/** Statement of a subject for a month. */
export class StatementView {
  @ChoiceField(['statement'], { description: 'Always `statement`.' })
  object!: 'statement';

  @TextField({ description: 'Month, in UTC.', example: '2027-01' })
  month!: string;

  @TextField({ description: 'Kind of the subject.', example: 'tag:feature' })
  by!: string;

  @TextField({
    min: 0,
    max: 256,
    description: 'Id of the workspace or team, customer or value of the tag. Empty: usage without one.',
  })
  subject!: string;

  @TextField({ min: 0, max: 256, description: 'Name.' })
  name!: string;

  @ChoiceField(['open', 'closed'], { description: '`open`: as of now. `closed`: it never changes.' })
  status!: 'open' | 'closed';

  @TimeField({ nullable: true, description: 'When the month was closed.' })
  closed_at!: string | null;

  @CountField({ ...COUNT, description: 'Number of calls, with those of corrections.' })
  requests!: number;

  @CountField({ ...COUNT, description: 'Prompt tokens.' })
  prompt_tokens!: number;

  @CountField({ ...COUNT, description: 'Completion tokens.' })
  completion_tokens!: number;

  @AmountField({ ...ANY, description: 'US dollars by the prices of the models.' })
  cost_usd!: number;

  @AmountField({ ...ANY, description: 'Part of `amount_usd` that corrects months that were closed before.' })
  correction_usd!: number;

  @AmountField({ ...ANY, description: 'US dollars to be charged: the cost with markups and rebates.' })
  amount_usd!: number;

  static of({ statement: { book, closing, month }, total }: ShownTotal): StatementView {
    return {
      object: 'statement',
      month,
      by: writeBook(book),
      subject: total.subject,
      name: total.subjectName,
      status: closing === undefined ? 'open' : 'closed',
      closed_at: closing?.closedAt.toISOString() ?? null,
      requests: total.requests,
      prompt_tokens: total.promptTokens,
      completion_tokens: total.completionTokens,
      cost_usd: total.costUsd,
      correction_usd: total.correctionUsd,
      amount_usd: total.amountUsd,
    };
  }
}

/** Line of a statement. */
export class StatementLineView {
  @ChoiceField(['statement_line'], { description: 'Always `statement_line`.' })
  object!: 'statement_line';

  @TextField({ description: 'Month of the statement.', example: '2027-01' })
  statement_month!: string;

  @ChoiceField(['open', 'closed'], { description: 'State of the statement.' })
  status!: 'open' | 'closed';

  @TextField({ min: 0, max: 256, description: 'Subject of the statement.' })
  subject!: string;

  @TextField({ min: 0, max: 256, description: 'Its name.' })
  name!: string;

  @ChoiceField(['usage', 'correction'], {
    description: '`correction`: usage of a closed month that came after that was closed.',
  })
  line!: string;

  @TextField({ description: 'Month of the usage.', example: '2026-12' })
  month!: string;

  @TextField({ nullable: true, min: 0, max: 512, description: 'Model. Null for customers and tags.' })
  model!: string | null;

  @CountField({ ...COUNT, description: 'Number of calls.' })
  requests!: number;

  @CountField({ ...COUNT, description: 'Prompt tokens.' })
  prompt_tokens!: number;

  @CountField({ ...COUNT, description: 'Completion tokens.' })
  completion_tokens!: number;

  @CountField({ ...COUNT, description: 'Prompt tokens read from provider caches.' })
  cached_tokens!: number;

  @AmountField({ ...ANY, description: 'US dollars by the prices of the models.' })
  cost_usd!: number;

  @AmountField({ min: -100, description: 'Markup in percent; below 0: a rebate.' })
  percent!: number;

  @AmountField({ ...ANY, description: 'US dollars to be charged.' })
  amount_usd!: number;

  static of({ line, statement: { closing, month } }: ShownLine): StatementLineView {
    return {
      object: 'statement_line',
      statement_month: month,
      status: closing === undefined ? 'open' : 'closed',
      subject: line.subject,
      name: line.subjectName,
      line: line.line,
      month: line.month,
      model: line.model,
      requests: line.requests,
      prompt_tokens: line.promptTokens,
      completion_tokens: line.completionTokens,
      cached_tokens: line.cachedTokens,
      cost_usd: line.costUsd,
      percent: line.percent,
      amount_usd: line.amountUsd,
    };
  }
}

/** A closed month. */
export class StatementClosingView {
  @ChoiceField(['statement_closing'], { description: 'Always `statement_closing`.' })
  object!: 'statement_closing';

  @IdField({ description: 'Id.' })
  id!: string;

  @TextField({ description: 'Subjects of the statements.', example: 'team' })
  by!: string;

  @TextField({ description: 'Month, in UTC.', example: '2027-01' })
  month!: string;

  @TimeField({ description: 'When it was closed.' })
  closed_at!: string;

  @TextField({ description: 'Name of the person or account that closed it.' })
  closed_by!: string;

  static of(closing: StatementClosing): StatementClosingView {
    return {
      object: 'statement_closing',
      id: closing.id,
      by: writeBook(closing),
      month: closing.month,
      closed_at: closing.closedAt.toISOString(),
      closed_by: closing.closedBy,
    };
  }
}

/** Markup or rebate. */
export class StatementRuleView {
  @ChoiceField(['statement_rule'], { description: 'Always `statement_rule`.' })
  object!: 'statement_rule';

  @TextField({ nullable: true, max: 256, description: 'Subject. Null: all without a rule of their own.' })
  subject!: string | null;

  @AmountField({ min: -100, description: 'Markup in percent; below 0: a rebate.' })
  percent!: number;

  @TimeField({ description: 'When the rules were replaced last: all of them have the same time.' })
  updated_at!: string;

  static of({ percent, subject, updatedAt }: StatementRule): StatementRuleView {
    const at = updatedAt.toISOString();
    return { object: 'statement_rule', subject: subject === '' ? null : subject, percent, updated_at: at };
  }
}

/** Closing of months by themselves. */
export class StatementScheduleView {
  @ChoiceField(['statement_schedule'], { description: 'Always `statement_schedule`.' })
  object!: 'statement_schedule';

  @TextField({ description: 'Subjects of the statements.', example: 'team' })
  by!: string;

  @CountField({
    ...COUNT,
    nullable: true,
    description: 'Days after the end of a month at which it is closed. Null: never.',
  })
  close_after_days!: number | null;

  @TextField({ nullable: true, description: 'First month that is closed, in UTC. Null: none.', example: '2027-01' })
  first_month!: string | null;

  @TimeField({ nullable: true, description: 'When the schedule changed last. Null: there is none.' })
  updated_at!: string | null;

  static of(by: string, schedule: StatementSchedule | undefined): StatementScheduleView {
    const { days = null, firstMonth = null, updatedAt } = schedule ?? {};
    return {
      object: 'statement_schedule',
      by,
      close_after_days: days,
      first_month: firstMonth,
      updated_at: updatedAt?.toISOString() ?? null,
    };
  }
}

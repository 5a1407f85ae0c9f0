import { ObjectListField } from '../../../fields/list-fields.js';
import { AmountField, CountField, TextField } from '../../../fields/scalar-fields.js';
import { BOOK, MONTH } from '../read-book.js';

const BY = 'Subjects of the statements: `workspace`, `team`, `customer`, or `tag:<name>`.';

/** Month to be closed. */
export class CloseMonthDto {
  @TextField({ form: BOOK, max: 68, description: BY, example: 'team' })
  by!: string;

  @TextField({ form: MONTH, description: 'Month that is over, in UTC.', example: '2027-01' })
  month!: string;
}

class RuleDto {
  @TextField({
    nullable: true,
    optional: true,
    max: 256,
    description: '`subject` of a statement. Null: every subject without a rule of its own.',
  })
  subject?: string | null;

  @AmountField({
    min: -100,
    max: 1000,
    description: 'Markup in percent of the cost. Below 0: a rebate; -100 charges nothing.',
  })
  percent!: number;
}

/** Markups and rebates, which replace those of before. */
export class WriteRulesDto {
  @TextField({ form: BOOK, max: 68, description: BY, example: 'team' })
  by!: string;

  @ObjectListField(() => RuleDto, { maxItems: 1000, description: 'One for each subject at most.' })
  rules!: RuleDto[];
}

/** Closing of months by themselves. */
export class WriteScheduleDto {
  @TextField({ form: BOOK, max: 68, description: BY, example: 'team' })
  by!: string;

  @CountField({
    nullable: true,
    min: 1,
    max: 28,
    description:
      'Days after the end of a month, in UTC, at which it is closed. Null: months stay open until somebody closes them.',
    example: 5,
  })
  close_after_days!: number | null;
}

import { IdField, TextField } from '../../../fields/scalar-fields.js';
import { CursorField, LimitField } from '../../../lists/page-fields.js';
import { BOOK, MONTH } from '../read-book.js';

const BY = 'Subjects of the statements: `workspace`, `team`, `customer`, or `tag:<name>` for the values of a tag.';

/** Subjects of statements. */
export class StatementBookQuery {
  @TextField({ form: BOOK, max: 68, description: BY, example: 'team' })
  by!: string;
}

/** A month of statements. */
export class StatementsQuery extends StatementBookQuery {
  @TextField({ form: MONTH, description: 'Month, in UTC.', example: '2027-01' })
  month!: string;

  @LimitField(1000, 100)
  limit: number = 100;

  @CursorField()
  cursor?: string;
}

export class StatementLinesQuery extends StatementsQuery {
  @TextField({
    optional: true,
    min: 0,
    max: 256,
    description: 'Only lines of this `subject`. Empty: usage without a subject.',
  })
  subject?: string;
}

/** A month of statements of the requester's own teams. */
export class OwnStatementsQuery {
  @TextField({ form: MONTH, description: 'Month, in UTC.', example: '2027-01' })
  month!: string;

  @IdField({ optional: true, description: 'Only this team, by its id.' })
  team?: string;

  @LimitField(1000, 100)
  limit: number = 100;

  @CursorField()
  cursor?: string;
}

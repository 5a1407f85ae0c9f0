/** Subjects of statements. */
export type StatementKind = 'workspace' | 'team' | 'customer' | 'tag';

/** Statements that belong together: one for each subject, every month. */
export interface StatementBook {
  readonly kind: StatementKind;
  /** Name of the tag; empty for other kinds. */
  readonly name: string;
}

/** Sums of a subject's usage in a month, of one model or of all. */
export interface StatementUsage {
  /** Id of a workspace or team, the name of a team without an id, a customer or value of a tag. Empty: usage without a subject. */
  readonly subject: string;
  readonly subjectName: string;
  /** Null where usage does not distinguish models. */
  readonly model: string | null;
  readonly requests: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly cachedTokens: number;
  readonly costUsd: number;
}

export interface StatementLine extends StatementUsage {
  /** `correction`: usage of an earlier month that came after that was closed. */
  readonly line: 'usage' | 'correction';
  /** Month of the usage, such as `2026-11`. */
  readonly month: string;
  /** Markup in percent of the cost; below 0: a rebate. */
  readonly percent: number;
  readonly amountUsd: number;
}

/** Lines of one subject, summed. */
export interface StatementTotal {
  readonly subject: string;
  readonly subjectName: string;
  readonly requests: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly cachedTokens: number;
  readonly costUsd: number;
  /** Part of the amount that is of earlier months. */
  readonly correctionUsd: number;
  readonly amountUsd: number;
}

/** Line of a closed month. */
export interface ClosedLine extends StatementLine {
  /** Place among the lines of the month. */
  readonly position: number;
}

/** Some lines of a closed month, in their order. */
export interface ClosedLinesPage {
  readonly limit: number;
  /** Lines of the page's choice that are passed over. Default: 0 */
  readonly offset?: number;
  /** Position behind which it begins. Left out, at the first line. */
  readonly after?: number | undefined;
  /** Left out, those of all. */
  readonly subjects?: readonly string[] | undefined;
}

/** A month that was closed. */
export interface StatementClosing extends StatementBook {
  readonly id: string;
  readonly month: string;
  readonly closedAt: Date;
  /** Name of the person or account that closed it. */
  readonly closedBy: string;
}

/** Markup or rebate of a subject; an empty subject stands for all that have none of their own. */
export interface StatementRule {
  readonly subject: string;
  readonly percent: number;
  /** Time when the rules of its book were replaced last: all of them have the same. */
  readonly updatedAt: Date;
}

/** Months of a book close by themselves. */
export interface StatementSchedule extends StatementBook {
  readonly organizationId: string;
  /** Days after the end of a month at which it is closed. */
  readonly days: number;
  /** First month that is closed, such as `2026-11`. */
  readonly firstMonth: string;
  readonly updatedAt: Date;
}

import type { Access } from '../../connection/connection.js';
import { newId } from '../../ids/new-id.js';
import type {
  ClosedLine,
  ClosedLinesPage,
  StatementBook,
  StatementClosing,
  StatementLine,
  StatementRule,
  StatementSchedule,
  StatementTotal,
  StatementUsage,
} from '../../records/statement.js';
import { command, statement } from '../../statements/statement.js';
import type { ChangeScope } from '../audited-table.js';
import { laterThan } from '../rows/later-than.js';
import { lockTenant } from '../rows/lock-tenant.js';
import { recordChange } from '../trail/record-change.js';

/** Lines of a month at most; rows of one insert. */
const BATCH = 2_000;

const LAST_POSITION = 2 ** 31 - 1;

/** Closed months that are listed at most: 20 years. */
const MOST_CLOSINGS = 240;

const CLOSING = {
  sql: `id, kind, name, to_char(month, 'YYYY-MM') AS month, closed_at AS "closedAt", closed_by AS "closedBy"`,
  types: { id: 'uuid', kind: 'text', name: 'text', month: 'text', closedAt: 'timestamptz', closedBy: 'text' },
} as const;

const TOTAL = {
  subject: 'text',
  subjectName: 'text',
  requests: 'float8',
  promptTokens: 'float8',
  completionTokens: 'float8',
  cachedTokens: 'float8',
  costUsd: 'float8',
} as const;
const USAGE = { ...TOTAL, model: 'text?' } as const;

const LIST_CLOSINGS = statement<StatementClosing>(
  CLOSING.types,
  `SELECT ${CLOSING.sql} FROM statement_closings WHERE organization_id = $1 AND kind = $2 AND name = $3
    ORDER BY statement_closings.month DESC LIMIT ${MOST_CLOSINGS}`,
);
const LIST_LINES = statement<ClosedLine>(
  { ...USAGE, position: 'integer', line: 'text', month: 'text', percent: 'float8', amountUsd: 'float8' },
  `SELECT position, subject, subject_name AS "subjectName", line, to_char(lines.month, 'YYYY-MM') AS month, model, requests::float8 AS requests,
          prompt_tokens::float8 AS "promptTokens", completion_tokens::float8 AS "completionTokens",
          cached_tokens::float8 AS "cachedTokens", cost_usd::float8 AS "costUsd",
          percent::float8 AS percent, amount_usd::float8 AS "amountUsd"
     FROM statement_lines AS lines JOIN statement_closings AS closings ON closings.id = closing_id
    WHERE closings.organization_id = $1 AND closing_id = $2 AND ($5::text[] IS NULL OR subject = ANY($5)) AND position > $6 AND position <= $7
    ORDER BY position LIMIT $3 OFFSET $4`,
);
const LIST_TOTALS = statement<StatementTotal>(
  { ...TOTAL, correctionUsd: 'float8', amountUsd: 'float8' },
  `SELECT subject, max(subject_name) AS "subjectName", sum(requests)::float8 AS requests,
          sum(prompt_tokens)::float8 AS "promptTokens", sum(completion_tokens)::float8 AS "completionTokens",
          sum(cached_tokens)::float8 AS "cachedTokens", sum(cost_usd)::float8 AS "costUsd",
          coalesce(sum(amount_usd) FILTER (WHERE line = 'correction'), 0)::float8 AS "correctionUsd", sum(amount_usd)::float8 AS "amountUsd"
     FROM statement_lines AS lines JOIN statement_closings AS closings ON closings.id = closing_id
    WHERE closings.organization_id = $1 AND closing_id = $2
    GROUP BY subject ORDER BY sum(amount_usd) DESC, max(subject_name), subject LIMIT $3 OFFSET $4`,
);
const LIST_BILLED = statement<StatementUsage>(
  USAGE,
  `SELECT subject, max(subject_name) AS "subjectName", model, sum(requests)::float8 AS requests,
          sum(prompt_tokens)::float8 AS "promptTokens", sum(completion_tokens)::float8 AS "completionTokens",
          sum(cached_tokens)::float8 AS "cachedTokens", sum(cost_usd)::float8 AS "costUsd"
     FROM statement_lines AS lines JOIN statement_closings AS closings ON closings.id = closing_id
    WHERE closings.organization_id = $1 AND kind = $2 AND name = $3 AND lines.month = $4
      AND ($6::text[] IS NULL OR subject = ANY($6))
    GROUP BY subject, model LIMIT $5`,
);
const LIST_RULES = statement<StatementRule>(
  { subject: 'text', percent: 'float8', updatedAt: 'timestamptz' },
  `SELECT subject, percent::float8 AS percent, updated_at AS "updatedAt" FROM statement_rules
    WHERE organization_id = $1 AND kind = $2 AND name = $3 ORDER BY subject`,
);
const CLOSE = statement<StatementClosing>(
  CLOSING.types,
  `INSERT INTO statement_closings (id, organization_id, kind, name, month, closed_at, closed_by)
   VALUES ($1, $2, $3, $4, $5, now(), $6) ON CONFLICT (organization_id, kind, name, month) DO NOTHING RETURNING ${CLOSING.sql}`,
);
const SCHEDULE = {
  sql: `organization_id AS "organizationId", kind, name, days, to_char(first_month, 'YYYY-MM') AS "firstMonth",
    updated_at AS "updatedAt"`,
  types: {
    organizationId: 'uuid',
    kind: 'text',
    name: 'text',
    days: 'integer',
    firstMonth: 'text',
    updatedAt: 'timestamptz',
  },
} as const;
const FIND_SCHEDULE = statement<StatementSchedule>(
  SCHEDULE.types,
  `SELECT ${SCHEDULE.sql} FROM statement_schedules WHERE organization_id = $1 AND kind = $2 AND name = $3`,
);
const LIST_SCHEDULES = statement<StatementSchedule>(
  SCHEDULE.types,
  `SELECT ${SCHEDULE.sql} FROM statement_schedules
    WHERE $1::uuid IS NULL OR (organization_id, kind, name) > ($1, $2, $3) ORDER BY organization_id, kind, name LIMIT $4`,
);
const SET_SCHEDULE = statement<StatementSchedule>(
  SCHEDULE.types,
  `INSERT INTO statement_schedules AS schedules (organization_id, kind, name, days, first_month) VALUES ($1, $2, $3, $4, $5)
   ON CONFLICT (organization_id, kind, name) DO UPDATE SET days = $4 RETURNING ${SCHEDULE.sql}`,
);
const COUNT_SCHEDULES = statement(
  { count: 'integer' },
  'SELECT count(*)::int AS count FROM statement_schedules WHERE organization_id = $1',
);
const REMOVE_SCHEDULE = command(
  'DELETE FROM statement_schedules WHERE organization_id = $1 AND kind = $2 AND name = $3',
);
const REMOVE_RULES = command('DELETE FROM statement_rules WHERE organization_id = $1 AND kind = $2 AND name = $3');
const ADD_RULES = command(
  `INSERT INTO statement_rules (organization_id, kind, name, subject, percent, updated_at)
   SELECT $1, $2, $3, subject, percent, $6 FROM unnest($4::text[], $5::numeric[]) AS rules (subject, percent)`,
);
const ADD_LINES = command(
  `INSERT INTO statement_lines (closing_id, position, subject, subject_name, line, month, model, requests, prompt_tokens,
     completion_tokens, cached_tokens, cost_usd, percent, amount_usd)
   SELECT $1, * FROM unnest($2::int[], $3::text[], $4::text[], $5::text[], $6::date[], $7::text[], $8::bigint[], $9::bigint[],
     $10::bigint[], $11::bigint[], $12::numeric[], $13::numeric[], $14::numeric[])`,
);

/** Months that were closed, their lines, and the markups and rebates. */
export class StatementQueries {
  constructor(protected readonly access: Access) {}

  /** Lists the closed months of a book, the latest first. */
  listClosings(organizationId: string, { kind, name }: StatementBook): Promise<readonly StatementClosing[]> {
    return LIST_CLOSINGS.rows(this.access, [organizationId, kind, name]);
  }

  /** Lists lines of a closed month in their order. */
  listLines(
    organizationId: string,
    closingId: string,
    { after = -1, limit, offset = 0, subjects }: ClosedLinesPage,
  ): Promise<readonly ClosedLine[]> {
    // Positions have no gaps: a page of all subjects is read without looking at what follows it.
    const [place, from] = subjects === undefined ? [0, after + offset] : [offset, after];
    const until = subjects === undefined ? from + limit : LAST_POSITION;
    return LIST_LINES.rows(this.access, [organizationId, closingId, limit, place, subjects ?? null, from, until]);
  }

  /** Sums the lines of a closed month by subject: the largest amount first, then by name. */
  listTotals(
    organizationId: string,
    closingId: string,
    { limit, offset }: { readonly limit: number; readonly offset: number },
  ): Promise<readonly StatementTotal[]> {
    return LIST_TOTALS.rows(this.access, [organizationId, closingId, limit, offset]);
  }

  /** Sums what was written down of a month's usage by subject and model: in its own lines, and in corrections of later months. */
  listBilled(
    organizationId: string,
    { kind, name }: StatementBook,
    month: string,
    limit: number,
    subjects?: readonly string[],
  ): Promise<readonly StatementUsage[]> {
    return LIST_BILLED.rows(this.access, [organizationId, kind, name, `${month}-01`, limit, subjects ?? null]);
  }

  listRules(organizationId: string, { kind, name }: StatementBook): Promise<readonly StatementRule[]> {
    return LIST_RULES.rows(this.access, [organizationId, kind, name]);
  }

  /** Finds when months of a book close by themselves; undefined: never. */
  async findSchedule(organizationId: string, { kind, name }: StatementBook): Promise<StatementSchedule | undefined> {
    const [schedule] = await FIND_SCHEDULE.rows(this.access, [organizationId, kind, name]);
    return schedule;
  }

  /** Lists the schedules of all organizations, behind one of them. */
  listSchedules(after: StatementSchedule | undefined, limit: number): Promise<readonly StatementSchedule[]> {
    const { kind = null, name = null, organizationId = null } = after ?? {};
    return LIST_SCHEDULES.rows(this.access, [organizationId, kind, name, limit]);
  }
}

export class StatementRepository extends StatementQueries {
  constructor(
    access: Access,
    private readonly scope: ChangeScope,
  ) {
    super(access);
  }

  /** Writes a month down; undefined if it was closed before. */
  async close(
    organizationId: string,
    { kind, name }: StatementBook,
    month: string,
    lines: readonly StatementLine[],
    closedBy: string,
  ): Promise<StatementClosing | undefined> {
    const [closing] = await CLOSE.rows(this.access, [newId(), organizationId, kind, name, `${month}-01`, closedBy]);
    if (closing === undefined) return undefined;
    for (let at = 0; at < lines.length; at += BATCH) {
      await this.insert(closing.id, lines.slice(at, at + BATCH), at);
    }
    const amount = lines.reduce((sum, { amountUsd }) => sum + amountUsd, 0);
    const after = { kind, name, month, lines: lines.length, amount_usd: amount };
    recordChange(
      this.scope,
      'statement.close',
      { organizationId },
      { id: closing.id, name: titleOf(kind, name, month) },
      null,
      after,
    );
    return closing;
  }

  /** Counts the schedules of an organization, of which there are no more until the end of the change. */
  async countSchedules(organizationId: string): Promise<number> {
    await lockTenant(this.scope.manager, organizationId);
    const [row] = await COUNT_SCHEDULES.rows(this.access, [organizationId]);
    return row?.count ?? 0;
  }

  /** Closes months of a book by themselves from `firstMonth` on; that of an existing schedule stays. */
  async setSchedule(
    organizationId: string,
    { kind, name }: StatementBook,
    days: number,
    firstMonth: string,
  ): Promise<StatementSchedule | undefined> {
    const before = await this.compareSchedule(organizationId, { kind, name });
    const [after] = await SET_SCHEDULE.rows(this.access, [organizationId, kind, name, days, `${firstMonth}-01`]);
    this.recordSchedule(organizationId, { kind, name }, before, after);
    return after;
  }

  /** Closes no more months of a book by themselves. */
  async removeSchedule(organizationId: string, { kind, name }: StatementBook): Promise<void> {
    const before = await this.compareSchedule(organizationId, { kind, name });
    if (before === undefined) return;
    await REMOVE_SCHEDULE.run(this.access, [organizationId, kind, name]);
    this.recordSchedule(organizationId, { kind, name }, before, undefined);
  }

  /** The schedule, which must be of the version that the author of the change has seen. */
  private async compareSchedule(organizationId: string, book: StatementBook): Promise<StatementSchedule | undefined> {
    const found = await this.findSchedule(organizationId, book);
    this.compare(organizationId, found?.updatedAt);
    return found;
  }

  /** Compares what a book has with what the author of the change has seen: the id of the organization stands for it. */
  private compare(organizationId: string, updatedAt: Date | undefined): void {
    if (updatedAt === undefined) this.scope.check.compareAbsent(organizationId);
    else this.scope.check.compare({ id: organizationId, updatedAt });
  }

  private recordSchedule(
    organizationId: string,
    { kind, name }: StatementBook,
    before: StatementSchedule | undefined,
    after: StatementSchedule | undefined,
  ): void {
    const target = { id: organizationId, name: titleOf(kind, name) };
    const daysOf = (schedule: StatementSchedule | undefined) => ({ close_after_days: schedule?.days ?? null });
    recordChange(this.scope, 'statement_schedule.update', { organizationId }, target, daysOf(before), daysOf(after));
  }

  /** Replaces the markups and rebates of a book: those of the version that the author of the change has seen. */
  async replaceRules(
    organizationId: string,
    { kind, name }: StatementBook,
    rules: readonly Pick<StatementRule, 'subject' | 'percent'>[],
  ): Promise<readonly StatementRule[]> {
    await lockTenant(this.scope.manager, organizationId);
    const stored = await this.listRules(organizationId, { kind, name });
    const [first] = stored;
    this.compare(organizationId, first?.updatedAt);
    const before = stored.map(({ percent, subject }) => ({ subject, percent }));
    const columns = [rules.map(({ subject }) => subject), rules.map(({ percent }) => percent)];
    await REMOVE_RULES.run(this.access, [organizationId, kind, name]);
    await ADD_RULES.run(this.access, [organizationId, kind, name, ...columns, laterThan(first?.updatedAt)]);
    const target = { id: organizationId, name: titleOf(kind, name) };
    recordChange(this.scope, 'statement_rules.update', { organizationId }, target, { rules: before }, { rules });
    return this.listRules(organizationId, { kind, name });
  }

  private async insert(closingId: string, lines: readonly StatementLine[], first: number): Promise<void> {
    const columns: unknown[][] = [
      lines.map((_, index) => first + index),
      lines.map(({ subject }) => subject),
      lines.map(({ subjectName }) => subjectName),
      lines.map(({ line }) => line),
      lines.map(({ month }) => `${month}-01`),
      lines.map(({ model }) => model),
      lines.map(({ requests }) => requests),
      lines.map(({ promptTokens }) => promptTokens),
      lines.map(({ completionTokens }) => completionTokens),
      lines.map(({ cachedTokens }) => cachedTokens),
      lines.map(({ costUsd }) => costUsd.toFixed(10)),
      lines.map(({ percent }) => percent),
      lines.map(({ amountUsd }) => amountUsd.toFixed(10)),
    ];
    await ADD_LINES.run(this.access, [closingId, ...columns]);
  }
}

const titleOf = (kind: string, name: string, ...others: string[]): string =>
  [name === '' ? kind : `${kind}:${name}`, ...others].join(' ');

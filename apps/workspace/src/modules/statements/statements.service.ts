import { GatewayError } from '@multilane/errors';
import {
  type Actor,
  type Database,
  type Page,
  ReadTooLargeError,
  type StatementBook,
  type StatementClosing,
  type StatementLine,
  type StatementRule,
  type StatementSchedule,
  type StatementTotal,
} from '@multilane/persistence';
import { Inject, Injectable } from '@nestjs/common';
import type { Requester } from '../../access/requester.js';
import { DATABASE } from '../../services/workspace-services.js';
import { readCursor, writeCursor } from '../usage/read-usage-query.js';
import type { StatementLinesQuery, StatementsQuery } from './dto/statements.query.js';
import type { CloseMonthDto, WriteRulesDto, WriteScheduleDto } from './dto/write-statement.dto.js';
import { findDueMonths, monthOf } from './due-months.js';
import { readBook } from './read-book.js';
import { correctUsage, sumLines, writeLines } from './statement-lines.js';
import { MOST_LINES, StatementUsageService } from './statement-usage.service.js';

/** Closed months before an open one that are looked at for usage that came late. */
const MONTHS_OF_CORRECTIONS = 12;

/** Kinds of statements of an organization whose months close by themselves. */
const MOST_SCHEDULES = 100;

/** Author of months that close by themselves. */
const SCHEDULE: Actor = { type: 'system', id: null, name: 'schedule' };

/** Lines of a closed month that are read at once. */
const CLOSED_AT_ONCE = 2_000;

/** Lines of teams, and lines that a month is compared with, at most: of the month, and of corrections of it. */
const MOST_COMPARED = 2 * MOST_LINES;

/** A month of a book, and how it was closed; undefined while it is open. */
export interface StatementMonth {
  readonly book: StatementBook;
  readonly month: string;
  readonly closing: StatementClosing | undefined;
}

/** A month with its lines. */
export interface Statement extends StatementMonth {
  readonly lines: readonly StatementLine[];
}

export interface ShownTotal {
  readonly statement: StatementMonth;
  readonly total: StatementTotal;
}

export interface ShownLine {
  readonly statement: StatementMonth;
  readonly line: StatementLine;
}

/** Statements of a month by workspace, team, customer or value of a tag (docs/contract/usage.md#statements). */
@Injectable()
export class StatementsService {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(StatementUsageService) private readonly usage: StatementUsageService,
  ) {}

  /** Lists one statement for each subject, the largest amount first. */
  async list({ organizationId }: Requester, query: StatementsQuery): Promise<Page<ShownTotal>> {
    const statement = await this.findMonth(organizationId, query);
    const show = (total: StatementTotal): ShownTotal => ({ statement, total });
    const { closing } = statement;
    if (closing === undefined) return pageOf(sumLines(await this.readOpen(organizationId, statement)), query, show);
    return readPage(query, show, (page) => this.database.statements.listTotals(organizationId, closing.id, page));
  }

  /** Lists the lines of a subject, or of all. */
  async listLines({ organizationId }: Requester, query: StatementLinesQuery): Promise<Page<ShownLine>> {
    const statement = await this.findMonth(organizationId, query);
    const show = (line: StatementLine): ShownLine => ({ statement, line });
    const { closing } = statement;
    if (closing === undefined) return pageOf(await this.readOpenOf(organizationId, statement, query), query, show);
    const subjects = subjectsOf(query);
    return readPage(query, show, (page) =>
      this.database.statements.listLines(organizationId, closing.id, { ...page, subjects }),
    );
  }

  /** Every line of the month, for a file: of a closed month some at a time, since corrections may make it longer than any month of usage. */
  async readLines(
    { organizationId }: Requester,
    query: StatementLinesQuery,
  ): Promise<AsyncIterable<readonly ShownLine[]>> {
    const statement = await this.findMonth(organizationId, query);
    const { closing } = statement;
    if (closing !== undefined) return this.readClosed(organizationId, { ...statement, closing }, subjectsOf(query));
    return inBatches({ ...statement, lines: await this.readOpenOf(organizationId, statement, query) });
  }

  private async *readClosed(
    organizationId: string,
    statement: StatementMonth & { readonly closing: StatementClosing },
    subjects: readonly string[] | undefined,
  ): AsyncGenerator<readonly ShownLine[], void> {
    for (let after: number | undefined, isMore = true; isMore; ) {
      const page = { after, subjects, limit: CLOSED_AT_ONCE };
      const lines = await this.database.statements.listLines(organizationId, statement.closing.id, page);
      yield lines.map((line) => ({ statement, line }));
      after = lines.at(-1)?.position;
      isMore = lines.length === CLOSED_AT_ONCE;
    }
  }

  listClosings({ organizationId }: Requester, by: string): Promise<readonly StatementClosing[]> {
    return this.database.statements.listClosings(organizationId, readBook(by));
  }

  /** Writes a month down. Fails with 409 for one that is not over, or that was closed before. */
  async close({ actor, organizationId }: Requester, { by, month }: CloseMonthDto): Promise<StatementClosing> {
    if (month >= monthOf(new Date())) {
      throw new GatewayError('conflict', { param: 'month', message: 'The month is not over. Close it when it is.' });
    }
    const closing = await this.writeDown(actor, organizationId, readBook(by), month);
    if (closing !== undefined) return closing;
    throw new GatewayError('conflict', { param: 'month', message: 'The month was closed before.' });
  }

  /**
   * Closes the months of a book that are due, the earliest first. However many processes do it, and wherever one ends, each month is closed
   * once: the closing and its lines are one transaction.
   */
  async closeDue(schedule: StatementSchedule, now: Date): Promise<readonly StatementClosing[]> {
    const { organizationId } = schedule;
    const closings = await this.database.statements.listClosings(organizationId, schedule);
    const written: StatementClosing[] = [];
    for (const month of findDueMonths(schedule, closings, now)) {
      const closing = await this.writeDown(SCHEDULE, organizationId, schedule, month);
      if (closing !== undefined) written.push(closing);
    }
    return written;
  }

  findSchedule({ organizationId }: Requester, by: string): Promise<StatementSchedule | undefined> {
    return this.database.statements.findSchedule(organizationId, readBook(by));
  }

  /** Sets or ends the closing of months by themselves. Fails with 409 where too many subjects have it. */
  setSchedule(
    { actor, organizationId }: Requester,
    { by, close_after_days: days }: WriteScheduleDto,
  ): Promise<StatementSchedule | undefined> {
    const book = readBook(by);
    return this.database.change(actor, async ({ statements }) => {
      const count = await statements.countSchedules(organizationId);
      if (days === null) {
        await statements.removeSchedule(organizationId, book);
        return undefined;
      }
      const isNew = (await statements.findSchedule(organizationId, book)) === undefined;
      if (isNew && count >= MOST_SCHEDULES) {
        const message = `Months of ${MOST_SCHEDULES} kinds of statements close by themselves. End that of one first.`;
        throw new GatewayError('conflict', { param: 'by', message });
      }
      return statements.setSchedule(organizationId, book, days, monthOf(new Date()));
    });
  }

  listRules({ organizationId }: Requester, by: string): Promise<readonly StatementRule[]> {
    return this.database.statements.listRules(organizationId, readBook(by));
  }

  /** Replaces the markups and rebates. Fails with 400 for a subject that has two. */
  replaceRules({ actor, organizationId }: Requester, { by, rules }: WriteRulesDto): Promise<readonly StatementRule[]> {
    const book = readBook(by);
    const written = rules.map(({ percent, subject }) => ({ subject: subject ?? '', percent }));
    const twice = written.findIndex(({ subject }, index) =>
      written.some((rule, at) => at < index && rule.subject === subject),
    );
    if (twice !== -1) {
      throw new GatewayError('invalid_value', {
        param: `rules[${twice}].subject`,
        message: `\`rules[${twice}].subject\` has a rule already.`,
      });
    }
    return this.database.change(actor, ({ statements }) => statements.replaceRules(organizationId, book, written));
  }

  /** Writes a month down; undefined if it was closed before. */
  private async writeDown(
    actor: Actor,
    organizationId: string,
    book: StatementBook,
    month: string,
  ): Promise<StatementClosing | undefined> {
    const statement = await this.findMonthOf(organizationId, book, month);
    if (statement.closing !== undefined) return undefined;
    const lines = await this.readOpen(organizationId, statement);
    return this.database.change(actor, ({ statements }) =>
      statements.close(organizationId, book, month, lines, actor.name),
    );
  }

  /** The statement of a month with the lines of some teams, whose usage alone is read. */
  async readTeams(organizationId: string, month: string, teams: readonly string[]): Promise<Statement> {
    const statement = await this.findMonthOf(organizationId, readBook('team'), month);
    const { closing } = statement;
    if (closing === undefined) return { ...statement, lines: await this.readOpen(organizationId, statement, teams) };
    const page = { limit: MOST_COMPARED + 1, subjects: teams };
    return { ...statement, lines: wholeOf(await this.database.statements.listLines(organizationId, closing.id, page)) };
  }

  private findMonth(organizationId: string, { by, month }: { by: string; month: string }): Promise<FoundMonth> {
    return this.findMonthOf(organizationId, readBook(by), month);
  }

  private async findMonthOf(organizationId: string, book: StatementBook, month: string): Promise<FoundMonth> {
    const closings = await this.database.statements.listClosings(organizationId, book);
    return { book, month, closings, closing: closings.find((each) => each.month === month) };
  }

  private async readOpenOf(
    organizationId: string,
    statement: FoundMonth,
    { subject }: StatementLinesQuery,
  ): Promise<readonly StatementLine[]> {
    const lines = await this.readOpen(organizationId, statement);
    return subject === undefined ? lines : lines.filter((line) => line.subject === subject);
  }

  /** Usage of an open month as it is now, and what came late of months that were closed before. */
  private async readOpen(
    organizationId: string,
    { book, closings, month }: FoundMonth,
    teams?: readonly string[],
  ): Promise<readonly StatementLine[]> {
    const rules = await this.database.statements.listRules(organizationId, book);
    const usage = await this.usage.read(organizationId, book, month, teams);
    const lines = [...writeLines(usage, { line: 'usage', month, rules })];
    for (const closed of correctedBy(month, closings)) {
      const [now, billed] = await Promise.all([
        this.usage.read(organizationId, book, closed, teams),
        this.database.statements.listBilled(organizationId, book, closed, MOST_COMPARED + 1, teams),
      ]);
      const late = correctUsage(now, wholeOf(billed));
      for (const line of writeLines(late, { line: 'correction', month: closed, rules })) lines.push(line);
    }
    return lines;
  }
}

/** A month, and all closed ones of its book. */
interface FoundMonth extends StatementMonth {
  readonly closings: readonly StatementClosing[];
}

/** Lines that are all there are. Fails with ReadTooLargeError for more than are compared: part of them would make wrong amounts. */
function wholeOf<Row>(rows: readonly Row[]): readonly Row[] {
  if (rows.length > MOST_COMPARED) throw new ReadTooLargeError(undefined);
  return rows;
}

const subjectsOf = ({ subject }: StatementLinesQuery): readonly string[] | undefined =>
  subject === undefined ? undefined : [subject];

/** Lines of a statement, some at a time. */
export async function* inBatches(statement: Statement): AsyncGenerator<readonly ShownLine[], void> {
  for (let at = 0; at < statement.lines.length; at += CLOSED_AT_ONCE) {
    yield statement.lines.slice(at, at + CLOSED_AT_ONCE).map((line) => ({ statement, line }));
  }
}

/**
 * Closed months whose late usage an open month has: those of which it is the first open one after them, so that no two statements have the
 * same correction. The earliest first.
 */
export function correctedBy(month: string, closings: readonly Pick<StatementClosing, 'month'>[]): readonly string[] {
  const closed = new Set(closings.map((closing) => closing.month));
  const corrected: string[] = [];
  for (let each = monthBefore(month); closed.has(each); each = monthBefore(each)) {
    if (corrected.length === MONTHS_OF_CORRECTIONS) break;
    corrected.unshift(each);
  }
  return corrected;
}

const monthBefore = (month: string): string => monthOf(new Date(Date.parse(`${month}-01T00:00:00Z`) - 1));

interface PageQuery {
  readonly limit: number;
  readonly cursor?: string;
}

export function pageOf<Row, Shown>(
  rows: readonly Row[],
  { cursor, limit }: PageQuery,
  show: (row: Row) => Shown,
): Page<Shown> {
  const offset = cursor === undefined ? 0 : readCursor(cursor);
  const isMore = rows.length > offset + limit;
  return {
    data: rows.slice(offset, offset + limit).map(show),
    nextCursor: isMore ? writeCursor(offset + limit) : null,
  };
}

/** A page of rows that the database lists. */
async function readPage<Row, Shown>(
  { cursor, limit }: PageQuery,
  show: (row: Row) => Shown,
  read: (page: { readonly limit: number; readonly offset: number }) => Promise<readonly Row[]>,
): Promise<Page<Shown>> {
  const offset = cursor === undefined ? 0 : readCursor(cursor);
  const rows = await read({ limit: limit + 1, offset });
  return {
    data: rows.slice(0, limit).map(show),
    nextCursor: rows.length > limit ? writeCursor(offset + limit) : null,
  };
}

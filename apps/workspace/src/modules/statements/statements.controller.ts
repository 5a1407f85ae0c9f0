import { Readable } from 'node:stream';
import { Body, Controller, Get, Inject, Post, Put, Query, StreamableFile } from '@nestjs/common';
import { RequirePermission } from '../../access/access.js';
import { FromRequester } from '../../access/from-requester.decorator.js';
import { Requester } from '../../access/requester.js';
import { HonoursVersion, SendsVersionOfOptional } from '../../http/versions.js';
import { type ListAnswer, toList } from '../../lists/to-list.js';
import { Answers, AnswersList } from '../../openapi/answers.decorator.js';
import { AnswersCsv } from '../../openapi/answers-csv.decorator.js';
import { Lists } from '../../openapi/resource-routes.decorator.js';
import {
  StatementClosingView,
  StatementLineView,
  StatementRuleView,
  StatementScheduleView,
  StatementView,
} from './dto/statement.view.js';
import { StatementBookQuery, StatementLinesQuery, StatementsQuery } from './dto/statements.query.js';
import { CloseMonthDto, WriteRulesDto, WriteScheduleDto } from './dto/write-statement.dto.js';
import { StatementsService } from './statements.service.js';
import { writeStatementCsv } from './write-statement-csv.js';

/** Statements of a month by workspace, team, customer or tag, for charge-back (docs/contract/usage.md#statements). */
@Controller('org/statements')
export class StatementsController {
  constructor(@Inject(StatementsService) private readonly statements: StatementsService) {}

  /** Lists the statements of a month, the largest amount first. */
  @Lists(StatementView)
  @RequirePermission('org.usage.read')
  async list(
    @FromRequester() requester: Requester,
    @Query() query: StatementsQuery,
  ): Promise<ListAnswer<StatementView>> {
    return toList(await this.statements.list(requester, query), StatementView.of);
  }

  /** Lists the lines of statements. */
  @Get('lines')
  @RequirePermission('org.usage.read')
  @AnswersList(StatementLineView)
  async listLines(
    @FromRequester() requester: Requester,
    @Query() query: StatementLinesQuery,
  ): Promise<ListAnswer<StatementLineView>> {
    return toList(await this.statements.listLines(requester, query), StatementLineView.of);
  }

  /** Every line of the month, as a file. */
  @Get('export')
  @RequirePermission('org.usage.read')
  @AnswersCsv()
  async export(@FromRequester() requester: Requester, @Query() query: StatementLinesQuery): Promise<StreamableFile> {
    const lines = writeStatementCsv(await this.statements.readLines(requester, query));
    return new StreamableFile(Readable.from(lines, { highWaterMark: 1 }), {
      type: 'text/csv; charset=utf-8',
      disposition: `attachment; filename="statements-${query.month}.csv"`,
    });
  }

  /** Lists the closed months, the latest first. */
  @Get('closings')
  @RequirePermission('org.usage.read')
  @AnswersList(StatementClosingView)
  async listClosings(
    @FromRequester() requester: Requester,
    @Query() { by }: StatementBookQuery,
  ): Promise<ListAnswer<StatementClosingView>> {
    const data = await this.statements.listClosings(requester, by);
    return toList({ data, nextCursor: null }, StatementClosingView.of);
  }

  /** Closes a month: its statements never change again. */
  @Post('closings')
  @RequirePermission('org.statements.manage')
  @Answers(StatementClosingView, { status: 201, description: 'The closed month.' })
  async close(@FromRequester() requester: Requester, @Body() dto: CloseMonthDto): Promise<StatementClosingView> {
    return StatementClosingView.of(await this.statements.close(requester, dto));
  }

  /** Lists markups and rebates. */
  @Get('rules')
  @RequirePermission('org.usage.read')
  @AnswersList(StatementRuleView)
  @SendsVersionOfOptional()
  async listRules(
    @FromRequester() requester: Requester,
    @Query() { by }: StatementBookQuery,
  ): Promise<ListAnswer<StatementRuleView>> {
    return toList({ data: await this.statements.listRules(requester, by), nextCursor: null }, StatementRuleView.of);
  }

  /** Replaces markups and rebates. They apply to months that are open. */
  @Put('rules')
  @RequirePermission('org.statements.manage')
  @AnswersList(StatementRuleView)
  @HonoursVersion()
  @SendsVersionOfOptional()
  async replaceRules(
    @FromRequester() requester: Requester,
    @Body() dto: WriteRulesDto,
  ): Promise<ListAnswer<StatementRuleView>> {
    return toList({ data: await this.statements.replaceRules(requester, dto), nextCursor: null }, StatementRuleView.of);
  }

  /** Tells when months close by themselves. */
  @Get('schedule')
  @RequirePermission('org.usage.read')
  @Answers(StatementScheduleView)
  @SendsVersionOfOptional()
  async findSchedule(
    @FromRequester() requester: Requester,
    @Query() { by }: StatementBookQuery,
  ): Promise<StatementScheduleView> {
    return StatementScheduleView.of(by, await this.statements.findSchedule(requester, by));
  }

  /** Closes months by themselves, from this month on. */
  @Put('schedule')
  @RequirePermission('org.statements.manage')
  @Answers(StatementScheduleView)
  @HonoursVersion()
  @SendsVersionOfOptional()
  async setSchedule(
    @FromRequester() requester: Requester,
    @Body() dto: WriteScheduleDto,
  ): Promise<StatementScheduleView> {
    return StatementScheduleView.of(dto.by, await this.statements.setSchedule(requester, dto));
  }
}

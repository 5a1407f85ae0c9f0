import { Readable } from 'node:stream';
import { Controller, Get, Inject, Query, StreamableFile } from '@nestjs/common';
import { RequirePermission } from '../../access/access.js';
import { FromRequester } from '../../access/from-requester.decorator.js';
import { Requester } from '../../access/requester.js';
import { type ListAnswer, toList } from '../../lists/to-list.js';
import { AnswersList } from '../../openapi/answers.decorator.js';
import { AnswersCsv } from '../../openapi/answers-csv.decorator.js';
import { StatementLineView, StatementView } from './dto/statement.view.js';
import { OwnStatementsQuery } from './dto/statements.query.js';
import { OwnStatementsService } from './own-statements.service.js';
import { writeStatementCsv } from './write-statement-csv.js';

/** Statements of the requester's own teams (docs/contract/usage.md#statements). */
@Controller('admin/usage/statements')
export class OwnStatementsController {
  constructor(@Inject(OwnStatementsService) private readonly statements: OwnStatementsService) {}

  /** Lists the statements of a month: one for each team that the requester is in. */
  @Get()
  @RequirePermission('gateway.usage.read', { in: 'anywhere' })
  @AnswersList(StatementView)
  async list(
    @FromRequester() requester: Requester,
    @Query() query: OwnStatementsQuery,
  ): Promise<ListAnswer<StatementView>> {
    return toList(await this.statements.list(requester, query), StatementView.of);
  }

  /** Lists their lines, one for each model. */
  @Get('lines')
  @RequirePermission('gateway.usage.read', { in: 'anywhere' })
  @AnswersList(StatementLineView)
  async listLines(
    @FromRequester() requester: Requester,
    @Query() query: OwnStatementsQuery,
  ): Promise<ListAnswer<StatementLineView>> {
    return toList(await this.statements.listLines(requester, query), StatementLineView.of);
  }

  /** Every line of the month, as a file. */
  @Get('export')
  @RequirePermission('gateway.usage.read', { in: 'anywhere' })
  @AnswersCsv()
  async export(@FromRequester() requester: Requester, @Query() query: OwnStatementsQuery): Promise<StreamableFile> {
    const lines = writeStatementCsv(await this.statements.readLines(requester, query));
    return new StreamableFile(Readable.from(lines, { highWaterMark: 1 }), {
      type: 'text/csv; charset=utf-8',
      disposition: `attachment; filename="statements-${query.month}.csv"`,
    });
  }
}

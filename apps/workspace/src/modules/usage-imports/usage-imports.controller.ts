import { Body, Controller, Delete, Get, Inject, Param, Post } from '@nestjs/common';
import { RequirePermission } from '../../access/access.js';
import { FromRequester } from '../../access/from-requester.decorator.js';
import { Requester } from '../../access/requester.js';
import { type ListAnswer, toList } from '../../lists/to-list.js';
import { Answers, AnswersNothing } from '../../openapi/answers.decorator.js';
import { Lists } from '../../openapi/resource-routes.decorator.js';
import {
  AddUsageFileDto,
  AddUsageRowsDto,
  BeginUsageImportDto,
  CompleteUsageImportDto,
} from './dto/usage-import.dto.js';
import { CompletedUsageImportView, UsageFileView, UsageImportView } from './dto/usage-import.view.js';
import { MANAGE, UsageImportsService } from './usage-imports.service.js';

const ANYWHERE = { in: 'anywhere' } as const;

/** Usage of the time before, from files of other gateways and of providers (docs/contract/usage.md#imports). */
@Controller('admin/usage/imports')
export class UsageImportsController {
  constructor(@Inject(UsageImportsService) private readonly imports: UsageImportsService) {}

  /** Begins an import. It is in no report until it is completed. */
  @Post()
  @RequirePermission(MANAGE, ANYWHERE)
  @Answers(UsageImportView, { status: 201, description: 'The new import.' })
  async begin(@FromRequester() requester: Requester, @Body() dto: BeginUsageImportDto): Promise<UsageImportView> {
    return UsageImportView.of(await this.imports.begin(requester, dto));
  }

  /** Lists the newest 500 imports. */
  @Lists(UsageImportView)
  @RequirePermission(MANAGE, ANYWHERE)
  async list(@FromRequester() requester: Requester): Promise<ListAnswer<UsageImportView>> {
    return toList({ data: [...(await this.imports.list(requester))], nextCursor: null }, UsageImportView.of);
  }

  /** Finds an import. */
  @Get(':id')
  @RequirePermission(MANAGE, ANYWHERE)
  @Answers(UsageImportView)
  async find(@FromRequester() requester: Requester, @Param('id') id: string): Promise<UsageImportView> {
    return UsageImportView.of(await this.imports.find(requester, id));
  }

  /** Adds a batch of rows to an open import. */
  @Post(':id/rows')
  @RequirePermission(MANAGE, ANYWHERE)
  @Answers(UsageImportView, { description: 'The import.' })
  async addRows(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Body() dto: AddUsageRowsDto,
  ): Promise<UsageImportView> {
    return UsageImportView.of(await this.imports.addRows(requester, id, dto));
  }

  /** Reads a file of at most 1,000,000 characters into an open import, and reports on it. */
  @Post(':id/files')
  @RequirePermission(MANAGE, ANYWHERE)
  @Answers(UsageFileView, { description: 'The import, and the contents of the file.' })
  async addFile(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Body() dto: AddUsageFileDto,
  ): Promise<UsageFileView> {
    const { collector, known, record } = await this.imports.addFile(requester, id, dto);
    return UsageFileView.of(record, collector, known);
  }

  /** Completes an import: it is in usage and series from now on. */
  @Post(':id/completion')
  @RequirePermission(MANAGE, ANYWHERE)
  @Answers(CompletedUsageImportView, { description: 'The import.' })
  async complete(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Body() dto: CompleteUsageImportDto,
  ): Promise<CompletedUsageImportView> {
    return CompletedUsageImportView.of(await this.imports.complete(requester, id, dto));
  }

  /** Removes an import with its rows. */
  @Delete(':id')
  @RequirePermission(MANAGE, ANYWHERE)
  @AnswersNothing()
  async remove(@FromRequester() requester: Requester, @Param('id') id: string): Promise<void> {
    await this.imports.remove(requester, id);
  }
}

import { Body, Controller, Get, Inject, Param, Post, Query } from '@nestjs/common';
import { RequirePermission } from '../../access/access.js';
import { FromRequester } from '../../access/from-requester.decorator.js';
import { Requester } from '../../access/requester.js';
import { PolicyListQuery } from '../../lists/policy-list.query.js';
import { type ListAnswer, toList } from '../../lists/to-list.js';
import { WorkspaceQuery } from '../../lists/workspace-query.dto.js';
import { Answers, AnswersList } from '../../openapi/answers.decorator.js';
import { Creates, Finds, Lists, Removes, Updates } from '../../openapi/resource-routes.decorator.js';
import { ExportRejectView, ExportView } from './dto/export.view.js';
import { CreateExportDto, UpdateExportDto } from './dto/write-export.dto.js';
import { ExportsService, MANAGE, READ, type ShownExport } from './exports.service.js';

const ANYWHERE = { in: 'anywhere' } as const;

/** Sinks that the records of an organization or a workspace are exported to (docs/exports.md#organizations-and-workspaces). */
@Controller('admin/exports')
export class ExportsController {
  constructor(@Inject(ExportsService) private readonly exports: ExportsService) {}

  /** It begins with the records that are stored from then on. */
  @Creates(ExportView, 'The new sink.')
  @RequirePermission(MANAGE, ANYWHERE)
  async create(
    @FromRequester() requester: Requester,
    @Query() { workspace_id: asked }: WorkspaceQuery,
    @Body() dto: CreateExportDto,
  ): Promise<ExportView> {
    return show(await this.exports.create(requester, dto, asked));
  }

  @Lists(ExportView)
  @RequirePermission(READ, ANYWHERE)
  async list(@FromRequester() requester: Requester, @Query() query: PolicyListQuery): Promise<ListAnswer<ExportView>> {
    return toList(await this.exports.list(requester, query), show);
  }

  @Finds(ExportView)
  @RequirePermission(READ, ANYWHERE)
  async find(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Query() { workspace_id: asked }: WorkspaceQuery,
  ): Promise<ExportView> {
    return show(await this.exports.find(requester, id, asked));
  }

  /** A change takes effect with the next batches, and gives the sink its turn at once. */
  @Updates(ExportView, 'The updated sink.')
  @RequirePermission(MANAGE, ANYWHERE)
  async update(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Query() { workspace_id: asked }: WorkspaceQuery,
    @Body() dto: UpdateExportDto,
  ): Promise<ExportView> {
    return show(await this.exports.update(requester, id, dto, asked));
  }

  /** Its progress and its rejected records are deleted with it. */
  @Removes()
  @RequirePermission(MANAGE, ANYWHERE)
  async remove(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Query() { workspace_id: asked }: WorkspaceQuery,
  ): Promise<void> {
    await this.exports.remove(requester, id, asked);
  }

  /** Sends one record that belongs to no request, with the endpoint `exports.test`. */
  @Post(':id/test')
  @RequirePermission(MANAGE, ANYWHERE)
  @Answers(ExportView, {
    status: 202,
    description: 'The sink, whose test a worker makes. Its `progress` has the result.',
  })
  async test(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Query() { workspace_id: asked }: WorkspaceQuery,
  ): Promise<ExportView> {
    return show(await this.exports.test(requester, id, asked));
  }

  /** The newest 100 records that the sink rejected. */
  @Get(':id/rejects')
  @RequirePermission(READ, ANYWHERE)
  @AnswersList(ExportRejectView)
  async listRejects(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Query() { workspace_id: asked }: WorkspaceQuery,
  ): Promise<ListAnswer<ExportRejectView>> {
    return toList(await this.exports.listRejects(requester, id, asked), ExportRejectView.of);
  }
}

const show = ({ progress, sink }: ShownExport): ExportView => ExportView.of(sink, progress);

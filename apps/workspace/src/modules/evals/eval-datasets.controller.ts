import type { KnowledgeCaller } from '@multilane/knowledge-bases';
import { Body, Controller, Get, Inject, Param, Post, Query } from '@nestjs/common';
import { RequirePermission } from '../../access/access.js';
import { FromRequester } from '../../access/from-requester.decorator.js';
import { Requester } from '../../access/requester.js';
import { ListQuery } from '../../lists/list-query.dto.js';
import { type ListAnswer, toList } from '../../lists/to-list.js';
import { WorkspaceQuery } from '../../lists/workspace-query.dto.js';
import { Answers, AnswersList } from '../../openapi/answers.decorator.js';
import { Creates, Finds, Lists, Removes, Updates } from '../../openapi/resource-routes.decorator.js';
import { FromKnowledgeCaller } from '../knowledge/from-knowledge-caller.decorator.js';
import {
  CreateEvalDatasetDto,
  CreateEvalVersionDto,
  ListEvalCasesQuery,
  UpdateEvalDatasetDto,
} from './dto/eval-dataset.dto.js';
import { EvalCaseView, EvalDatasetView, EvalVersionView } from './dto/eval-dataset.view.js';
import { ImportEvalCasesDto } from './dto/eval-import.dto.js';
import { EvalImportView } from './dto/eval-import.view.js';
import { EvalDatasetsService } from './eval-datasets.service.js';
import { EvalImportsService } from './eval-imports.service.js';

const READ = 'gateway.evals.read';
const MANAGE = 'gateway.evals.manage';
const HERE = { in: 'workspace', person: true } as const;

/** Datasets of evaluations (docs/evals.md#datasets). */
@Controller('w/evals/datasets')
export class EvalDatasetsController {
  constructor(
    @Inject(EvalDatasetsService) private readonly datasets: EvalDatasetsService,
    @Inject(EvalImportsService) private readonly imports: EvalImportsService,
  ) {}

  @Creates(EvalDatasetView, 'The new dataset, without cases.')
  @RequirePermission(MANAGE, HERE)
  async create(
    @FromKnowledgeCaller() caller: KnowledgeCaller,
    @Query() _query: WorkspaceQuery,
    @Body() dto: CreateEvalDatasetDto,
  ): Promise<EvalDatasetView> {
    return EvalDatasetView.of(await this.datasets.create(caller, dto));
  }

  @Lists(EvalDatasetView)
  @RequirePermission(READ, HERE)
  async list(
    @FromKnowledgeCaller() caller: KnowledgeCaller,
    @Query() query: ListQuery,
  ): Promise<ListAnswer<EvalDatasetView>> {
    return toList(await this.datasets.list(caller, query), EvalDatasetView.of);
  }

  @Finds(EvalDatasetView)
  @RequirePermission(READ, HERE)
  async find(
    @FromKnowledgeCaller() caller: KnowledgeCaller,
    @Param('id') id: string,
    @Query() _query: WorkspaceQuery,
  ): Promise<EvalDatasetView> {
    return EvalDatasetView.of(await this.datasets.find(caller, id));
  }

  @Updates(EvalDatasetView, 'The updated dataset.')
  @RequirePermission(MANAGE, HERE)
  async update(
    @FromKnowledgeCaller() caller: KnowledgeCaller,
    @Param('id') id: string,
    @Query() _query: WorkspaceQuery,
    @Body() dto: UpdateEvalDatasetDto,
  ): Promise<EvalDatasetView> {
    return EvalDatasetView.of(await this.datasets.update(caller, id, dto));
  }

  /** Its versions, suites and runs are deleted with it. */
  @Removes()
  @RequirePermission(MANAGE, HERE)
  async remove(
    @FromKnowledgeCaller() caller: KnowledgeCaller,
    @Param('id') id: string,
    @Query() _query: WorkspaceQuery,
  ): Promise<void> {
    await this.datasets.remove(caller, id);
  }

  /** The cases become the newest version. A line with a problem rejects them all: `error.details.problems` lists the lines. */
  @Post(':id/versions')
  @RequirePermission(MANAGE, HERE)
  @Answers(EvalVersionView, { status: 201, description: 'The new version.' })
  async addVersion(
    @FromKnowledgeCaller() caller: KnowledgeCaller,
    @Param('id') id: string,
    @Query() _query: WorkspaceQuery,
    @Body() dto: CreateEvalVersionDto,
  ): Promise<EvalVersionView> {
    return EvalVersionView.of(await this.datasets.addVersion(caller, id, dto));
  }

  @Get(':id/versions')
  @RequirePermission(READ, HERE)
  @AnswersList(EvalVersionView)
  async listVersions(
    @FromKnowledgeCaller() caller: KnowledgeCaller,
    @Param('id') id: string,
    @Query() query: ListQuery,
  ): Promise<ListAnswer<EvalVersionView>> {
    return toList(await this.datasets.listVersions(caller, id, query), EvalVersionView.of);
  }

  /**
   * Requests whose payloads are stored become the newest version. The payloads that were read are recorded in the audit trail of changes.
   */
  @Post(':id/imports')
  @RequirePermission('gateway.payloads.read', HERE)
  @Answers(EvalImportView, { status: 201, description: 'The new version, and what was left out.' })
  async importCases(
    @FromKnowledgeCaller() caller: KnowledgeCaller,
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Query() _query: WorkspaceQuery,
    @Body() dto: ImportEvalCasesDto,
  ): Promise<EvalImportView> {
    return EvalImportView.of(await this.imports.import(caller, requester, id, dto));
  }

  /** In the order of the upload. */
  @Get(':id/cases')
  @RequirePermission(READ, HERE)
  @AnswersList(EvalCaseView)
  async listCases(
    @FromKnowledgeCaller() caller: KnowledgeCaller,
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Query() query: ListEvalCasesQuery,
  ): Promise<ListAnswer<EvalCaseView>> {
    return toList(await this.datasets.listCases(caller, requester, id, query), EvalCaseView.of);
  }
}

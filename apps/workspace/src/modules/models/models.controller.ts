import type { WorkspaceModelRecord } from '@multilane/persistence';
import { Body, Controller, Get, Inject, Param, Patch, Post, Query, StreamableFile } from '@nestjs/common';
import { ApiQuery } from '@nestjs/swagger';
import { RequirePermission } from '../../access/access.js';
import { FromRequester } from '../../access/from-requester.decorator.js';
import { Requester } from '../../access/requester.js';
import { HonoursVersion, SendsVersion } from '../../http/versions.js';
import { exportCsv } from '../../lists/export-csv.js';
import { type ListAnswer, toList } from '../../lists/to-list.js';
import { WorkspaceQuery } from '../../lists/workspace-query.dto.js';
import { AnswersCsv } from '../../openapi/answers-csv.decorator.js';
import { Removes } from '../../openapi/resource-routes.decorator.js';
import { AnswersModel, AnswersModels } from './dto/answers-model.decorator.js';
import { ListModelsQuery } from './dto/list-models.query.js';
import { ModelView, type VirtualModelView, viewModel } from './dto/model.view.js';
import { CreateModelDto, UpdateModelDto } from './dto/write-model.dto.js';
import { ModelsService } from './models.service.js';

type AnyModelView = ModelView | VirtualModelView;

/**
 * Models and virtual models of a workspace (docs/contract/control-plane.md#providers-and-models). Those of gateway.yaml
 * are not among them.
 */
@Controller('admin/models')
export class ModelsController {
  constructor(@Inject(ModelsService) private readonly models: ModelsService) {}

  @Post()
  @SendsVersion()
  @RequirePermission('gateway.models.manage', { in: 'workspace' })
  @ApiQuery({ name: 'workspace_id', required: false, description: 'The workspace.' })
  @AnswersModel({ status: 201, description: 'The new model.' })
  async create(@FromRequester() requester: Requester, @Body() dto: CreateModelDto): Promise<AnyModelView> {
    return this.view(requester, await this.models.create(requester, dto));
  }

  @Get()
  @RequirePermission('gateway.models.read', { in: 'workspace' })
  @AnswersModels()
  async list(
    @FromRequester() requester: Requester,
    @Query() query: ListModelsQuery,
  ): Promise<ListAnswer<AnyModelView>> {
    const page = await this.models.list(requester, query);
    const facts = await this.models.describe(requester.organizationId, page.data);
    return toList(page, (model) => viewModel(model, facts.get(model.id)));
  }

  /** Everything that the filters let through, in the list's order, as a file. `limit` has no effect. */
  @Get('export')
  @RequirePermission('gateway.models.read', { in: 'workspace' })
  @AnswersCsv()
  export(@FromRequester() requester: Requester, @Query() query: ListModelsQuery): Promise<StreamableFile> {
    return exportCsv<object, ListModelsQuery>('models', ModelView, query, (page) => this.list(requester, page));
  }

  @Get(':id')
  @SendsVersion()
  @RequirePermission('gateway.models.read', { in: 'anywhere' })
  @AnswersModel()
  async find(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Query() query: WorkspaceQuery,
  ): Promise<AnyModelView> {
    return this.view(requester, await this.models.find(requester, id, 'gateway.models.read', query));
  }

  @Patch(':id')
  @SendsVersion()
  @HonoursVersion()
  @RequirePermission('gateway.models.manage', { in: 'anywhere' })
  @AnswersModel({ description: 'The updated model.' })
  async update(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Query() query: WorkspaceQuery,
    @Body() dto: UpdateModelDto,
  ): Promise<AnyModelView> {
    return this.view(requester, await this.models.update(requester, id, query, dto));
  }

  @Removes()
  @RequirePermission('gateway.models.manage', { in: 'anywhere' })
  async remove(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Query() query: WorkspaceQuery,
  ): Promise<void> {
    await this.models.remove(requester, id, query);
  }

  private async view({ organizationId }: Requester, model: WorkspaceModelRecord): Promise<AnyModelView> {
    return viewModel(model, (await this.models.describe(organizationId, [model])).get(model.id));
  }
}

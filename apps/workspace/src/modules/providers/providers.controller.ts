import { Body, Controller, Get, Inject, Param, Post, Query } from '@nestjs/common';
import { ApiQuery } from '@nestjs/swagger';
import { RequirePermission } from '../../access/access.js';
import { FromRequester } from '../../access/from-requester.decorator.js';
import { Requester } from '../../access/requester.js';
import { SendsVersion } from '../../http/versions.js';
import { type ListAnswer, toList } from '../../lists/to-list.js';
import { WorkspaceQuery } from '../../lists/workspace-query.dto.js';
import { Answers, AnswersList } from '../../openapi/answers.decorator.js';
import { Finds, Lists, Removes, Updates } from '../../openapi/resource-routes.decorator.js';
import { CatalogModelView, CatalogQuery } from './dto/catalog-model.view.js';
import { ListProvidersQuery } from './dto/list-providers.query.js';
import { ProviderView } from './dto/provider.view.js';
import { ProviderHealthView } from './dto/provider-health.view.js';
import { ProviderModelsView } from './dto/provider-models.view.js';
import { ProviderTestView } from './dto/provider-test.view.js';
import { CreateProviderDto, UpdateProviderDto } from './dto/write-provider.dto.js';
import { ModelCatalogService } from './model-catalog.service.js';
import { ProviderChecksService } from './provider-checks.service.js';
import { ProviderHealthService } from './provider-health.service.js';
import { ProvidersService } from './providers.service.js';

/**
 * Providers that a workspace registers for itself (docs/contract/control-plane.md#providers-and-models). Their secrets
 * go in and never out.
 */
@Controller('admin/providers')
export class ProvidersController {
  constructor(
    @Inject(ProvidersService) private readonly providers: ProvidersService,
    @Inject(ProviderChecksService) private readonly checks: ProviderChecksService,
    @Inject(ProviderHealthService) private readonly health: ProviderHealthService,
    @Inject(ModelCatalogService) private readonly catalog: ModelCatalogService,
  ) {}

  @Post()
  @SendsVersion()
  @RequirePermission('gateway.providers.manage', { in: 'workspace' })
  @ApiQuery({ name: 'workspace_id', required: false, description: 'The workspace.' })
  @Answers(ProviderView, { status: 201, description: 'The new provider.' })
  async create(@FromRequester() requester: Requester, @Body() dto: CreateProviderDto): Promise<ProviderView> {
    return this.providers.show(await this.providers.create(requester, dto));
  }

  @Lists(ProviderView)
  @RequirePermission('gateway.providers.read', { in: 'workspace' })
  async list(
    @FromRequester() requester: Requester,
    @Query() query: ListProvidersQuery,
  ): Promise<ListAnswer<ProviderView>> {
    return toList(await this.providers.list(requester, query), (view) => view);
  }

  /** How each provider did in the last hour. One page, of at most 200 providers. */
  @Get('health')
  @RequirePermission('gateway.providers.read', { in: 'workspace' })
  @AnswersList(ProviderHealthView)
  async listHealth(
    @FromRequester() requester: Requester,
    @Query() _query: WorkspaceQuery,
  ): Promise<ListAnswer<ProviderHealthView>> {
    return toList({ data: await this.health.list(requester), nextCursor: null }, (view) => view);
  }

  @Finds(ProviderView)
  @RequirePermission('gateway.providers.read', { in: 'anywhere' })
  async find(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Query() query: WorkspaceQuery,
  ): Promise<ProviderView> {
    return this.providers.show(await this.providers.find(requester, id, 'gateway.providers.read', query));
  }

  @Updates(ProviderView, 'The updated provider.')
  @RequirePermission('gateway.providers.manage', { in: 'anywhere' })
  async update(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Query() query: WorkspaceQuery,
    @Body() dto: UpdateProviderDto,
  ): Promise<ProviderView> {
    return this.providers.show(await this.providers.update(requester, id, query, dto));
  }

  @Removes()
  @RequirePermission('gateway.providers.manage', { in: 'anywhere' })
  async remove(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Query() query: WorkspaceQuery,
  ): Promise<void> {
    await this.providers.remove(requester, id, query);
  }

  /** Has the gateway make one cheap real call with the provider's address and credential, and says how it went. */
  @Post(':id/test')
  @RequirePermission('gateway.providers.manage', { in: 'anywhere' })
  @Answers(ProviderTestView, { description: 'Result of the call. A failure of the provider is also reported here.' })
  async test(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Query() query: WorkspaceQuery,
  ): Promise<ProviderTestView> {
    const provider = await this.providers.find(requester, id, 'gateway.providers.manage', query);
    return ProviderTestView.of(provider.id, await this.checks.check(provider, 'connection'));
  }

  /** Models that the price table knows of the provider, to choose from. The provider is not asked. */
  @Get(':id/catalog')
  @RequirePermission('gateway.providers.read', { in: 'anywhere' })
  @AnswersList(CatalogModelView)
  async listCatalog(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Query() query: CatalogQuery,
  ): Promise<ListAnswer<CatalogModelView>> {
    const provider = await this.providers.find(requester, id, 'gateway.providers.read', query);
    return toList({ data: await this.catalog.list(provider, query), nextCursor: null }, CatalogModelView.of);
  }

  /** Has the gateway ask the provider, with its address and credential, which models it offers. */
  @Post(':id/models')
  @RequirePermission('gateway.providers.manage', { in: 'anywhere' })
  @Answers(ProviderModelsView, { description: 'The list. A failure of the provider is also reported here.' })
  async listModels(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Query() query: WorkspaceQuery,
  ): Promise<ProviderModelsView> {
    const provider = await this.providers.find(requester, id, 'gateway.providers.manage', query);
    return ProviderModelsView.of(provider.id, await this.checks.check(provider, 'models'));
  }
}

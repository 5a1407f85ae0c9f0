import { Body, Controller, Inject, Param, Query } from '@nestjs/common';
import { RequirePermission } from '../../access/access.js';
import { FromRequester } from '../../access/from-requester.decorator.js';
import { Requester } from '../../access/requester.js';
import { NamedListQuery } from '../../lists/list-query.dto.js';
import { type ListAnswer, toList } from '../../lists/to-list.js';
import { WorkspaceQuery } from '../../lists/workspace-query.dto.js';
import { Creates, Finds, Lists, Removes, Updates } from '../../openapi/resource-routes.decorator.js';
import { DashboardsService } from './dashboards.service.js';
import { DashboardView } from './dto/dashboard.view.js';
import { CreateDashboardDto, UpdateDashboardDto } from './dto/write-dashboard.dto.js';

const READ = 'gateway.usage.read';
const HERE = { in: 'workspace', person: true } as const;
const ANYWHERE = { in: 'anywhere', person: true } as const;

/** Charts of usage that the people of a workspace share (docs/contract/control-plane.md#dashboards). */
@Controller('w/dashboards')
export class DashboardsController {
  constructor(@Inject(DashboardsService) private readonly dashboards: DashboardsService) {}

  @Creates(DashboardView, 'The new dashboard.')
  @RequirePermission(READ, HERE)
  async create(
    @FromRequester() requester: Requester,
    @Query() _query: WorkspaceQuery,
    @Body() dto: CreateDashboardDto,
  ): Promise<DashboardView> {
    return DashboardView.of(await this.dashboards.create(requester, dto));
  }

  @Lists(DashboardView)
  @RequirePermission(READ, HERE)
  async list(
    @FromRequester() requester: Requester,
    @Query() query: NamedListQuery,
  ): Promise<ListAnswer<DashboardView>> {
    return toList(await this.dashboards.list(requester, query), DashboardView.of);
  }

  @Finds(DashboardView)
  @RequirePermission(READ, ANYWHERE)
  async find(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Query() { workspace_id: asked }: WorkspaceQuery,
  ): Promise<DashboardView> {
    return DashboardView.of(await this.dashboards.find(requester, id, asked));
  }

  /** Changes a dashboard of one's own, or with `workspace.manage` anybody's. */
  @Updates(DashboardView, 'The updated dashboard.')
  @RequirePermission(READ, ANYWHERE)
  async update(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Query() { workspace_id: asked }: WorkspaceQuery,
    @Body() dto: UpdateDashboardDto,
  ): Promise<DashboardView> {
    return DashboardView.of(await this.dashboards.update(requester, id, dto, asked));
  }

  /** Removes a dashboard of one's own, or with `workspace.manage` anybody's. */
  @Removes()
  @RequirePermission(READ, ANYWHERE)
  async remove(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Query() { workspace_id: asked }: WorkspaceQuery,
  ): Promise<void> {
    await this.dashboards.remove(requester, id, asked);
  }
}

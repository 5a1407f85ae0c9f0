import { Body, Controller, Delete, Inject, Param, Put, Query } from '@nestjs/common';
import { RequirePermission } from '../../access/access.js';
import { FromRequester } from '../../access/from-requester.decorator.js';
import { Requester } from '../../access/requester.js';
import { HonoursVersion, SendsVersion } from '../../http/versions.js';
import { NamedListQuery } from '../../lists/list-query.dto.js';
import { type ListAnswer, toList } from '../../lists/to-list.js';
import { Answers } from '../../openapi/answers.decorator.js';
import { Creates, Finds, Lists, Removes, Updates } from '../../openapi/resource-routes.decorator.js';
import { WorkspaceView } from './dto/workspace.view.js';
import { CapturePayloadsDto, CreateWorkspaceDto, UpdateWorkspaceDto } from './dto/write-workspace.dto.js';
import { WorkspacesService } from './workspaces.service.js';

/**
 * Workspaces (docs/contract/control-plane.md#people): made by who runs the organization, shown to those who have a
 * place in them.
 */
@Controller('admin/workspaces')
export class WorkspacesController {
  constructor(@Inject(WorkspacesService) private readonly workspaces: WorkspacesService) {}

  /** Makes a workspace; who makes it is its first admin. */
  @Creates(WorkspaceView, 'The new workspace.')
  @RequirePermission('org.workspaces.manage')
  async create(@FromRequester() requester: Requester, @Body() dto: CreateWorkspaceDto): Promise<WorkspaceView> {
    return WorkspaceView.of(await this.workspaces.create(requester, dto));
  }

  @Lists(WorkspaceView)
  @RequirePermission('workspace.read', { in: 'anywhere' })
  async list(
    @FromRequester() requester: Requester,
    @Query() query: NamedListQuery,
  ): Promise<ListAnswer<WorkspaceView>> {
    return toList(await this.workspaces.list(requester, query), WorkspaceView.of);
  }

  @Finds(WorkspaceView)
  @RequirePermission('workspace.read', { in: 'anywhere' })
  async find(@FromRequester() requester: Requester, @Param('id') id: string): Promise<WorkspaceView> {
    return WorkspaceView.of(await this.workspaces.find(requester, id));
  }

  @Updates(WorkspaceView, 'The workspace as it is now.')
  @RequirePermission('workspace.manage', { in: 'anywhere' })
  async update(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Body() dto: UpdateWorkspaceDto,
  ): Promise<WorkspaceView> {
    return WorkspaceView.of(await this.workspaces.update(requester, id, dto));
  }

  /** Captures what requests and responses of a workspace say, until a time (docs/contract/audit.md#capture-for-a-time). */
  @Put(':id/payload-capture')
  @RequirePermission('gateway.payloads.read', { in: 'anywhere' })
  @Answers(WorkspaceView, { description: 'The workspace as it is now.' })
  @HonoursVersion()
  @SendsVersion()
  async capturePayloads(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Body() { until }: CapturePayloadsDto,
  ): Promise<WorkspaceView> {
    return WorkspaceView.of(await this.workspaces.capturePayloads(requester, id, until));
  }

  /** Ends the capture before its time. Payloads that were captured stay until they expire. */
  @Delete(':id/payload-capture')
  @RequirePermission('gateway.payloads.read', { in: 'anywhere' })
  @Answers(WorkspaceView, { description: 'The workspace as it is now.' })
  @HonoursVersion()
  @SendsVersion()
  async endCapture(@FromRequester() requester: Requester, @Param('id') id: string): Promise<WorkspaceView> {
    return WorkspaceView.of(await this.workspaces.endCapture(requester, id));
  }

  /** Removes a workspace with all that is in it; not the last one, nor one that API keys are bound to (409). */
  @Removes()
  @RequirePermission('org.workspaces.manage')
  async remove(@FromRequester() requester: Requester, @Param('id') id: string): Promise<void> {
    await this.workspaces.remove(requester, id);
  }
}

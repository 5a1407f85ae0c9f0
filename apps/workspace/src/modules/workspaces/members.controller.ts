import { Body, Controller, Delete, Get, Inject, Param, Put, Query } from '@nestjs/common';
import { RequirePermission } from '../../access/access.js';
import { FromRequester } from '../../access/from-requester.decorator.js';
import { Requester } from '../../access/requester.js';
import { HonoursVersion, SendsVersion } from '../../http/versions.js';
import { NamedListQuery } from '../../lists/list-query.dto.js';
import { type ListAnswer, toList } from '../../lists/to-list.js';
import { Answers, AnswersNothing } from '../../openapi/answers.decorator.js';
import { Lists } from '../../openapi/resource-routes.decorator.js';
import { WorkspaceMemberView } from './dto/workspace-member.view.js';
import { WriteMemberDto } from './dto/write-workspace.dto.js';
import { MembersService } from './members.service.js';

/** Members of a workspace, and their roles (docs/contract/control-plane.md#people). */
@Controller('admin/workspaces/:id/members')
export class MembersController {
  constructor(@Inject(MembersService) private readonly members: MembersService) {}

  @Lists(WorkspaceMemberView)
  @RequirePermission('workspace.members.read', { in: 'anywhere' })
  async list(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Query() query: NamedListQuery,
  ): Promise<ListAnswer<WorkspaceMemberView>> {
    return toList(await this.members.list(requester, id, query), WorkspaceMemberView.of);
  }

  @Get(':user_id')
  @RequirePermission('workspace.members.read', { in: 'anywhere' })
  @Answers(WorkspaceMemberView)
  @SendsVersion()
  async find(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Param('user_id') userId: string,
  ): Promise<WorkspaceMemberView> {
    return WorkspaceMemberView.of(await this.members.find(requester, id, userId));
  }

  @Put(':user_id')
  @RequirePermission('workspace.members.manage', { in: 'anywhere' })
  @Answers(WorkspaceMemberView, { description: 'The membership of the person.' })
  @HonoursVersion()
  @SendsVersion()
  async set(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Param('user_id') userId: string,
    @Body() dto: WriteMemberDto,
  ): Promise<WorkspaceMemberView> {
    return WorkspaceMemberView.of(await this.members.set(requester, id, userId, dto));
  }

  /** Takes a person's place away, with the PATs for the workspace. */
  @Delete(':user_id')
  @RequirePermission('workspace.members.manage', { in: 'anywhere' })
  @AnswersNothing()
  @HonoursVersion()
  async remove(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Param('user_id') userId: string,
  ): Promise<void> {
    await this.members.remove(requester, id, userId);
  }
}

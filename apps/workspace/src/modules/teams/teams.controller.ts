import { Body, Controller, Delete, Get, Inject, Param, Put, Query, StreamableFile } from '@nestjs/common';
import { RequirePermission } from '../../access/access.js';
import { FromRequester } from '../../access/from-requester.decorator.js';
import { Requester } from '../../access/requester.js';
import { exportCsv } from '../../lists/export-csv.js';
import { type ListAnswer, toList } from '../../lists/to-list.js';
import { Answers, AnswersList, AnswersNothing } from '../../openapi/answers.decorator.js';
import { AnswersCsv } from '../../openapi/answers-csv.decorator.js';
import { Creates, Finds, Lists, Removes, Updates } from '../../openapi/resource-routes.decorator.js';
import { ListTeamsQuery } from './dto/list-teams.query.js';
import { TeamMemberView, TeamView } from './dto/team.view.js';
import { CreateTeamDto, UpdateTeamDto } from './dto/write-team.dto.js';
import { TeamsService } from './teams.service.js';

/** Teams (docs/contract/control-plane.md#teams): made by an owner, shown to those who work with them. */
@Controller('admin/teams')
export class TeamsController {
  constructor(@Inject(TeamsService) private readonly teams: TeamsService) {}

  @Creates(TeamView, 'The new team.')
  @RequirePermission('gateway.teams.manage')
  async create(@FromRequester() requester: Requester, @Body() dto: CreateTeamDto): Promise<TeamView> {
    return TeamView.of(await this.teams.create(requester, dto));
  }

  @Lists(TeamView)
  @RequirePermission('gateway.teams.read', { in: 'anywhere' })
  async list(@FromRequester() requester: Requester, @Query() query: ListTeamsQuery): Promise<ListAnswer<TeamView>> {
    return toList(await this.teams.list(requester, query), TeamView.of);
  }

  /** Everything that the filters let through, in the list's order, as a file. `limit` has no effect. */
  @Get('export')
  @RequirePermission('gateway.teams.read', { in: 'anywhere' })
  @AnswersCsv()
  export(@FromRequester() requester: Requester, @Query() query: ListTeamsQuery): Promise<StreamableFile> {
    return exportCsv('teams', TeamView, query, (page) => this.list(requester, page));
  }

  @Finds(TeamView)
  @RequirePermission('gateway.teams.read', { in: 'anywhere' })
  async find(@FromRequester() requester: Requester, @Param('id') id: string): Promise<TeamView> {
    return TeamView.of(await this.teams.find(requester, id));
  }

  @Updates(TeamView, 'The updated team.')
  @RequirePermission('gateway.teams.manage')
  async update(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Body() dto: UpdateTeamDto,
  ): Promise<TeamView> {
    return TeamView.of(await this.teams.update(requester, id, dto));
  }

  @Removes()
  @RequirePermission('gateway.teams.manage')
  async remove(@FromRequester() requester: Requester, @Param('id') id: string): Promise<void> {
    await this.teams.remove(requester, id);
  }

  /** Teams have tens of people, not thousands: the list is one page. */
  @Get(':id/members')
  @RequirePermission('gateway.teams.read')
  @AnswersList(TeamMemberView)
  async listMembers(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
  ): Promise<ListAnswer<TeamMemberView>> {
    const data = await this.teams.listMembers(requester, id);
    return toList({ data, nextCursor: null }, TeamMemberView.of);
  }

  @Put(':id/members/:user_id')
  @RequirePermission('gateway.teammembers.manage')
  @Answers(TeamMemberView, { description: 'The person is in the team.' })
  async addMember(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Param('user_id') userId: string,
  ): Promise<TeamMemberView> {
    return TeamMemberView.of(await this.teams.addMember(requester, id, userId));
  }

  @Delete(':id/members/:user_id')
  @RequirePermission('gateway.teammembers.manage')
  @AnswersNothing()
  async removeMember(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Param('user_id') userId: string,
  ): Promise<void> {
    await this.teams.removeMember(requester, id, userId);
  }
}

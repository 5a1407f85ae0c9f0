import { Body, Controller, Delete, Get, Inject, Param, Patch, Query, StreamableFile } from '@nestjs/common';
import { RequirePermission } from '../../access/access.js';
import { FromRequester } from '../../access/from-requester.decorator.js';
import { Requester } from '../../access/requester.js';
import { HonoursVersion, SendsVersion } from '../../http/versions.js';
import { exportCsv } from '../../lists/export-csv.js';
import { type ListAnswer, toList } from '../../lists/to-list.js';
import { Answers, AnswersNothing } from '../../openapi/answers.decorator.js';
import { AnswersCsv } from '../../openapi/answers-csv.decorator.js';
import { Lists } from '../../openapi/resource-routes.decorator.js';
import { OrganizationMemberView } from './dto/organization-member.view.js';
import { UpdateOrganizationMemberDto, UsersQuery } from './dto/users.dto.js';
import { UsersService } from './users.service.js';

/** The people of an organization with their roles and places (docs/contract/control-plane.md#organization). */
@Controller('org/members')
export class OrganizationMembersController {
  constructor(@Inject(UsersService) private readonly users: UsersService) {}

  @Lists(OrganizationMemberView)
  @RequirePermission('org.members.read')
  async list(
    @FromRequester() requester: Requester,
    @Query() query: UsersQuery,
  ): Promise<ListAnswer<OrganizationMemberView>> {
    return toList(await this.users.listMembers(requester, query), OrganizationMemberView.of);
  }

  /** Everything that the filters let through, in the list's order, as a file. `limit` has no effect. */
  @Get('export')
  @RequirePermission('org.members.read')
  @AnswersCsv()
  export(@FromRequester() requester: Requester, @Query() query: UsersQuery): Promise<StreamableFile> {
    return exportCsv('people', OrganizationMemberView, query, (page) => this.list(requester, page));
  }

  @Get(':user_id')
  @SendsVersion()
  @RequirePermission('org.members.read')
  @Answers(OrganizationMemberView)
  async find(@FromRequester() requester: Requester, @Param('user_id') id: string): Promise<OrganizationMemberView> {
    return OrganizationMemberView.of(await this.users.findMember(requester, id));
  }

  /** Changes the role in the organization. The last active owner stays one (409). */
  @Patch(':user_id')
  @SendsVersion()
  @HonoursVersion()
  @RequirePermission('org.members.manage')
  @Answers(OrganizationMemberView, { description: 'The updated person.' })
  async update(
    @FromRequester() requester: Requester,
    @Param('user_id') id: string,
    @Body() dto: UpdateOrganizationMemberDto,
  ): Promise<OrganizationMemberView> {
    await this.users.update(requester, id, dto);
    return OrganizationMemberView.of(await this.users.findMember(requester, id));
  }

  /** Removes a person from the organization, as DELETE /admin/users/{id} does. */
  @Delete(':user_id')
  @HonoursVersion()
  @RequirePermission('org.members.manage')
  @AnswersNothing()
  async remove(@FromRequester() requester: Requester, @Param('user_id') id: string): Promise<void> {
    await this.users.remove(requester, id);
  }
}

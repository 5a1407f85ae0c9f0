import { Body, Controller, Delete, Inject, Param, Post, Query } from '@nestjs/common';
import { RequirePermission } from '../../access/access.js';
import { FromRequester } from '../../access/from-requester.decorator.js';
import { Requester } from '../../access/requester.js';
import { type ListAnswer, toList } from '../../lists/to-list.js';
import { Answers, AnswersNothing } from '../../openapi/answers.decorator.js';
import { Lists } from '../../openapi/resource-routes.decorator.js';
import { InviteView, IssuedInviteView } from './dto/invite.view.js';
import { CreateInviteDto, InvitesQuery } from './dto/invites.dto.js';
import { InvitesService } from './invites.service.js';

/** Invitations to the organization (docs/contract/sign-in.md#invitations). */
@Controller('org/invites')
export class InvitesController {
  constructor(@Inject(InvitesService) private readonly invites: InvitesService) {}

  /** Invites somebody. An earlier invitation of the same address that is still open is revoked. */
  @Post()
  @RequirePermission('org.members.manage')
  @Answers(IssuedInviteView, { status: 201, description: 'The new invitation. Its token is shown only once.' })
  async create(@FromRequester() requester: Requester, @Body() dto: CreateInviteDto): Promise<IssuedInviteView> {
    const { token, record } = await this.invites.create(requester, dto);
    return { ...InviteView.of(record), token };
  }

  @Lists(InviteView)
  @RequirePermission('org.members.read')
  async list(@FromRequester() requester: Requester, @Query() query: InvitesQuery): Promise<ListAnswer<InviteView>> {
    return toList(await this.invites.list(requester, query), InviteView.of);
  }

  /** Revokes an invitation: its token works no more. People who have accepted it stay. */
  @Delete(':id')
  @RequirePermission('org.members.manage')
  @AnswersNothing()
  async remove(@FromRequester() requester: Requester, @Param('id') id: string): Promise<void> {
    await this.invites.remove(requester, id);
  }
}

import { Body, Controller, Inject, Param, Post, Query } from '@nestjs/common';
import { RequirePermission } from '../../access/access.js';
import { FromRequester } from '../../access/from-requester.decorator.js';
import { Requester } from '../../access/requester.js';
import { type ListAnswer, toList } from '../../lists/to-list.js';
import { AnswersNothing } from '../../openapi/answers.decorator.js';
import { Finds, Lists, Removes, Updates } from '../../openapi/resource-routes.decorator.js';
import { UserView } from './dto/user.view.js';
import { ResetPasswordDto, UpdateUserDto, UsersQuery } from './dto/users.dto.js';
import { UsersService } from './users.service.js';

/**
 * The accounts of an organization (docs/contract/control-plane.md#people). They are made by invitations and SCIM
 * clients.
 */
@Controller('admin/users')
export class UsersController {
  constructor(@Inject(UsersService) private readonly users: UsersService) {}

  @Lists(UserView)
  @RequirePermission('org.members.read')
  async list(@FromRequester() requester: Requester, @Query() query: UsersQuery): Promise<ListAnswer<UserView>> {
    return toList(await this.users.list(requester, query), UserView.of);
  }

  @Finds(UserView)
  @RequirePermission('org.members.read')
  async find(@FromRequester() requester: Requester, @Param('id') id: string): Promise<UserView> {
    return UserView.of(await this.users.find(requester, id));
  }

  /** Changes an account. The last active owner stays one (409). */
  @Updates(UserView, 'The updated account.')
  @RequirePermission('org.members.manage')
  async update(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Body() dto: UpdateUserDto,
  ): Promise<UserView> {
    return UserView.of(await this.users.update(requester, id, dto));
  }

  /**
   * Sets the password of somebody who forgot it, and ends that person's sessions. Only people: a virtual account could sign in
   * with the new password, and do more than it was granted.
   */
  @Post(':id/password')
  @RequirePermission('org.members.manage', { person: true })
  @AnswersNothing()
  async resetPassword(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Body() dto: ResetPasswordDto,
  ): Promise<void> {
    await this.users.resetPassword(requester, id, dto);
  }

  /** Removes an account with its sessions and PATs; API keys that it owned are disabled. Not the last owner (409). */
  @Removes()
  @RequirePermission('org.members.manage')
  async remove(@FromRequester() requester: Requester, @Param('id') id: string): Promise<void> {
    await this.users.remove(requester, id);
  }
}

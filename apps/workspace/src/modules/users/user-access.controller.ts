import { Controller, Delete, Get, Inject, Param, Query } from '@nestjs/common';
import { RequirePermission } from '../../access/access.js';
import { FromRequester } from '../../access/from-requester.decorator.js';
import { Requester } from '../../access/requester.js';
import { ListQuery } from '../../lists/list-query.dto.js';
import { type ListAnswer, toList } from '../../lists/to-list.js';
import { AnswersList, AnswersNothing } from '../../openapi/answers.decorator.js';
import { UserSessionView } from '../auth/dto/user-session.view.js';
import { PersonalTokenView } from '../personal-tokens/dto/personal-token.view.js';
import { UserAccessService } from './user-access.service.js';

/**
 * Credentials and sessions of a person, for administrators: they are listed and revoked, and never shown
 * (docs/contract/control-plane.md#people).
 */
@Controller('admin/users/:id')
export class UserAccessController {
  constructor(@Inject(UserAccessService) private readonly access: UserAccessService) {}

  @Get('tokens')
  @RequirePermission('org.members.read')
  @AnswersList(PersonalTokenView)
  async listTokens(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Query() query: ListQuery,
  ): Promise<ListAnswer<PersonalTokenView>> {
    return toList(await this.access.listTokens(requester, id, query), PersonalTokenView.of);
  }

  /** Revokes every personal access token of the person. They are rejected from this moment on. */
  @Delete('tokens')
  @RequirePermission('org.members.manage')
  @AnswersNothing()
  async removeTokens(@FromRequester() requester: Requester, @Param('id') id: string): Promise<void> {
    await this.access.removeTokens(requester, id);
  }

  /** Revokes one. */
  @Delete('tokens/:token_id')
  @RequirePermission('org.members.manage')
  @AnswersNothing()
  async removeToken(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Param('token_id') tokenId: string,
  ): Promise<void> {
    await this.access.removeToken(requester, id, tokenId);
  }

  @Get('sessions')
  @RequirePermission('org.members.read')
  @AnswersList(UserSessionView)
  async listSessions(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Query() query: ListQuery,
  ): Promise<ListAnswer<UserSessionView>> {
    return toList(await this.access.listSessions(requester, id, query), UserSessionView.of);
  }

  /**
   * Resets the second factor of a person who has lost it, and signs the person out everywhere. Only owners in the console may, and not
   * for themselves: one's own is removed with a code of it.
   */
  @Delete('second-factor')
  @RequirePermission('org.owners.manage', { session: true })
  @AnswersNothing()
  async resetSecondFactor(@FromRequester() requester: Requester, @Param('id') id: string): Promise<void> {
    await this.access.resetSecondFactor(requester, id);
  }

  /** Signs the person out everywhere. */
  @Delete('sessions')
  @RequirePermission('org.members.manage')
  @AnswersNothing()
  async endSessions(@FromRequester() requester: Requester, @Param('id') id: string): Promise<void> {
    await this.access.endSessions(requester, id);
  }

  /** Ends one session. */
  @Delete('sessions/:session_id')
  @RequirePermission('org.members.manage')
  @AnswersNothing()
  async endSession(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Param('session_id') sessionId: string,
  ): Promise<void> {
    await this.access.endSession(requester, id, sessionId);
  }
}

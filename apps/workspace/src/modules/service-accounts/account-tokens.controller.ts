import { Body, Controller, Delete, Inject, Param, Post, Query } from '@nestjs/common';
import { RequirePermission } from '../../access/access.js';
import { FromRequester } from '../../access/from-requester.decorator.js';
import { Requester } from '../../access/requester.js';
import { CreateAccountTokenDto, RotateAccountTokenDto } from '../../credentials/account-token.dto.js';
import { ListQuery } from '../../lists/list-query.dto.js';
import { type ListAnswer, toList } from '../../lists/to-list.js';
import { Answers, AnswersNothing } from '../../openapi/answers.decorator.js';
import { Lists } from '../../openapi/resource-routes.decorator.js';
import { AccountTokensService } from './account-tokens.service.js';
import { AccountTokenView, IssuedAccountTokenView } from './dto/account-token.view.js';

const READ = 'gateway.serviceaccounts.read';
const MANAGE = 'gateway.serviceaccounts.manage';

/**
 * The tokens of a virtual account (VATs): issued by a signed-in person
 * (docs/contract/authentication.md#virtual-accounts).
 */
@Controller('admin/service-accounts/:id/tokens')
export class AccountTokensController {
  constructor(@Inject(AccountTokensService) private readonly tokens: AccountTokensService) {}

  @Post()
  @RequirePermission(MANAGE, { in: 'anywhere', session: true })
  @Answers(IssuedAccountTokenView, {
    status: 201,
    description: 'The new token, with its plaintext, which is shown only once.',
  })
  async create(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Body() dto: CreateAccountTokenDto,
  ): Promise<IssuedAccountTokenView> {
    return IssuedAccountTokenView.ofIssued(await this.tokens.create(requester, id, dto));
  }

  @Lists(AccountTokenView)
  @RequirePermission(READ, { in: 'anywhere' })
  async list(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Query() query: ListQuery,
  ): Promise<ListAnswer<AccountTokenView>> {
    return toList(await this.tokens.list(requester, id, query), AccountTokenView.of);
  }

  /** The token is rejected from this moment on. */
  @Delete(':token_id')
  @RequirePermission(MANAGE, { in: 'anywhere' })
  @AnswersNothing()
  async remove(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Param('token_id') tokenId: string,
  ): Promise<void> {
    await this.tokens.remove(requester, id, tokenId);
  }

  /** Gives the token a new plaintext, and its schedule a new due time. */
  @Post(':token_id/rotate')
  @RequirePermission(MANAGE, { in: 'anywhere', session: true })
  @Answers(IssuedAccountTokenView, { description: 'The token with its new plaintext.' })
  async rotate(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Param('token_id') tokenId: string,
    @Body() dto: RotateAccountTokenDto,
  ): Promise<IssuedAccountTokenView> {
    return IssuedAccountTokenView.ofIssued(await this.tokens.rotate(requester, id, tokenId, dto));
  }
}

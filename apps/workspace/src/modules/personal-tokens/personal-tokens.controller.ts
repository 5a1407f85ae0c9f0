import { Body, Controller, Delete, Get, Inject, Param, Post, Query } from '@nestjs/common';
import { RequirePerson } from '../../access/access.js';
import { FromRequester } from '../../access/from-requester.decorator.js';
import { Requester } from '../../access/requester.js';
import { NamedListQuery } from '../../lists/list-query.dto.js';
import { type ListAnswer, toList } from '../../lists/to-list.js';
import { Answers, AnswersList, AnswersNothing } from '../../openapi/answers.decorator.js';
import { IssuedPersonalTokenView, PersonalTokenView } from './dto/personal-token.view.js';
import { CreatePersonalTokenDto, RotatePersonalTokenDto } from './dto/write-personal-token.dto.js';
import { PersonalTokensService } from './personal-tokens.service.js';

/**
 * One's own personal access tokens (docs/contract/authentication.md#personal-access-tokens): from a console session,
 * never with another token.
 */
@Controller('auth/tokens')
@RequirePerson({ session: true })
export class PersonalTokensController {
  constructor(@Inject(PersonalTokensService) private readonly tokens: PersonalTokensService) {}

  @Post()
  @Answers(IssuedPersonalTokenView, {
    status: 201,
    description: 'The new token, with its plaintext, which is shown only once.',
  })
  async create(
    @FromRequester() requester: Requester,
    @Body() dto: CreatePersonalTokenDto,
  ): Promise<IssuedPersonalTokenView> {
    return IssuedPersonalTokenView.ofIssued(await this.tokens.create(requester, dto));
  }

  @Get()
  @AnswersList(PersonalTokenView)
  async list(
    @FromRequester() requester: Requester,
    @Query() query: NamedListQuery,
  ): Promise<ListAnswer<PersonalTokenView>> {
    return toList(await this.tokens.list(requester, query), PersonalTokenView.of);
  }

  /** The token is rejected from this moment on. */
  @Delete(':id')
  @AnswersNothing()
  async remove(@FromRequester() requester: Requester, @Param('id') id: string): Promise<void> {
    await this.tokens.remove(requester, id);
  }

  /** Gives the token a new plaintext. */
  @Post(':id/rotate')
  @Answers(IssuedPersonalTokenView, { description: 'The token with its new plaintext.' })
  async rotate(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Body() dto: RotatePersonalTokenDto,
  ): Promise<IssuedPersonalTokenView> {
    return IssuedPersonalTokenView.ofIssued(await this.tokens.rotate(requester, id, dto));
  }
}

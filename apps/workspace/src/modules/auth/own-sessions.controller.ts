import { Controller, Delete, Inject, Param, Query } from '@nestjs/common';
import { RequirePerson } from '../../access/access.js';
import { FromRequester } from '../../access/from-requester.decorator.js';
import { Requester } from '../../access/requester.js';
import { ListQuery } from '../../lists/list-query.dto.js';
import { type ListAnswer, toList } from '../../lists/to-list.js';
import { AnswersNothing } from '../../openapi/answers.decorator.js';
import { Lists } from '../../openapi/resource-routes.decorator.js';
import { OwnSessionView } from './dto/own-session.view.js';
import { OwnSessionsService } from './own-sessions.service.js';

/** The console sessions of the person who asks (docs/contract/sign-in.md#own-sessions). */
@Controller('auth/sessions')
export class OwnSessionsController {
  constructor(@Inject(OwnSessionsService) private readonly sessions: OwnSessionsService) {}

  /** Lists your sessions. */
  @Lists(OwnSessionView)
  @RequirePerson({ session: true })
  async list(
    @FromRequester() requester: Requester,
    @Query() { limit, cursor }: ListQuery,
  ): Promise<ListAnswer<OwnSessionView>> {
    const { credentialId } = requester.caller;
    const page = await this.sessions.list(requester, { limit, cursor });
    return toList(page, (session) => OwnSessionView.ofOwn(session, credentialId));
  }

  /** Signs you out everywhere but here. */
  @Delete()
  @RequirePerson({ session: true })
  @AnswersNothing()
  async endOthers(@FromRequester() requester: Requester): Promise<void> {
    await this.sessions.endOthers(requester);
  }

  /** Ends one of your sessions. */
  @Delete(':id')
  @RequirePerson({ session: true })
  @AnswersNothing()
  async end(@FromRequester() requester: Requester, @Param('id') id: string): Promise<void> {
    await this.sessions.end(requester, id);
  }
}

import { Public } from '@multilane/http';
import { Body, Controller, Inject, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RequirePerson } from '../../access/access.js';
import { FromRequester } from '../../access/from-requester.decorator.js';
import { Requester } from '../../access/requester.js';
import { Answers, AnswersElse } from '../../openapi/answers.decorator.js';
import { SignInStepView } from '../auth/dto/second-factor.view.js';
import { SessionView } from '../auth/dto/session.view.js';
import { continueSignIn } from '../auth/second-factor/continue-sign-in.js';
import { originOf } from '../auth/start-session.js';
import { AcceptInviteDto, SignupDto } from './dto/invites.dto.js';
import { SignupService } from './signup.service.js';

const NEEDS_SECOND_FACTOR = {
  status: 202,
  description:
    'The account is created. The organization requires a second factor, which is set up before the first session.',
};

/** Joining by invitation (docs/contract/sign-in.md#invitations). */
@Controller('auth')
export class SignupController {
  constructor(@Inject(SignupService) private readonly signup: SignupService) {}

  /** Makes an account by an invitation and signs in. */
  @Post('signup')
  @Public()
  @Answers(SessionView, {
    status: 201,
    description: 'The account is created and signed in. The response sets the session cookie.',
  })
  @AnswersElse(SignInStepView, NEEDS_SECOND_FACTOR)
  async signUp(
    @Body() dto: SignupDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SessionView | SignInStepView> {
    return continueSignIn(await this.signup.signUp(dto, originOf(request)), request, reply);
  }

  /** For who has an account with another organization: makes one here, with the same password, and continues in it. */
  @Post('invites/accept')
  @RequirePerson({ session: true })
  @Answers(SessionView, {
    status: 201,
    description: 'The account is created and signed in. The response sets a new session cookie.',
  })
  @AnswersElse(SignInStepView, NEEDS_SECOND_FACTOR)
  async accept(
    @FromRequester() requester: Requester,
    @Body() dto: AcceptInviteDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SessionView | SignInStepView> {
    return continueSignIn(await this.signup.accept(requester, dto, originOf(request)), request, reply);
  }
}

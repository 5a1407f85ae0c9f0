import { Public } from '@multilane/http';
import { Body, Controller, Inject, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Answers } from '../../../openapi/answers.decorator.js';
import { SignInCodeDto, SignInStepDto } from '../dto/second-factor.dto.js';
import { EnrolledSessionView, EnrolmentView } from '../dto/second-factor.view.js';
import { SessionView } from '../dto/session.view.js';
import { originOf, startSession } from '../start-session.js';
import { SignInSteps } from './sign-in-steps.js';

/** The second step of a sign-in (docs/contract/sign-in.md#second-factor). */
@Controller('auth/login')
export class SignInStepsController {
  constructor(@Inject(SignInSteps) private readonly steps: SignInSteps) {}

  /** Ends a sign-in with a code. */
  @Post('code')
  @Public()
  @Answers(SessionView, { description: 'Signed in. The response sets the session cookie.' })
  async finish(
    @Body() { code, token }: SignInCodeDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SessionView> {
    return startSession(await this.steps.finish(token, code, originOf(request)), request, reply);
  }

  /** Begins to set up the second factor that the organization requires. */
  @Post('enrolment')
  @Public()
  @Answers(EnrolmentView, { description: 'Secret for an authenticator app. It is shown only once.' })
  async beginEnrolment(@Body() { token }: SignInStepDto, @Req() request: FastifyRequest): Promise<EnrolmentView> {
    return EnrolmentView.of(await this.steps.beginEnrolment(token, originOf(request)));
  }

  /** Ends the enrolment with the first code, and signs in. */
  @Post('enrolment/confirm')
  @Public()
  @Answers(EnrolledSessionView, {
    description: 'The second factor is set up and the person signed in. The response sets the session cookie.',
  })
  async finishEnrolment(
    @Body() { code, token }: SignInCodeDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<EnrolledSessionView> {
    const { recoveryCodes, session } = await this.steps.finishEnrolment(token, code, originOf(request));
    startSession(session, request, reply);
    return EnrolledSessionView.ofEnrolled(session, recoveryCodes);
  }
}

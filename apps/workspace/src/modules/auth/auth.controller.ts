import { Public } from '@multilane/http';
import { Body, Controller, Get, Inject, Patch, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RequirePerson } from '../../access/access.js';
import { FromRequester } from '../../access/from-requester.decorator.js';
import { Requester } from '../../access/requester.js';
import { HonoursOwnVersion, SendsVersion } from '../../http/versions.js';
import { Answers, AnswersElse, AnswersNothing } from '../../openapi/answers.decorator.js';
import { WORKSPACE_SERVICES, type WorkspaceServices } from '../../services/workspace-services.js';
import { AuthService } from './auth.service.js';
import { LoginDto, PasswordDto, ProfileDto, SetupDto } from './dto/auth.dto.js';
import { CurrentSessionView } from './dto/current-session.view.js';
import { ProfileView } from './dto/profile.view.js';
import { SignInStepView } from './dto/second-factor.view.js';
import { SessionView } from './dto/session.view.js';
import { continueSignIn } from './second-factor/continue-sign-in.js';
import { clearSessionCookie, isBehindTls, sessionCookieOf } from './session-cookie.js';
import { SetupService } from './setup.service.js';
import { originOf, startSession } from './start-session.js';

/** Signing in and out, and the first owner (docs/contract/sign-in.md#accounts). */
@Controller('auth')
export class AuthController {
  constructor(
    @Inject(AuthService) private readonly auth: AuthService,
    @Inject(SetupService) private readonly setup: SetupService,
    @Inject(WORKSPACE_SERVICES) private readonly services: WorkspaceServices,
  ) {}

  /** Makes the first owner and signs it in. */
  @Post('setup')
  @Public()
  @Answers(SessionView, {
    status: 201,
    description: 'The owner is created and signed in. The response sets the session cookie.',
  })
  async setUp(
    @Body() dto: SetupDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SessionView> {
    return startSession(await this.setup.setUp(dto, originOf(request)), request, reply);
  }

  /** Signs in with a password, or says which second step is missing. */
  @Post('login')
  @Public()
  @Answers(SessionView, { description: 'Signed in. The response sets the session cookie.' })
  @AnswersElse(SignInStepView, {
    status: 202,
    description: 'The password is right, and a second step is missing. Nobody is signed in yet.',
  })
  async login(
    @Body() dto: LoginDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SessionView | SignInStepView> {
    return continueSignIn(await this.auth.login(dto, originOf(request)), request, reply);
  }

  /** Ends the session. */
  @Post('logout')
  @RequirePerson({ session: true })
  @AnswersNothing()
  async logout(
    @FromRequester() requester: Requester,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    await this.auth.logout(requester);
    clearSessionCookie(request, reply, isBehindTls(this.services.config));
  }

  /** Returns the person who is signed in. */
  @Get('session')
  @RequirePerson({ session: true })
  @Answers(CurrentSessionView)
  async session(@FromRequester() requester: Requester, @Req() request: FastifyRequest): Promise<CurrentSessionView> {
    const [identity, reachable] = await Promise.all([
      this.auth.describe(sessionCookieOf(request)),
      this.auth.listReachable(requester),
    ]);
    return CurrentSessionView.ofCurrent(identity, reachable);
  }

  /** Returns one's own account, with the version that a change of it can name. */
  @Get('profile')
  @SendsVersion()
  @RequirePerson({ session: true })
  @Answers(ProfileView)
  async profile(@FromRequester() requester: Requester): Promise<ProfileView> {
    return ProfileView.of(await this.auth.findOwn(requester));
  }

  /** Changes one's own name. A SCIM client that manages the account may change it again. */
  @Patch('profile')
  @HonoursOwnVersion()
  @RequirePerson({ session: true })
  @Answers(CurrentSessionView, { description: 'The name is changed.' })
  async changeProfile(
    @FromRequester() requester: Requester,
    @Body() dto: ProfileDto,
    @Req() request: FastifyRequest,
  ): Promise<CurrentSessionView> {
    await this.auth.rename(requester, dto);
    return this.session(requester, request);
  }

  /** Changes one's own password and ends one's other sessions; this one continues under a new cookie. */
  @Post('password')
  @RequirePerson({ session: true })
  @Answers(SessionView, { description: 'The password is changed, and a new cookie is set.' })
  async changePassword(
    @FromRequester() requester: Requester,
    @Body() dto: PasswordDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SessionView> {
    return startSession(await this.auth.changePassword(requester, dto, originOf(request)), request, reply);
  }
}

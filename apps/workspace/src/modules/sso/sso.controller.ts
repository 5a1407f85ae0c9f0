import { GatewayError } from '@multilane/errors';
import { Public } from '@multilane/http';
import { Controller, Get, Inject, Param, Query, Req, Res } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { setSessionCookie } from '../auth/session-cookie.js';
import { originOf } from '../auth/start-session.js';
import { StartSsoQuery } from './dto/start-sso.query.js';
import { SsoService } from './sso.service.js';
import { SsoTestService } from './sso-test.service.js';

/** Single sign-on with the identity provider of gateway.yaml or of an organization (docs/contract/sign-in.md#single-sign-on). */
@Controller('auth/sso')
@Public()
export class SsoController {
  constructor(
    @Inject(SsoService) private readonly sso: SsoService,
    @Inject(SsoTestService) private readonly tests: SsoTestService,
  ) {}

  /** Sends the browser to the identity provider. */
  @Get('start')
  @ApiResponse({
    status: 303,
    description: 'Redirects to the identity provider. A cookie binds the sign-in to the browser.',
  })
  start(
    @Query() { organization, return_to: returnTo, prompt }: StartSsoQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.redirect(request, reply, () => this.sso.start({ organization, returnTo, prompt }, request, reply));
  }

  /** Takes the browser back from the identity provider, with `code` and `state`. */
  @Get('callback')
  @ApiResponse({ status: 303, description: 'Signed in. Sets the session cookie and redirects to `return_to`.' })
  callback(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.comeBack(undefined, request, reply);
  }

  /**
   * The same for the identity provider of an organization that gateway.yaml does not name: each has an address of its own, so that no
   * provider is handed the code of another.
   */
  @Get('callback/:organization')
  @ApiResponse({ status: 303, description: 'Signed in. Sets the session cookie and redirects to `return_to`.' })
  callbackOf(
    @Param('organization') organization: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.comeBack(organization, request, reply);
  }

  /** Ends the session at the identity provider, once that of the console has ended. */
  @Get('end')
  @ApiResponse({
    status: 303,
    description: 'Redirects to the identity provider, or to the sign-in page if there is no session to end.',
  })
  end(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.redirect(request, reply, () => this.sso.end(request, reply));
  }

  private comeBack(organization: string | undefined, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    return this.redirect(request, reply, async () => {
      const test = this.tests.findBegun(request);
      if (test !== undefined) return this.tests.finish(test, request, reply, originOf(request));
      const { session, returnTo } = await this.sso.finish(request, reply, originOf(request), organization);
      setSessionCookie(request, reply, session);
      return returnTo;
    });
  }

  /** Sends the browser where `work` says. The error filter shows refusals. */
  private async redirect(request: FastifyRequest, reply: FastifyReply, work: () => Promise<string>): Promise<void> {
    try {
      await reply.redirect(await work(), 303);
    } catch (error) {
      if (error instanceof GatewayError) this.sso.logFailure(error, request.id);
      throw error;
    }
  }
}

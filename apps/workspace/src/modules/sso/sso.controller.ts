import { GatewayError } from '@multilane/errors';
import { Public } from '@multilane/http';
import { Controller, Get, Inject, Query, Req, Res } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { setSessionCookie } from '../auth/session-cookie.js';
import { originOf } from '../auth/start-session.js';
import { StartSsoQuery } from './dto/start-sso.query.js';
import { SsoService } from './sso.service.js';

/** Single sign-on with the identity provider of gateway.yaml (docs/contract/sign-in.md#single-sign-on). */
@Controller('auth/sso')
@Public()
export class SsoController {
  constructor(@Inject(SsoService) private readonly sso: SsoService) {}

  /** Sends the browser to the identity provider. */
  @Get('start')
  @ApiResponse({
    status: 303,
    description: 'Redirects to the identity provider. A cookie binds the sign-in to the browser.',
  })
  start(
    @Query() { return_to: returnTo, prompt }: StartSsoQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.redirect(request, reply, () => this.sso.start({ returnTo, prompt }, request, reply));
  }

  /** Takes the browser back from the identity provider, with `code` and `state`. */
  @Get('callback')
  @ApiResponse({ status: 303, description: 'Signed in. Sets the session cookie and redirects to `return_to`.' })
  callback(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.redirect(request, reply, async () => {
      const { session, returnTo } = await this.sso.finish(request, reply, originOf(request));
      setSessionCookie(request, reply, session);
      return returnTo;
    });
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

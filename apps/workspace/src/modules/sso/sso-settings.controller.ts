import { Body, Controller, Delete, Get, Inject, Post, Put, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RequirePermission } from '../../access/access.js';
import { FromRequester } from '../../access/from-requester.decorator.js';
import { Requester } from '../../access/requester.js';
import { HonoursVersion, SendsVersion } from '../../http/versions.js';
import { Answers, AnswersNothing } from '../../openapi/answers.decorator.js';
import { SsoView } from './dto/sso.view.js';
import { StartedSsoTestView } from './dto/sso-test.view.js';
import { WriteSsoDto } from './dto/write-sso.dto.js';
import { SsoSettingsService } from './sso-settings.service.js';
import { SsoTestService } from './sso-test.service.js';

const MANAGE = 'org.sso.manage';

/** Settings of single sign-on of the organization (docs/contract/sign-in.md#settings-of-an-organization). */
@Controller('org/sso')
export class SsoSettingsController {
  constructor(
    @Inject(SsoSettingsService) private readonly settings: SsoSettingsService,
    @Inject(SsoTestService) private readonly tests: SsoTestService,
  ) {}

  /** The identity provider, the addresses to enter there, what is missing, and the last test. */
  @Get()
  @SendsVersion()
  @RequirePermission('org.manage')
  @Answers(SsoView)
  find(@FromRequester() requester: Requester): Promise<SsoView> {
    return this.settings.describe(requester);
  }

  /** Stores the organization's own settings. They are switched on only once a test has passed with them. */
  @Put()
  @SendsVersion()
  @HonoursVersion()
  @RequirePermission(MANAGE, { session: true })
  @Answers(SsoView, { description: 'The settings.' })
  replace(@FromRequester() requester: Requester, @Body() dto: WriteSsoDto): Promise<SsoView> {
    return this.settings.replace(requester, dto);
  }

  /** Removes the organization's own settings. Sessions go on. */
  @Delete()
  @HonoursVersion()
  @RequirePermission(MANAGE, { session: true })
  @AnswersNothing()
  async remove(@FromRequester() requester: Requester): Promise<void> {
    await this.settings.remove(requester);
  }

  /** Begins a test of the stored settings in this browser. It signs nobody in; `GET /org/sso` has the result afterwards. */
  @Post('test')
  @RequirePermission(MANAGE, { session: true })
  @Answers(StartedSsoTestView, { description: 'Where to send the browser.' })
  async test(
    @FromRequester() requester: Requester,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StartedSsoTestView> {
    return { object: 'sso_test', address: await this.tests.start(requester, request, reply) };
  }
}

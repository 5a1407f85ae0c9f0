import { originOf } from '@multilane/auth';
import { Public } from '@multilane/http';
import { Controller, Get, Header, Inject, Req } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { SetupService } from '../modules/auth/setup.service.js';
import { SsoService } from '../modules/sso/sso.service.js';
import { UI_POLICY, UI_STYLE, writeUiPage } from './ui-page.js';

/** What a person who opens /ui finds until the console is there. */
@ApiExcludeController()
@Public()
@Controller('ui')
export class UiController {
  constructor(
    @Inject(SetupService) private readonly setup: SetupService,
    @Inject(SsoService) private readonly sso: SsoService,
  ) {}

  @Get()
  @Header('content-type', 'text/html; charset=utf-8')
  @Header('content-security-policy', UI_POLICY)
  async page(@Req() { protocol, host }: FastifyRequest): Promise<string> {
    const address = originOf(protocol, host) ?? '';
    return writeUiPage({ needsSetup: await this.setup.isNeeded(), offersSso: this.sso.isOffered, address });
  }

  @Get('style.css')
  @Header('content-type', 'text/css; charset=utf-8')
  style(): string {
    return UI_STYLE;
  }
}

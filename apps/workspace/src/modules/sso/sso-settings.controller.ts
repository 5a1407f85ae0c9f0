import { Controller, Get, Inject } from '@nestjs/common';
import { RequirePermission } from '../../access/access.js';
import { Answers } from '../../openapi/answers.decorator.js';
import { SsoView } from './dto/sso.view.js';
import { SsoService } from './sso.service.js';

/** Shows the settings of single sign-on (docs/contract/sign-in.md#single-sign-on). Read-only: gateway.yaml sets them. */
@Controller('org/sso')
export class SsoSettingsController {
  constructor(@Inject(SsoService) private readonly sso: SsoService) {}

  /** The identity provider, the addresses to enter there, and what is missing. */
  @Get()
  @RequirePermission('org.manage')
  @Answers(SsoView)
  find(): SsoView {
    return this.sso.describe();
  }
}

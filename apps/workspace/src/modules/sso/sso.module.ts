import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { PeopleFinder } from './people-finder.js';
import { SsoController } from './sso.controller.js';
import { SsoService } from './sso.service.js';
import { SsoSettingsController } from './sso-settings.controller.js';

/** Single sign-on. */
@Module({
  imports: [AuthModule],
  controllers: [SsoController, SsoSettingsController],
  providers: [PeopleFinder, SsoService],
  exports: [SsoService],
})
export class SsoModule {}

import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { AllowedNetworksService } from '../providers/allowed-networks.service.js';
import { GuardedIssuerFetch } from './guarded-issuer-fetch.js';
import { PeopleFinder } from './people-finder.js';
import { SessionFinder } from './session-finder.js';
import { SignInProviders } from './sign-in-providers.js';
import { SsoController } from './sso.controller.js';
import { SsoService } from './sso.service.js';
import { SsoSettingsController } from './sso-settings.controller.js';
import { SsoSettingsService } from './sso-settings.service.js';
import { SsoTestService } from './sso-test.service.js';

/** Single sign-on. */
@Module({
  imports: [AuthModule],
  controllers: [SsoController, SsoSettingsController],
  providers: [
    AllowedNetworksService,
    GuardedIssuerFetch,
    PeopleFinder,
    SessionFinder,
    SignInProviders,
    SsoService,
    SsoSettingsService,
    SsoTestService,
  ],
  exports: [SignInProviders],
})
export class SsoModule {}

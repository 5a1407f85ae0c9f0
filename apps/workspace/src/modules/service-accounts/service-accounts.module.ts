import { Module } from '@nestjs/common';
import { AccountTokensController } from './account-tokens.controller.js';
import { AccountTokensService } from './account-tokens.service.js';
import { RotationAnnouncer } from './rotation-announcer.js';
import { ServiceAccountsController } from './service-accounts.controller.js';
import { ServiceAccountsService } from './service-accounts.service.js';

@Module({
  controllers: [ServiceAccountsController, AccountTokensController],
  providers: [ServiceAccountsService, AccountTokensService, RotationAnnouncer],
})
export class ServiceAccountsModule {}

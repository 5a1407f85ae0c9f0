import { Module } from '@nestjs/common';
import { OrganizationAccountTokensController } from './organization-account-tokens.controller.js';
import { OrganizationAccountsController } from './organization-accounts.controller.js';
import { OrganizationAccountsService } from './organization-accounts.service.js';

@Module({
  controllers: [OrganizationAccountsController, OrganizationAccountTokensController],
  providers: [OrganizationAccountsService],
})
export class OrganizationAccountsModule {}

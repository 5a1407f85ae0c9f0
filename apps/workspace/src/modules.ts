import type { Type } from '@nestjs/common';
import { AuthModule } from './modules/auth/auth.module.js';
import { KeysModule } from './modules/keys/keys.module.js';
import { PersonalTokensModule } from './modules/personal-tokens/personal-tokens.module.js';
import { ServiceAccountsModule } from './modules/service-accounts/service-accounts.module.js';
import { TeamsModule } from './modules/teams/teams.module.js';
import { UiModule } from './ui/ui.module.js';

/** The modules of the control plane: a folder each, and a line here. */
export const MODULES: readonly Type[] = [
  AuthModule,
  KeysModule,
  PersonalTokensModule,
  ServiceAccountsModule,
  TeamsModule,
  UiModule,
];

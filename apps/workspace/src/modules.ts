import type { Type } from '@nestjs/common';
import { AuthModule } from './modules/auth/auth.module.js';
import { ScimModule } from './modules/scim/scim.module.js';
import { SsoModule } from './modules/sso/sso.module.js';
import { TeamsModule } from './modules/teams/teams.module.js';
import { UiModule } from './ui/ui.module.js';

/** The modules of the control plane: a folder each, and a line here. */
export const MODULES: readonly Type[] = [AuthModule, ScimModule, SsoModule, TeamsModule, UiModule];

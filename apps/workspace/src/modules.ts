import type { Type } from '@nestjs/common';
import { AuthModule } from './modules/auth/auth.module.js';
import { ModelsModule } from './modules/models/models.module.js';
import { ProvidersModule } from './modules/providers/providers.module.js';
import { TeamsModule } from './modules/teams/teams.module.js';
import { UiModule } from './ui/ui.module.js';

/** The modules of the control plane: a folder each, and a line here. */
export const MODULES: readonly Type[] = [AuthModule, ModelsModule, ProvidersModule, TeamsModule, UiModule];

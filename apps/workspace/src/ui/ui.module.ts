import { Module } from '@nestjs/common';
import { AuthModule } from '../modules/auth/auth.module.js';
import { SsoModule } from '../modules/sso/sso.module.js';
import { UiController } from './ui.controller.js';

@Module({ imports: [AuthModule, SsoModule], controllers: [UiController] })
export class UiModule {}

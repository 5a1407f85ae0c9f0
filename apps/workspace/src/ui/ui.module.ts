import { Module } from '@nestjs/common';
import { AuthModule } from '../modules/auth/auth.module.js';
import { UiController } from './ui.controller.js';

@Module({ imports: [AuthModule], controllers: [UiController] })
export class UiModule {}

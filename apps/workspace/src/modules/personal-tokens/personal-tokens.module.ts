import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { PersonalTokensController } from './personal-tokens.controller.js';
import { PersonalTokensService } from './personal-tokens.service.js';

@Module({ imports: [AuthModule], controllers: [PersonalTokensController], providers: [PersonalTokensService] })
export class PersonalTokensModule {}

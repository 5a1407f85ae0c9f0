import { Module } from '@nestjs/common';
import { ScimTokensController } from './scim-tokens.controller.js';
import { ScimTokensService } from './scim-tokens.service.js';

@Module({ controllers: [ScimTokensController], providers: [ScimTokensService] })
export class ScimTokensModule {}

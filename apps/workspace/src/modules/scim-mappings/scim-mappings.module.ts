import { Module } from '@nestjs/common';
import { ScimMappingsController } from './scim-mappings.controller.js';
import { ScimMappingsService } from './scim-mappings.service.js';

@Module({ controllers: [ScimMappingsController], providers: [ScimMappingsService] })
export class ScimMappingsModule {}

import { Module } from '@nestjs/common';
import { ConfigImportsController } from './config-imports.controller.js';

@Module({ controllers: [ConfigImportsController] })
export class ConfigImportsModule {}

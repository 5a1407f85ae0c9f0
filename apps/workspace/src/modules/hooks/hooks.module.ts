import { Module } from '@nestjs/common';
import { WorkflowsModule } from '../workflows/workflows.module.js';
import { HooksController } from './hooks.controller.js';
import { HooksService } from './hooks.service.js';

@Module({ imports: [WorkflowsModule], controllers: [HooksController], providers: [HooksService] })
export class HooksModule {}

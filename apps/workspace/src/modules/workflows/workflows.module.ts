import { Module } from '@nestjs/common';
import { RunsModule } from '../../runs/runs.module.js';
import { RunStarter } from './run-starter.service.js';
import { WorkflowRunsController } from './workflow-runs.controller.js';
import { WorkflowRunsService } from './workflow-runs.service.js';
import { WorkflowsController } from './workflows.controller.js';
import { WorkflowsService } from './workflows.service.js';

@Module({
  imports: [RunsModule],
  controllers: [WorkflowsController, WorkflowRunsController],
  providers: [WorkflowsService, WorkflowRunsService, RunStarter],
  exports: [RunStarter],
})
export class WorkflowsModule {}

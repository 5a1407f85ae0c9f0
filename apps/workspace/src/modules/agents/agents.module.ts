import { Module } from '@nestjs/common';
import { RunsModule } from '../../runs/runs.module.js';
import { AllowedNetworksService } from '../providers/allowed-networks.service.js';
import { AgentRunsController } from './agent-runs.controller.js';
import { AgentRunsService } from './agent-runs.service.js';
import { AgentsController } from './agents.controller.js';
import { AgentsService } from './agents.service.js';

@Module({
  imports: [RunsModule],
  controllers: [AgentsController, AgentRunsController],
  providers: [AgentsService, AgentRunsService, AllowedNetworksService],
})
export class AgentsModule {}

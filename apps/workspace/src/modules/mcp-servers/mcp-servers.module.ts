import { Module } from '@nestjs/common';
import { AllowedNetworksService } from '../providers/allowed-networks.service.js';
import { McpServersController } from './mcp-servers.controller.js';
import { McpServersService } from './mcp-servers.service.js';

@Module({ controllers: [McpServersController], providers: [McpServersService, AllowedNetworksService] })
export class McpServersModule {}

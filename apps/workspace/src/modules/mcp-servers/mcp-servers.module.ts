import { Module } from '@nestjs/common';
import { AllowedNetworksService } from '../providers/allowed-networks.service.js';
import { DeclaredMcpServers } from './declared-mcp-servers.js';
import { McpServersController } from './mcp-servers.controller.js';
import { McpServersService } from './mcp-servers.service.js';

@Module({
  controllers: [McpServersController],
  providers: [McpServersService, DeclaredMcpServers, AllowedNetworksService],
})
export class McpServersModule {}

import { Module } from '@nestjs/common';
import { AllowedNetworksService } from '../providers/allowed-networks.service.js';
import { DeclaredMcpServers } from './declared-mcp-servers.js';
import { McpCallbackController, McpConnectionsController } from './mcp-connections.controller.js';
import { McpConnectionsService } from './mcp-connections.service.js';
import { McpServersController } from './mcp-servers.controller.js';
import { McpServersService } from './mcp-servers.service.js';

@Module({
  controllers: [McpServersController, McpConnectionsController, McpCallbackController],
  providers: [McpServersService, McpConnectionsService, DeclaredMcpServers, AllowedNetworksService],
})
export class McpServersModule {}

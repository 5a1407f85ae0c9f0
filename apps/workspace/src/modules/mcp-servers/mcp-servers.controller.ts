import { Body, Controller, Get, HttpCode, Inject, Param, Post, Query } from '@nestjs/common';
import { ApiQuery } from '@nestjs/swagger';
import { RequirePermission } from '../../access/access.js';
import { FromRequester } from '../../access/from-requester.decorator.js';
import { Requester } from '../../access/requester.js';
import { SendsVersion } from '../../http/versions.js';
import { NamedListQuery } from '../../lists/list-query.dto.js';
import { type ListAnswer, toList } from '../../lists/to-list.js';
import { WorkspaceQuery } from '../../lists/workspace-query.dto.js';
import { Answers, AnswersList } from '../../openapi/answers.decorator.js';
import { Finds, Lists, Removes, Updates } from '../../openapi/resource-routes.decorator.js';
import { ApproveToolsDto, RejectToolsDto } from './dto/approve-tools.dto.js';
import { McpServerView } from './dto/mcp-server.view.js';
import { McpToolView } from './dto/mcp-tool.view.js';
import { CreateMcpServerDto, UpdateMcpServerDto } from './dto/write-mcp-server.dto.js';
import { McpServersService } from './mcp-servers.service.js';

/** MCP servers of a workspace, and the approval of their tools (docs/contract/mcp.md#servers). */
@Controller('admin/mcp-servers')
export class McpServersController {
  constructor(@Inject(McpServersService) private readonly servers: McpServersService) {}

  @Post()
  @SendsVersion()
  @RequirePermission('gateway.mcp.manage', { in: 'workspace' })
  @ApiQuery({ name: 'workspace_id', required: false, description: 'The workspace.' })
  @Answers(McpServerView, { status: 201, description: 'The new MCP server.' })
  async create(@FromRequester() requester: Requester, @Body() dto: CreateMcpServerDto): Promise<McpServerView> {
    return this.servers.show(await this.servers.create(requester, dto));
  }

  @Lists(McpServerView)
  @RequirePermission('gateway.mcp.read', { in: 'workspace' })
  async list(
    @FromRequester() requester: Requester,
    @Query() query: NamedListQuery,
  ): Promise<ListAnswer<McpServerView>> {
    return toList(await this.servers.list(requester, query), (view) => view);
  }

  @Finds(McpServerView)
  @RequirePermission('gateway.mcp.read', { in: 'anywhere' })
  async find(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Query() query: WorkspaceQuery,
  ): Promise<McpServerView> {
    return this.servers.findShown(requester, id, query);
  }

  @Updates(McpServerView, 'The updated MCP server.')
  @RequirePermission('gateway.mcp.manage', { in: 'anywhere' })
  async update(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Query() query: WorkspaceQuery,
    @Body() dto: UpdateMcpServerDto,
  ): Promise<McpServerView> {
    return this.servers.show(await this.servers.update(requester, id, query, dto));
  }

  @Removes()
  @RequirePermission('gateway.mcp.manage', { in: 'anywhere' })
  async remove(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Query() query: WorkspaceQuery,
  ): Promise<void> {
    await this.servers.remove(requester, id, query);
  }

  /** Lists the tools that gateways saw at the server, whether they are approved or not. A server of gateway.yaml has no such list: 409. */
  @Get(':id/tools')
  @RequirePermission('gateway.mcp.read', { in: 'anywhere' })
  @AnswersList(McpToolView)
  async listTools(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Query() query: WorkspaceQuery,
  ): Promise<ListAnswer<McpToolView>> {
    const server = await this.servers.find(requester, id, 'gateway.mcp.read', query);
    return toList({ data: await this.servers.listTools(server), nextCursor: null }, McpToolView.of);
  }

  /** Approves tools as they are described now. */
  @Post(':id/tools/approve')
  @HttpCode(200)
  @RequirePermission('gateway.mcp.manage', { in: 'anywhere' })
  @AnswersList(McpToolView)
  async approve(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Query() query: WorkspaceQuery,
    @Body() dto: ApproveToolsDto,
  ): Promise<ListAnswer<McpToolView>> {
    const server = await this.servers.find(requester, id, 'gateway.mcp.manage', query);
    return toList({ data: await this.servers.approve(requester, server, dto), nextCursor: null }, McpToolView.of);
  }

  /** Takes the approval of tools away: they are no longer offered. */
  @Post(':id/tools/reject')
  @HttpCode(200)
  @RequirePermission('gateway.mcp.manage', { in: 'anywhere' })
  @AnswersList(McpToolView)
  async reject(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Query() query: WorkspaceQuery,
    @Body() dto: RejectToolsDto,
  ): Promise<ListAnswer<McpToolView>> {
    const server = await this.servers.find(requester, id, 'gateway.mcp.manage', query);
    return toList({ data: await this.servers.reject(requester, server, dto), nextCursor: null }, McpToolView.of);
  }
}

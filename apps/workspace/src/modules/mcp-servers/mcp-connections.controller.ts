import { GatewayError } from '@multilane/errors';
import { Controller, Delete, Get, HttpCode, Inject, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiQuery, ApiResponse } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RequirePermission, RequirePerson } from '../../access/access.js';
import { FromRequester } from '../../access/from-requester.decorator.js';
import { Requester } from '../../access/requester.js';
import { WorkspaceQuery } from '../../lists/workspace-query.dto.js';
import { Answers, AnswersNothing } from '../../openapi/answers.decorator.js';
import { McpAuthorizationView, McpConnectionView } from './dto/mcp-connection.view.js';
import { type AuthorizationAnswer, McpConnectionsService } from './mcp-connections.service.js';
import { McpServersService } from './mcp-servers.service.js';

/** Characters of a value in the query. */
const LONGEST = 4_096;

/** One's own account at an MCP server that wants one of each person (docs/contract/mcp.md#accounts-of-people). */
@Controller('admin/mcp-servers/:id/connection')
export class McpConnectionsController {
  constructor(
    @Inject(McpServersService) private readonly servers: McpServersService,
    @Inject(McpConnectionsService) private readonly connections: McpConnectionsService,
  ) {}

  /** Begins to connect an account. */
  @Post()
  @HttpCode(200)
  @RequirePermission('gateway.mcp.read', { in: 'anywhere', session: true })
  @Answers(McpAuthorizationView, { description: 'Where to go on.' })
  async begin(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Query() query: WorkspaceQuery,
  ): Promise<McpAuthorizationView> {
    const server = await this.servers.find(requester, id, 'gateway.mcp.read', query);
    const address = await this.connections.begin(requester, server);
    return { object: 'mcp_authorization', server_id: server.id, authorization_url: address };
  }

  @Get()
  @RequirePermission('gateway.mcp.read', { in: 'anywhere', person: true })
  @Answers(McpConnectionView)
  async find(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Query() query: WorkspaceQuery,
  ): Promise<McpConnectionView> {
    const server = await this.servers.find(requester, id, 'gateway.mcp.read', query);
    const found = await this.connections.find(requester, server);
    if (found !== undefined) return McpConnectionView.of(found);
    throw new GatewayError('not_found', { message: 'You have no account connected to the MCP server.' });
  }

  /** Disconnects one's own account, and revokes its tokens. */
  @Delete()
  @RequirePermission('gateway.mcp.read', { in: 'anywhere', person: true })
  @AnswersNothing()
  async remove(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Query() query: WorkspaceQuery,
  ): Promise<void> {
    await this.connections.end(requester, await this.servers.find(requester, id, 'gateway.mcp.read', query));
  }
}

/** Endpoint to which authorization servers of MCP servers send browsers back. */
@Controller('auth/mcp')
export class McpCallbackController {
  constructor(@Inject(McpConnectionsService) private readonly connections: McpConnectionsService) {}

  /** Finishes what the browser of this session began, and opens the server in the console. */
  @Get('callback')
  @RequirePerson({ session: true })
  @ApiQuery({ name: 'state', description: 'The value that the browser was sent away with.' })
  @ApiQuery({ name: 'code', required: false, description: 'The authorization code.' })
  @ApiQuery({ name: 'iss', required: false, description: 'The authorization server (RFC 9207).' })
  @ApiQuery({ name: 'error', required: false, description: 'Why the authorization server refused.' })
  @ApiResponse({ status: 303, description: 'Connected. Redirects to the server in the console.' })
  async callback(
    @FromRequester() requester: Requester,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { serverId, workspaceId } = await this.connections.finish(requester, readAnswer(request.url));
    await reply.redirect(`/ui/w/${workspaceId}/mcp?open=${serverId}`, 303);
  }
}

/** Authorization servers add what they like: the rest is not looked at. */
function readAnswer(path: string): AuthorizationAnswer {
  const { searchParams } = new URL(path, 'http://callback.invalid');
  const get = (name: string): string | undefined => searchParams.get(name)?.slice(0, LONGEST);
  return { code: get('code'), state: get('state') ?? '', iss: get('iss'), error: get('error') };
}

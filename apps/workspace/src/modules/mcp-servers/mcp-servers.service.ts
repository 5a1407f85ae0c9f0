import type { Permission } from '@multilane/auth';
import { GatewayError } from '@multilane/errors';
import type { Database, McpServerRecord, McpToolRecord, Page } from '@multilane/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { findAccessible } from '../../access/find-accessible.js';
import type { Requester } from '../../access/requester.js';
import { type NamedListQuery, toPageRequest } from '../../lists/list-query.dto.js';
import { listWithDeclared } from '../../lists/list-with-declared.js';
import type { WorkspaceQuery } from '../../lists/workspace-query.dto.js';
import { DATABASE } from '../../services/workspace-services.js';
import { AllowedNetworksService } from '../providers/allowed-networks.service.js';
import { DeclaredMcpServers } from './declared-mcp-servers.js';
import type { ApproveToolsDto, RejectToolsDto } from './dto/approve-tools.dto.js';
import { McpServerView } from './dto/mcp-server.view.js';
import type { CreateMcpServerDto, McpAccessDto, UpdateMcpServerDto } from './dto/write-mcp-server.dto.js';
import {
  applyFields,
  checkServer,
  type McpServerFields,
  type McpServerSettings,
  refuseRedirection,
  secretsOf,
  settingsOf,
  toFields,
  toPlain,
} from './mcp-server-fields.js';

/** Servers of a workspace at most: each list of tools asks all of them. */
const MOST_SERVERS = 100;

type Tables = Pick<Database, 'mcpServers' | 'teams' | 'serviceAccounts'>;

@Injectable()
export class McpServersService {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(AllowedNetworksService) private readonly network: AllowedNetworksService,
    @Inject(DeclaredMcpServers) private readonly declared: DeclaredMcpServers,
  ) {}

  /** Fails with 400 for fields that do not go together, and with 409 for a name that the workspace has. */
  create(requester: Requester, dto: CreateMcpServerDto): Promise<McpServerRecord> {
    const { actor, organizationId, workspaceId } = requester;
    const fields = applyFields({}, toPlain(dto));
    checkServer(fields, this.network.allowed);
    return this.database.change(actor, async (change) => {
      await demandReferences(change, organizationId, fields);
      if ((await change.mcpServers.count(organizationId, workspaceId)) >= MOST_SERVERS) {
        throw new GatewayError('conflict', { message: `A workspace has at most ${MOST_SERVERS} MCP servers.` });
      }
      return change.mcpServers.create(organizationId, {
        workspaceId,
        name: dto.name,
        url: dto.url ?? null,
        enabled: dto.enabled ?? true,
        settings: settingsOf(fields),
        secrets: secretsOf(fields),
      });
    });
  }

  async list({ organizationId, workspaceId }: Requester, query: NamedListQuery): Promise<Page<McpServerView>> {
    return listWithDeclared<McpServerView>(toPageRequest(query), {
      listStored: async (page) => {
        const filters = { workspaceId };
        const { data, nextCursor } = await this.database.mcpServers.listPage(organizationId, { ...page, filters });
        return { data: await this.showAll(organizationId, data), nextCursor };
      },
      listDeclared: () => this.declared.list(organizationId),
      positionOf: ({ id, name }) => ({ id, name }),
    });
  }

  /** One of the database, or of gateway.yaml. */
  async findShown(requester: Requester, id: string, query: WorkspaceQuery): Promise<McpServerView> {
    const declared = await this.declared.find(requester, id);
    return declared ?? this.show(await this.find(requester, id, 'gateway.mcp.read', query));
  }

  async show(server: McpServerRecord): Promise<McpServerView> {
    const [view] = await this.showAll(server.organizationId, [server]);
    return view as McpServerView;
  }

  private async showAll(organizationId: string, servers: readonly McpServerRecord[]): Promise<McpServerView[]> {
    const ids = servers.map(({ id }) => id);
    const [hints, states] = await Promise.all([
      this.database.mcpServers.findHints(organizationId, ids),
      this.database.mcpServerStates.listOf(organizationId, ids),
    ]);
    return servers.map((server) =>
      McpServerView.of(server, { hints: hints.get(server.id), states: states.get(server.id) }),
    );
  }

  /** Fails with 404 for a server that the requester may not see, 403 for one of which it may see no more, and 409 for one of gateway.yaml. */
  async find(
    requester: Requester,
    id: string,
    toDo: Permission,
    { workspace_id: asked }: WorkspaceQuery,
  ): Promise<McpServerRecord> {
    await this.declared.refuse(requester, id);
    const need = { toSee: 'gateway.mcp.read', toDo, asked } as const;
    const server = await findAccessible(requester, need, (tenant) => this.database.mcpServers.find(tenant, id));
    if (server === undefined) throw new GatewayError('not_found', { message: 'The MCP server does not exist.' });
    return server;
  }

  /** Secrets that are not sent stay. Fails as `create` does, and where stored secrets would go to another host. */
  async update(
    requester: Requester,
    id: string,
    query: WorkspaceQuery,
    dto: UpdateMcpServerDto,
  ): Promise<McpServerRecord> {
    const { actor, organizationId } = requester;
    await this.find(requester, id, 'gateway.mcp.manage', query);
    const sent = toPlain(dto);
    return this.database.change(actor, async (change) => {
      const server = await change.mcpServers.lock(organizationId, id);
      const hints = await change.mcpServers.findHints(organizationId, [id]);
      const before = toFields(server, hints.get(id) ?? {});
      const after = applyFields(before, sent);
      checkServer(after, this.network.allowed);
      await demandReferences(change, organizationId, sent);
      refuseRedirection(before, after, sent);
      return change.mcpServers.update(organizationId, id, {
        url: dto.url,
        enabled: dto.enabled,
        settings: settingsOf(after),
        secrets: secretsOf(sent),
      });
    });
  }

  async remove(requester: Requester, id: string, query: WorkspaceQuery): Promise<void> {
    const { actor, organizationId } = requester;
    await this.find(requester, id, 'gateway.mcp.manage', query);
    await this.database.change(actor, ({ mcpServers }) => mcpServers.remove(organizationId, id));
  }

  listTools(server: McpServerRecord): Promise<readonly McpToolRecord[]> {
    return listAsked(this.database, server);
  }

  /** Fails with 400 for a tool that was not seen, and with 409 for one that is described otherwise by now. */
  approve(
    { actor }: Requester,
    server: McpServerRecord,
    { tools }: ApproveToolsDto,
  ): Promise<readonly McpToolRecord[]> {
    const { id, organizationId } = server;
    return this.database.change(actor, async ({ mcpTools }) => {
      for (const [index, { hash, name }] of tools.entries()) {
        const tool = await mcpTools.lockNamed(organizationId, id, name);
        if (tool === undefined) throw noSuchTool(`tools[${index}].name`);
        if (tool.hash !== hash) {
          throw new GatewayError('conflict', {
            param: `tools[${index}].hash`,
            message: 'The tool has changed since. Look at it again.',
          });
        }
        await mcpTools.approve(tool);
      }
      return listAsked({ mcpTools }, server);
    });
  }

  /** Fails with 400 for a tool that was not seen. */
  reject({ actor }: Requester, server: McpServerRecord, { tools }: RejectToolsDto): Promise<readonly McpToolRecord[]> {
    const { id, organizationId } = server;
    return this.database.change(actor, async ({ mcpTools }) => {
      for (const [index, name] of tools.entries()) {
        const tool = await mcpTools.lockNamed(organizationId, id, name);
        if (tool === undefined) throw noSuchTool(`tools[${index}]`);
        await mcpTools.reject(tool);
      }
      return listAsked({ mcpTools }, server);
    });
  }
}

/** Form of the names under which gateways store items other than tools (docs/contract/mcp.md#approval). */
const OTHER_THING = /^(?:prompt|resource|template|instructions) /;

/** Lists the items of a server that gateways saw and that may need an approval. */
async function listAsked(
  { mcpTools }: Pick<Database, 'mcpTools'>,
  { id, organizationId, settings }: McpServerRecord,
): Promise<readonly McpToolRecord[]> {
  const seen = await mcpTools.listOf(organizationId, id);
  const { approval } = settings as McpServerSettings;
  return approval === 'tools' ? seen.filter(({ name }) => !OTHER_THING.test(name)) : seen;
}

function noSuchTool(param: string): GatewayError {
  return new GatewayError('invalid_value', { param, message: `\`${param}\` is not the name of a tool of the server.` });
}

/** Fails with 400 for a team or a virtual account that the organization does not have. */
async function demandReferences(
  { serviceAccounts, teams }: Tables,
  organizationId: string,
  { access }: McpServerFields,
): Promise<void> {
  for (const [index, { service_account_id: account, team_id: team }] of ((access ?? []) as McpAccessDto[]).entries()) {
    if (team !== undefined && (await teams.find(organizationId, team)) === undefined) {
      throw noSuchReference(`access[${index}].team_id`, 'team');
    }
    if (account !== undefined && (await serviceAccounts.find(organizationId, account)) === undefined) {
      throw noSuchReference(`access[${index}].service_account_id`, 'virtual account');
    }
  }
}

function noSuchReference(param: string, noun: string): GatewayError {
  return new GatewayError('invalid_value', { param, message: `\`${param}\` is not the id of a ${noun}.` });
}

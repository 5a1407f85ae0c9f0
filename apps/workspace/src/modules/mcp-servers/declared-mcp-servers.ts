import { declaredMcpServerKey } from '@multilane/config';
import { GatewayError } from '@multilane/errors';
import type { Database } from '@multilane/persistence';
import { Inject, Injectable } from '@nestjs/common';
import type { Requester } from '../../access/requester.js';
import { declaredIdOf, isDeclaredId } from '../../declared/declared-keys.js';
import { DATABASE, WORKSPACE_SERVICES, type WorkspaceServices } from '../../services/workspace-services.js';
import { McpServerView } from './dto/mcp-server.view.js';

const READ = 'gateway.mcp.read';

/** The MCP servers that gateway.yaml declares: they are for all workspaces of its organization, and are changed in the file alone. */
@Injectable()
export class DeclaredMcpServers {
  constructor(
    @Inject(DATABASE) private readonly database: Pick<Database, 'mcpServerStates' | 'organizations' | 'teams'>,
    @Inject(WORKSPACE_SERVICES) private readonly services: Pick<WorkspaceServices, 'declaredNames'>,
  ) {}

  async list(organizationId: string): Promise<readonly McpServerView[]> {
    const organization = await this.database.organizations.find(organizationId);
    const { declaredNames } = this.services;
    const entries = organization === undefined ? [] : declaredNames.listMcpServers(organization.name);
    if (entries.length === 0) return [];
    const namesTeams = entries.some(({ access }) => access?.some(({ team }) => team !== undefined));
    const teams = namesTeams ? await this.database.teams.listAll(organizationId) : [];
    const teamIds = new Map(teams.map(({ id, name }) => [name, id]));
    const states = await this.database.mcpServerStates.listOf(
      organizationId,
      entries.map(({ name }) => declaredMcpServerKey(name)),
    );
    return entries.map((entry) =>
      McpServerView.ofDeclared(entry, {
        id: declaredIdOf(organizationId, 'mcp_server', entry.name),
        readAt: declaredNames.readAt,
        teamIds,
        states: states.get(declaredMcpServerKey(entry.name)) ?? [],
      }),
    );
  }

  /** Undefined for an id of the database, and for whoever may see the servers of no workspace. */
  async find(requester: Requester, id: string): Promise<McpServerView | undefined> {
    if (!isDeclaredId(id) || !mayRead(requester)) return undefined;
    return (await this.list(requester.organizationId)).find((server) => server.id === id);
  }

  /** Fails with 409 for a server of gateway.yaml that the requester may see. */
  async refuse(requester: Requester, id: string): Promise<void> {
    if ((await this.find(requester, id)) !== undefined) throw new GatewayError('declared_in_config');
  }
}

/** Servers of all workspaces are for everybody who may see the servers of one. */
function mayRead(requester: Requester): boolean {
  const { memberships = [], workspaceId: bound } = requester.caller;
  const ids = [bound, ...memberships.map(({ workspaceId }) => workspaceId)];
  return requester.can(READ) || ids.some((workspaceId) => workspaceId && requester.can(READ, { workspaceId }));
}

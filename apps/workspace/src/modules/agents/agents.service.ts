import { type AgentDefinition, type AgentTool, type HttpTool, readDefinition } from '@multilane/agents';
import { checkUserUrl } from '@multilane/egress';
import { GatewayError } from '@multilane/errors';
import type { KnowledgeCaller } from '@multilane/knowledge-bases';
import type { AgentRecord, AgentVersionRecord, Database, Page } from '@multilane/persistence';
import { readSecretText, secretsIn } from '@multilane/workflows';
import { Inject, Injectable } from '@nestjs/common';
import type { ListQuery } from '../../lists/list-query.dto.js';
import { DATABASE, WORKSPACE_SERVICES, type WorkspaceServices } from '../../services/workspace-services.js';
import { AllowedNetworksService } from '../providers/allowed-networks.service.js';
import type { CreateAgentDto, UpdateAgentDto } from './dto/write-agent.dto.js';

/** Agents of a workspace at most. */
const MOST = 200;
/** Larger than the number of any version. */
const NEWEST = 2_147_483_647;

/** Agents and their versions (docs/contract/agents.md#agents). Objects of other workspaces are not found. */
@Injectable()
export class AgentsService {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(AllowedNetworksService) private readonly networks: AllowedNetworksService,
    @Inject(WORKSPACE_SERVICES) private readonly services: WorkspaceServices,
  ) {}

  async create(caller: KnowledgeCaller, dto: CreateAgentDto): Promise<AgentRecord> {
    const { actor, place } = caller;
    const { description = '', name, ...asked } = dto;
    const definition = readDefinition(toPlain(asked));
    await this.checkReferences(caller, definition);
    if ((await this.database.agents.count(place)) >= MOST) {
      throw new GatewayError('conflict', { message: `The workspace has ${MOST} agents. Delete some first.` });
    }
    return this.database.change(actor, ({ agents }) =>
      agents.create(place, { name, description, definition, createdBy: actor.name }),
    );
  }

  list({ place }: KnowledgeCaller, { cursor, limit }: ListQuery): Promise<Page<AgentRecord>> {
    return this.database.agents.listPage(place, { cursor, limit });
  }

  async find({ place }: KnowledgeCaller, id: string): Promise<AgentRecord> {
    const agent = await this.database.agents.find(place.organizationId, id);
    if (agent?.workspaceId !== place.workspaceId) {
      throw new GatewayError('not_found', { message: 'The agent does not exist.' });
    }
    return agent;
  }

  /** Changes what is given; another definition is a new version. */
  async update(caller: KnowledgeCaller, id: string, dto: UpdateAgentDto): Promise<AgentRecord> {
    const { actor, place } = caller;
    const { definition: before } = await this.find(caller, id);
    const { description, name, ...asked } = dto;
    const changes = toPlain(asked);
    if (Object.keys(changes).length > 0) {
      await this.checkReferences(caller, readDefinition({ ...before, ...changes }), id);
    }
    return this.database.change(actor, async ({ agents }) => {
      const stored = await agents.lock(place, id);
      const definition = readDefinition({ ...stored.definition, ...changes });
      return agents.update(place, id, { name, description, definition, createdBy: actor.name });
    });
  }

  async remove(caller: KnowledgeCaller, id: string): Promise<void> {
    await this.find(caller, id);
    await this.database.change(caller.actor, ({ agents }) => agents.remove(caller.place, id));
  }

  /** Newest first. */
  async listVersions(
    caller: KnowledgeCaller,
    id: string,
    { cursor, limit }: ListQuery,
  ): Promise<Page<AgentVersionRecord>> {
    await this.find(caller, id);
    if (cursor !== undefined && !/^\d{1,9}$/.test(cursor)) {
      const message = '`cursor` must be the `next_cursor` of a list.';
      throw new GatewayError('invalid_value', { param: 'cursor', message });
    }
    const below = cursor === undefined ? NEWEST : Number(cursor);
    const rows = await this.database.agents.listVersions(id, below, limit + 1);
    const data = rows.slice(0, limit);
    return { data, nextCursor: rows.length > limit ? String(data.at(-1)?.version) : null };
  }

  /** Only what the workspace has can be used, and only addresses that may be called. */
  private async checkReferences(caller: KnowledgeCaller, definition: AgentDefinition, ownId?: string): Promise<void> {
    const { place, viewer } = caller;
    const { docset_ids, kb_ids, tools } = definition;
    const agentIds = tools.flatMap((tool) => (tool.type === 'agent' ? [tool.agent_id] : []));
    const [bases, sets, agents, secrets] = await Promise.all([
      this.database.knowledgeBases.findAll(place, kb_ids),
      Promise.all(docset_ids.map((id) => this.database.docsets.find(place, viewer, id))),
      agentIds.length === 0 ? new Set<string>() : this.database.agents.findIds(place, agentIds),
      this.database.workspaceSecrets.listNames(place.organizationId, place.workspaceId),
    ]);
    if (bases.length < kb_ids.length) throw missing('kb_ids', 'names a knowledge base');
    if (sets.some((set) => set === undefined)) throw missing('docset_ids', 'names a document set');
    for (const [at, tool] of tools.entries()) {
      const param = `tools[${at}]`;
      if (tool.type === 'agent') checkAgent(tool, `${param}.agent_id`, agents, ownId);
      else if (tool.type === 'http') this.checkHttp(tool, param, secrets);
      else if (!(await this.hasMcpServer(place, tool.server))) throw missing(`${param}.server`, 'names an MCP server');
    }
  }

  private checkHttp({ headers, url }: HttpTool, at: string, secrets: ReadonlySet<string>): void {
    const param = `${at}.url`;
    const problem = checkUserUrl(url.replaceAll(/[{}]/g, ''), this.networks.allowed);
    if (problem !== undefined) throw new GatewayError('invalid_value', { param, message: `\`${param}\` ${problem}.` });
    for (const [name, text] of Object.entries(headers)) {
      const unknown = secretsIn([readSecretText(text) ?? []]).some((secret) => !secrets.has(secret));
      if (unknown) throw missing(`${at}.headers.${name}`, 'names a secret');
    }
  }

  /** Servers of the workspace, and those of gateway.yaml for its organization. The right to use one is checked when an agent runs. */
  private async hasMcpServer(
    { organizationId, workspaceId }: KnowledgeCaller['place'],
    name: string,
  ): Promise<boolean> {
    if ((await this.database.mcpServers.listNames(organizationId, workspaceId)).has(name)) return true;
    const organization = await this.database.organizations.find(organizationId);
    return organization !== undefined && this.services.declaredNames.hasMcpServer(name, organization.name);
  }
}

function checkAgent({ agent_id: id }: AgentTool, param: string, known: ReadonlySet<string>, ownId?: string): void {
  if (!known.has(id)) throw missing(param, 'names an agent');
  if (id === ownId) throw new GatewayError('invalid_value', { param, message: 'An agent cannot be its own tool.' });
}

function missing(param: string, words: string): GatewayError {
  return new GatewayError('invalid_value', {
    param,
    message: `\`${param}\` ${words} that the workspace does not have.`,
  });
}

/** The members that were sent, as plain objects. */
function toPlain(dto: object): Record<string, unknown> {
  return JSON.parse(JSON.stringify(dto)) as Record<string, unknown>;
}

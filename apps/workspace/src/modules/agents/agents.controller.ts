import type { KnowledgeCaller } from '@multilane/knowledge-bases';
import { Body, Controller, Get, Inject, Param, Query } from '@nestjs/common';
import { RequirePermission } from '../../access/access.js';
import { ListQuery } from '../../lists/list-query.dto.js';
import { type ListAnswer, toList } from '../../lists/to-list.js';
import { WorkspaceQuery } from '../../lists/workspace-query.dto.js';
import { AnswersList } from '../../openapi/answers.decorator.js';
import { Creates, Finds, Lists, Removes, Updates } from '../../openapi/resource-routes.decorator.js';
import { FromKnowledgeCaller } from '../knowledge/from-knowledge-caller.decorator.js';
import { AgentsService } from './agents.service.js';
import { AgentVersionView, AgentView } from './dto/agent.view.js';
import { CreateAgentDto, UpdateAgentDto } from './dto/write-agent.dto.js';

const READ = 'gateway.agents.read';
const MANAGE = 'gateway.agents.manage';
const HERE = { in: 'workspace', person: true } as const;

/** Agents (docs/contract/agents.md#agents). */
@Controller('w/agents')
export class AgentsController {
  constructor(@Inject(AgentsService) private readonly agents: AgentsService) {}

  @Creates(AgentView, 'The new agent.')
  @RequirePermission(MANAGE, HERE)
  async create(
    @FromKnowledgeCaller() caller: KnowledgeCaller,
    @Query() _query: WorkspaceQuery,
    @Body() dto: CreateAgentDto,
  ): Promise<AgentView> {
    return AgentView.of(await this.agents.create(caller, dto));
  }

  @Lists(AgentView)
  @RequirePermission(READ, HERE)
  async list(
    @FromKnowledgeCaller() caller: KnowledgeCaller,
    @Query() query: ListQuery,
  ): Promise<ListAnswer<AgentView>> {
    return toList(await this.agents.list(caller, query), AgentView.of);
  }

  @Finds(AgentView)
  @RequirePermission(READ, HERE)
  async find(
    @FromKnowledgeCaller() caller: KnowledgeCaller,
    @Param('id') id: string,
    @Query() _query: WorkspaceQuery,
  ): Promise<AgentView> {
    return AgentView.of(await this.agents.find(caller, id));
  }

  /** Another definition is a new version. Runs that have begun keep theirs. */
  @Updates(AgentView, 'The updated agent.')
  @RequirePermission(MANAGE, HERE)
  async update(
    @FromKnowledgeCaller() caller: KnowledgeCaller,
    @Param('id') id: string,
    @Query() _query: WorkspaceQuery,
    @Body() dto: UpdateAgentDto,
  ): Promise<AgentView> {
    return AgentView.of(await this.agents.update(caller, id, dto));
  }

  /** Its versions and runs are deleted with it. */
  @Removes()
  @RequirePermission(MANAGE, HERE)
  async remove(
    @FromKnowledgeCaller() caller: KnowledgeCaller,
    @Param('id') id: string,
    @Query() _query: WorkspaceQuery,
  ): Promise<void> {
    await this.agents.remove(caller, id);
  }

  @Get(':id/versions')
  @RequirePermission(READ, HERE)
  @AnswersList(AgentVersionView)
  async listVersions(
    @FromKnowledgeCaller() caller: KnowledgeCaller,
    @Param('id') id: string,
    @Query() query: ListQuery,
  ): Promise<ListAnswer<AgentVersionView>> {
    return toList(await this.agents.listVersions(caller, id, query), AgentVersionView.of);
  }
}

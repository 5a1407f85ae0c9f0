import { type AgentDefinition, readDefinition } from '@multilane/agents';
import type { AgentRecord, AgentVersionRecord } from '@multilane/persistence';
import { ObjectField, ObjectListField } from '../../../fields/list-fields.js';
import {
  AmountField,
  ChoiceField,
  CountField,
  FlagField,
  IdField,
  TextField,
  TimeField,
} from '../../../fields/scalar-fields.js';
import { A2A, AgentCapsDto, AgentToolDto, CHAT_MODEL, IdListField, MCP_TOOL } from './agent-fields.dto.js';

/** One version of an agent. */
class DefinitionView {
  @TextField({ description: 'The chat model.' })
  model!: string;

  @TextField({ min: 0, description: 'What the agent is to do.' })
  instructions!: string;

  @ObjectListField(() => AgentToolDto, { description: 'What the model can call.' })
  tools!: AgentToolDto[];

  @IdListField('kb_ids', false)
  kb_ids!: string[];

  @IdListField('docset_ids', false)
  docset_ids!: string[];

  @CountField({ description: 'Answers of the model in a run.' })
  max_steps!: number;

  @ObjectField(() => AgentCapsDto, { description: 'What a run may use.' })
  caps!: AgentCapsDto;

  @AmountField({ nullable: true, description: "Null: the model's default." })
  temperature!: number | null;

  @CountField({ nullable: true, description: "Tokens of each answer. Null: the model's default." })
  max_output_tokens!: number | null;

  @FlagField({ description: CHAT_MODEL })
  chat_model!: boolean;

  @FlagField({ description: MCP_TOOL })
  mcp_tool!: boolean;

  @FlagField({ description: A2A })
  a2a!: boolean;
}

function show(stored: object): DefinitionView {
  const {
    a2a,
    caps,
    chat_model,
    docset_ids,
    instructions,
    kb_ids,
    max_output_tokens,
    max_steps,
    mcp_tool,
    model,
    temperature,
    tools,
  }: AgentDefinition = readDefinition(stored);
  return {
    model,
    instructions,
    tools: tools.map((tool) => (tool.type === 'mcp' ? { ...tool, tools: tool.tools && [...tool.tools] } : { ...tool })),
    kb_ids: [...kb_ids],
    docset_ids: [...docset_ids],
    max_steps,
    caps,
    temperature,
    max_output_tokens,
    chat_model: chat_model === true,
    mcp_tool: mcp_tool === true,
    a2a: a2a === true,
  };
}

/** An agent as the API shows it, with its newest version. */
export class AgentView extends DefinitionView {
  @IdField({ description: 'Unique identifier.' })
  id!: string;

  @ChoiceField(['agent'], { description: 'Always `agent`.' })
  object!: 'agent';

  @IdField({ description: 'The workspace that it belongs to.' })
  workspace_id!: string;

  @TextField({ description: 'Unique in the workspace.' })
  name!: string;

  @TextField({ min: 0, description: 'Shown in lists.' })
  description!: string;

  @CountField({ description: 'Number of the newest version, from 1.' })
  version!: number;

  @TimeField({ description: 'When the resource was created.' })
  created_at!: string;

  @TimeField({ description: 'When the resource was changed last.' })
  updated_at!: string;

  static of(agent: AgentRecord): AgentView {
    const { createdAt, definition, description, id, name, updatedAt, version, workspaceId } = agent;
    return {
      id,
      object: 'agent',
      workspace_id: workspaceId,
      name,
      description,
      version,
      ...show(definition),
      created_at: createdAt.toISOString(),
      updated_at: updatedAt.toISOString(),
    };
  }
}

/** A version of an agent. It never changes. */
export class AgentVersionView extends DefinitionView {
  @ChoiceField(['agent.version'], { description: 'Always `agent.version`.' })
  object!: 'agent.version';

  @CountField({ description: 'From 1.' })
  version!: number;

  @TextField({ description: 'The name of whoever made it.' })
  created_by!: string;

  @TimeField({ description: 'When the version was created.' })
  created_at!: string;

  static of({ createdAt, createdBy, definition, version }: AgentVersionRecord): AgentVersionView {
    return {
      object: 'agent.version',
      version,
      ...show(definition),
      created_by: createdBy,
      created_at: createdAt.toISOString(),
    };
  }
}

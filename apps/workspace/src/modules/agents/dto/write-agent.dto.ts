import { AGENT_BOUNDS } from '@multilane/agents';
import { ObjectField, ObjectListField } from '../../../fields/list-fields.js';
import { AmountField, CountField, FlagField, TextField } from '../../../fields/scalar-fields.js';
import { A2A, AgentCapsDto, AgentToolDto, CHAT_MODEL, IdListField, MCP_TOOL } from './agent-fields.dto.js';

const NAME = {
  max: 64,
  form: {
    pattern: /^[a-zA-Z0-9][a-zA-Z0-9._-]{0,63}$/,
    name: 'letters, digits, `.`, `_` and `-`, and begin with a letter or digit',
  },
  description: 'Unique in the workspace.',
  example: 'order-desk',
};
const MODEL = { max: 512, description: 'A chat model, by any of its names.', example: 'gpt-5-mini' };

/** Body of a version. */
class DefinitionDto {
  @TextField({
    optional: true,
    min: 0,
    max: AGENT_BOUNDS.instructions,
    multiline: true,
    description: 'What the agent is to do. Default: empty.',
  })
  instructions?: string;

  @ObjectListField(() => AgentToolDto, {
    optional: true,
    maxItems: AGENT_BOUNDS.tools,
    description: 'What the model can call.',
  })
  tools?: AgentToolDto[];

  @IdListField('kb_ids', true)
  kb_ids?: string[];

  @IdListField('docset_ids', true)
  docset_ids?: string[];

  @CountField({
    optional: true,
    min: 1,
    max: AGENT_BOUNDS.steps,
    description: 'Answers of the model in a run. Default: 10.',
  })
  max_steps?: number;

  @ObjectField(() => AgentCapsDto, { optional: true, description: 'What a run may use.' })
  caps?: AgentCapsDto;

  @AmountField({ optional: true, nullable: true, max: 2, description: "Null: the model's default." })
  temperature?: number | null;

  @CountField({
    optional: true,
    nullable: true,
    min: 1,
    max: 1_000_000,
    description: "Tokens of each answer. Null: the model's default.",
  })
  max_output_tokens?: number | null;

  @FlagField({ optional: true, description: CHAT_MODEL })
  chat_model?: boolean;

  @FlagField({ optional: true, description: MCP_TOOL })
  mcp_tool?: boolean;

  @FlagField({ optional: true, description: A2A })
  a2a?: boolean;
}

export class CreateAgentDto extends DefinitionDto {
  @TextField(NAME)
  name!: string;

  @TextField({ optional: true, min: 0, max: 1_000, description: 'Shown in lists.' })
  description?: string;

  @TextField(MODEL)
  model!: string;
}

/** Fields that are left out keep their value. */
export class UpdateAgentDto extends DefinitionDto {
  @TextField({ ...NAME, optional: true })
  name?: string;

  @TextField({ optional: true, min: 0, max: 1_000, description: 'Shown in lists.' })
  description?: string;

  @TextField({ ...MODEL, optional: true })
  model?: string;
}

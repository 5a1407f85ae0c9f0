import { AGENT_BOUNDS } from '@multilane/agents';
import { FreeObjectField, TextListField } from '../../../fields/list-fields.js';
import { AmountField, CountField, FlagField, IdField, TextField } from '../../../fields/scalar-fields.js';

/** A tool of an agent: a request over HTTP, another agent, or tools of an MCP server. */
export class AgentToolDto {
  @TextField({ max: 16, description: '`http`, `agent` or `mcp`.', example: 'http' })
  type!: string;

  @TextField({ max: 64, description: 'Unique in the agent: letters, digits, `_` and `-`.', example: 'get_order' })
  name!: string;

  @TextField({
    optional: true,
    max: 4_000,
    multiline: true,
    description:
      'Tells the model when to call the tool. Required for `http` and `agent`. MCP servers describe their tools themselves.',
    example: 'Finds an order by its number.',
  })
  description?: string;

  @FlagField({ optional: true, description: 'Whether a person must approve each call. Default: false.' })
  requires_approval?: boolean;

  @TextField({
    optional: true,
    max: 16,
    description: '`http`: `GET`, `POST`, `PUT`, `PATCH` or `DELETE`. Default: `GET`.',
  })
  method?: string;

  @TextField({
    optional: true,
    max: 2_048,
    description:
      '`http`: the address. `{name}` in its path is filled in with an argument. Other arguments are added to the query, or are the JSON body.',
    example: 'https://shop.example/orders/{order_id}',
  })
  url?: string;

  @FreeObjectField({
    optional: true,
    maxBytes: AGENT_BOUNDS.parameters,
    description: '`http`: the JSON Schema of the arguments, of type `object`.',
    example: { type: 'object', properties: { order_id: { type: 'string' } }, required: ['order_id'] },
  })
  parameters?: object;

  @FreeObjectField({
    optional: true,
    description: '`http`: headers by name. `{{secrets.NAME}}` is a secret of the workspace.',
    example: { authorization: 'Bearer {{secrets.SHOP_KEY}}' },
  })
  headers?: object;

  @CountField({
    optional: true,
    min: 1,
    max: AGENT_BOUNDS.toolSeconds,
    description: '`http`: time limit of a call. Default: 30.',
  })
  timeout_seconds?: number;

  @IdField({ optional: true, description: '`agent`: the agent.' })
  agent_id?: string;

  @TextField({
    optional: true,
    max: 128,
    description:
      '`mcp`: the name of a server of the workspace, or of `gateway.yaml`. The model sees its tools as `name__tool`.',
    example: 'tickets',
  })
  server?: string;

  @TextListField({
    optional: true,
    nullable: true,
    maxItems: AGENT_BOUNDS.mcpTools,
    items: { max: 128 },
    description: '`mcp`: names of tools at the server. Null: all that whoever runs the agent may use.',
  })
  tools?: string[] | null;
}

/** Limits of a run. */
export class AgentCapsDto {
  @AmountField({
    optional: true,
    nullable: true,
    max: AGENT_BOUNDS.costUsd,
    description: 'Cost in US dollars. The model needs a price. Null: no cap.',
  })
  cost_usd?: number | null;

  @CountField({
    optional: true,
    nullable: true,
    min: 1,
    max: AGENT_BOUNDS.tokens,
    description: 'Tokens of all model calls. Null: no cap.',
  })
  tokens?: number | null;

  @CountField({
    optional: true,
    min: 1,
    max: AGENT_BOUNDS.seconds,
    description: 'Working time in seconds, without waiting for approvals. Default: 600.',
  })
  seconds?: number;

  @CountField({ optional: true, min: 1, max: AGENT_BOUNDS.toolCalls, description: 'Calls of tools. Default: 100.' })
  tool_calls?: number;
}

export const CHAT_MODEL =
  'Whether credentials of the workspace can ask it as the model `agent/<name>` of POST /v1/chat/completions. Default: false.';
export const MCP_TOOL =
  'Whether credentials of the workspace can call it as a tool of the MCP gateway. Default: false.';

const KB_IDS = 'Knowledge bases that the tool `search_knowledge` searches.';
const DOCSET_IDS = 'Document sets whose knowledge bases it searches too, as far as whoever runs the agent sees them.';

export const IdListField = (what: 'kb_ids' | 'docset_ids', optional: boolean): PropertyDecorator =>
  TextListField({
    optional,
    maxItems: what === 'kb_ids' ? AGENT_BOUNDS.knowledgeBases : AGENT_BOUNDS.docsets,
    items: { max: 36 },
    description: what === 'kb_ids' ? KB_IDS : DOCSET_IDS,
  });

export const A2A =
  'Whether credentials of the workspace can reach the agent over A2A 1.0 at `/a2a/<name>`. Default: false.';

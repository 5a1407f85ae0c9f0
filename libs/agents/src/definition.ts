/** Bounds of what people define. */
export const AGENT_BOUNDS = {
  instructions: 32_000,
  tools: 32,
  /** Characters of the JSON of one tool's `parameters`, and levels of it. */
  parameters: 8_192,
  parametersDepth: 24,
  headers: 20,
  knowledgeBases: 20,
  docsets: 20,
  /** Tools of one MCP server that an agent names, and tools that a model is offered in all. */
  mcpTools: 100,
  offered: 128,
  steps: 50,
  /** Calls of tools in a run. */
  toolCalls: 500,
  /** Seconds that a run may work, without the time in which it waits for approvals. */
  seconds: 3_600,
  toolSeconds: 120,
  tokens: 100_000_000,
  costUsd: 10_000,
  /** Agents that call agents: the run of a person has depth 1. */
  depth: 3,
  /** Calls that one answer of a model may ask for; further ones are rejected. */
  callsOfTurn: 16,
  /** Characters of one tool's result that the model gets, and of all messages of a run. */
  result: 32_000,
  transcript: 4_000_000,
  input: 200_000,
  /** Runs of a workspace that have not ended. */
  openRuns: 200,
} as const;

/** Defaults of what a definition leaves out. */
export const AGENT_DEFAULTS = { maxSteps: 10, seconds: 600, toolCalls: 100, toolSeconds: 30 } as const;

export const HTTP_TOOL_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type HttpToolMethod = (typeof HTTP_TOOL_METHODS)[number];

interface ToolBase {
  readonly name: string;
  readonly description: string;
  /** True if a person must approve each call. */
  readonly requires_approval: boolean;
}

/** A request that the model fills in. */
export interface HttpTool extends ToolBase {
  readonly type: 'http';
  readonly method: HttpToolMethod;
  /** `{name}` in the path is filled in with an argument. Other arguments are the query, or the JSON body. */
  readonly url: string;
  /** A JSON Schema of type `object`. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** `{{secrets.NAME}}` is a secret of the workspace; its value is put in when the request is sent. */
  readonly headers: Readonly<Record<string, string>>;
  readonly timeout_seconds: number;
}

/** Another agent of the workspace. */
export interface AgentTool extends ToolBase {
  readonly type: 'agent';
  readonly agent_id: string;
}

/** Tools of an MCP server. The model sees each as `name__tool`. */
export interface McpTools extends ToolBase {
  readonly type: 'mcp';
  /** The name of the server. */
  readonly server: string;
  /** Their names at the server. Null: all that whoever runs the agent may use. */
  readonly tools: readonly string[] | null;
}

export type DeclaredTool = HttpTool | AgentTool | McpTools;

/** A tool of an MCP server as the model is offered it. */
export interface OfferedTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly requiresApproval: boolean;
}

/** Limits of a run. */
export interface AgentCaps {
  /** Null: no cap. */
  readonly cost_usd: number | null;
  readonly tokens: number | null;
  readonly seconds: number;
  readonly tool_calls: number;
}

/** Version of an agent (docs/contract/agents.md#definitions). Defaults are filled in. */
export interface AgentDefinition {
  readonly model: string;
  readonly instructions: string;
  readonly tools: readonly DeclaredTool[];
  readonly kb_ids: readonly string[];
  readonly docset_ids: readonly string[];
  readonly max_steps: number;
  readonly caps: AgentCaps;
  readonly temperature: number | null;
  readonly max_output_tokens: number | null;
  /** True if credentials of the workspace can ask it as the chat model `agent/<name>`. Left out: no. */
  readonly chat_model?: true;
  /** True if credentials of the workspace can call it as a tool of the MCP gateway. Left out: no. */
  readonly mcp_tool?: true;
  /** True if credentials of the workspace can reach it over A2A. Left out: no. */
  readonly a2a?: true;
}

/** The name of the tool that searches the knowledge bases of an agent. */
export const KNOWLEDGE_TOOL = 'search_knowledge';

/** True if an agent searches knowledge bases. */
export function searchesKnowledge({ docset_ids, kb_ids }: Pick<AgentDefinition, 'kb_ids' | 'docset_ids'>): boolean {
  return kb_ids.length > 0 || docset_ids.length > 0;
}

import type { components } from '../../api/schema.js';
import { isHeaderLine, linesOf, readHeaderLines } from '../../ui/header-lines.js';
import { isJsonObject } from '../../ui/json-object.js';

export type Agent = components['schemas']['AgentView'];
export type AgentVersion = components['schemas']['AgentVersionView'];
type Tool = components['schemas']['AgentToolDto'];
type Definition = Omit<Required<components['schemas']['CreateAgentDto']>, 'name' | 'description'>;

export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** The fields of every type of tool at once, so that a change of mind loses nothing. */
export interface ToolValues {
  /** Names the tool in the form alone. */
  readonly key: string;
  readonly type: 'http' | 'agent' | 'mcp';
  readonly name: string;
  readonly description: string;
  readonly requires_approval: boolean;
  readonly method: string;
  readonly url: string;
  /** JSON. */
  readonly parameters: string;
  /** A header a line. */
  readonly headers: string;
  readonly timeout_seconds: number | '';
  readonly agent_id: string;
  /** The name of an MCP server. */
  readonly server: string;
  /** Names of its tools, one a line. Empty: all. */
  readonly tools: string;
}

export type AgentValues = {
  readonly name: string;
  readonly description: string;
  readonly model: string;
  readonly instructions: string;
  readonly tools: readonly ToolValues[];
  readonly kb_ids: readonly string[];
  readonly docset_ids: readonly string[];
  readonly max_steps: number | '';
  /** Empty: no cap. */
  readonly cost_usd: number | '';
  readonly tokens: number | '';
  readonly seconds: number | '';
  readonly tool_calls: number | '';
  /** Problems with `caps` are shown here. */
  readonly caps: null;
  /** Empty: as the model has it. */
  readonly temperature: number | '';
  readonly max_output_tokens: number | '';
  readonly chat_model: boolean;
  readonly mcp_tool: boolean;
  readonly a2a: boolean;
};

export const EMPTY_AGENT: AgentValues = {
  name: '',
  description: '',
  model: '',
  instructions: '',
  tools: [],
  kb_ids: [],
  docset_ids: [],
  max_steps: 10,
  cost_usd: '',
  tokens: '',
  seconds: 600,
  tool_calls: 100,
  caps: null,
  temperature: '',
  max_output_tokens: '',
  chat_model: false,
  mcp_tool: false,
  a2a: false,
};

const NO_PARAMETERS = '{\n  "type": "object",\n  "properties": {}\n}';

export function newTool(type: ToolValues['type'], key: string): ToolValues {
  const texts = {
    name: '',
    description: '',
    url: '',
    headers: '',
    agent_id: '',
    parameters: NO_PARAMETERS,
    server: '',
    tools: '',
  };
  return { key, type, ...texts, requires_approval: false, method: 'GET', timeout_seconds: 30 };
}

export function valuesOfAgent(agent: Agent): AgentValues {
  const { caps, description, docset_ids, instructions, kb_ids, max_steps, model, name, tools } = agent;
  return {
    ...EMPTY_AGENT,
    ...{ description, docset_ids, instructions, kb_ids, max_steps, model, name },
    tools: tools.map((tool) => valuesOfTool(tool)),
    cost_usd: caps.cost_usd ?? '',
    tokens: caps.tokens ?? '',
    seconds: caps.seconds ?? '',
    tool_calls: caps.tool_calls ?? '',
    temperature: agent.temperature ?? '',
    max_output_tokens: agent.max_output_tokens ?? '',
    chat_model: agent.chat_model,
    mcp_tool: agent.mcp_tool,
    a2a: agent.a2a,
  };
}

function valuesOfTool(tool: Tool): ToolValues {
  const { agent_id = '', headers = {}, method = 'GET', parameters, server = '', timeout_seconds = 30, url = '' } = tool;
  const type = tool.type === 'agent' || tool.type === 'mcp' ? tool.type : 'http';
  return {
    ...newTool(type, tool.name),
    ...{ name: tool.name, description: tool.description ?? '', server, tools: (tool.tools ?? []).join('\n') },
    ...{ requires_approval: tool.requires_approval ?? false },
    ...{ agent_id, method, timeout_seconds, url },
    ...(parameters && { parameters: JSON.stringify(parameters, null, 2) }),
    headers: Object.entries(headers)
      .map(([name, value]) => `${name}: ${value}`)
      .join('\n'),
  };
}

/**
 * Every field is sent, as the form shows it.
 *
 * @throws SyntaxError for parameters that are no JSON; findAgentProblems says so before
 */
export function toAgent(values: AgentValues) {
  const { cost_usd, max_output_tokens, max_steps, seconds, temperature, tokens, tool_calls } = values;
  return {
    name: values.name.trim(),
    description: values.description.trim(),
    model: values.model.trim(),
    instructions: values.instructions,
    tools: values.tools.map((tool) => toTool(tool)),
    kb_ids: [...values.kb_ids],
    docset_ids: [...values.docset_ids],
    ...(max_steps !== '' && { max_steps }),
    caps: {
      cost_usd: cost_usd === '' ? null : cost_usd,
      tokens: tokens === '' ? null : tokens,
      ...(seconds !== '' && { seconds }),
      ...(tool_calls !== '' && { tool_calls }),
    },
    temperature: temperature === '' ? null : temperature,
    max_output_tokens: max_output_tokens === '' ? null : max_output_tokens,
    chat_model: values.chat_model,
    mcp_tool: values.mcp_tool,
    a2a: values.a2a,
  };
}

function toTool(tool: ToolValues): Tool {
  const { description, name, requires_approval, type } = tool;
  if (type === 'mcp') {
    const tools = linesOf(tool.tools).map((line) => line.trim());
    return {
      type,
      name: name.trim(),
      requires_approval,
      server: tool.server.trim(),
      ...(tools.length > 0 && { tools }),
    };
  }
  const common = { type, name: name.trim(), description: description.trim(), requires_approval };
  if (type === 'agent') return { ...common, agent_id: tool.agent_id };
  const headers = readHeaderLines(linesOf(tool.headers));
  return {
    ...common,
    method: tool.method,
    url: tool.url.trim(),
    parameters: JSON.parse(tool.parameters) as Record<string, unknown>,
    headers,
    ...(tool.timeout_seconds !== '' && { timeout_seconds: tool.timeout_seconds }),
  };
}

/** Returns the definition of a version, to make it the newest one again. */
export function definitionOf(version: AgentVersion): Definition {
  const { created_at: _, created_by: __, object: ___, version: ____, ...definition } = version;
  return definition;
}

/** Finds missing values before the API is called: the field, and the key of its text. */
export function findAgentProblems(values: AgentValues): Partial<Record<keyof AgentValues, string>> {
  const problems: Partial<Record<keyof AgentValues, string>> = {};
  if (!/^[a-zA-Z0-9][a-zA-Z0-9._-]{0,63}$/.test(values.name.trim())) problems.name = 'required.name';
  if (values.model.trim() === '') problems.model = 'required.model';
  const tool = values.tools.map((each) => findToolProblem(each)).find((problem) => problem !== undefined);
  if (tool !== undefined) problems.tools = tool;
  return problems;
}

/** The key of what is wrong with a tool, if anything is. */
export function findToolProblem(tool: ToolValues): string | undefined {
  if (!/^[a-zA-Z0-9_-]{1,64}$/.test(tool.name.trim())) return 'required.toolName';
  if (tool.type === 'mcp') return tool.server.trim() === '' ? 'required.server' : undefined;
  if (tool.description.trim() === '') return 'required.toolDescription';
  if (tool.type === 'agent') return tool.agent_id === '' ? 'required.agent' : undefined;
  if (!/^https?:\/\/./.test(tool.url.trim())) return 'required.url';
  if (!linesOf(tool.headers).every(isHeaderLine)) return 'required.headers';
  return isJsonObject(tool.parameters) ? undefined : 'required.parameters';
}

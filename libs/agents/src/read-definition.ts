import { AGENT_BOUNDS, AGENT_DEFAULTS, type AgentCaps, type AgentDefinition, KNOWLEDGE_TOOL } from './definition.js';
import { invalid, readAmount, readInteger, readList, readObject, readText } from './read-members.js';
import { readTool } from './read-tool.js';

const MEMBERS = [
  'model',
  'instructions',
  'tools',
  'kb_ids',
  'docset_ids',
  'max_steps',
  'caps',
  'temperature',
  'max_output_tokens',
  'chat_model',
  'mcp_tool',
  'a2a',
];
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Checks a definition that somebody sent, and fills in defaults (docs/contract/agents.md#definitions). The caller
 * checks that its references exist.
 *
 * @throws GatewayError 400 that names the field
 */
export function readDefinition(value: unknown): AgentDefinition {
  const asked = readObject(value, '', MEMBERS);
  const { caps, docset_ids, instructions, kb_ids, max_output_tokens, max_steps, model, temperature, tools } = asked;
  const read = readList(tools, 'tools', AGENT_BOUNDS.tools).map((tool, at) => readTool(tool, `tools[${at}]`));
  const names = new Set<string>([KNOWLEDGE_TOOL]);
  read.forEach(({ name }, at) => {
    if (names.has(name)) {
      throw invalid(
        `tools[${at}].name`,
        name === KNOWLEDGE_TOOL ? 'is the name of the knowledge search' : 'is used twice',
      );
    }
    names.add(name);
  });
  return {
    model: readText(model, 'model', { max: 512 }),
    instructions: readText(instructions ?? '', 'instructions', { min: 0, max: AGENT_BOUNDS.instructions }),
    tools: read,
    kb_ids: readIds(kb_ids, 'kb_ids', AGENT_BOUNDS.knowledgeBases),
    docset_ids: readIds(docset_ids, 'docset_ids', AGENT_BOUNDS.docsets),
    max_steps: readInteger(max_steps ?? AGENT_DEFAULTS.maxSteps, 'max_steps', { max: AGENT_BOUNDS.steps }),
    caps: readCaps(caps ?? {}),
    temperature: readTemperature(temperature),
    max_output_tokens:
      max_output_tokens === undefined || max_output_tokens === null
        ? null
        : readInteger(max_output_tokens, 'max_output_tokens', { max: 1_000_000 }),
    ...(readFlag(asked.chat_model, 'chat_model') && { chat_model: true }),
    ...(readFlag(asked.mcp_tool, 'mcp_tool') && { mcp_tool: true }),
    ...(readFlag(asked.a2a, 'a2a') && { a2a: true }),
  };
}

function readCaps(value: unknown): AgentCaps {
  const { cost_usd, seconds, tokens, tool_calls } = readObject(value, 'caps', [
    'cost_usd',
    'tokens',
    'seconds',
    'tool_calls',
  ]);
  return {
    cost_usd: readAmount(cost_usd, 'caps.cost_usd', AGENT_BOUNDS.costUsd),
    tokens:
      tokens === undefined || tokens === null ? null : readInteger(tokens, 'caps.tokens', { max: AGENT_BOUNDS.tokens }),
    seconds: readInteger(seconds ?? AGENT_DEFAULTS.seconds, 'caps.seconds', { max: AGENT_BOUNDS.seconds }),
    tool_calls: readInteger(tool_calls ?? AGENT_DEFAULTS.toolCalls, 'caps.tool_calls', { max: AGENT_BOUNDS.toolCalls }),
  };
}

function readIds(value: unknown, param: string, max: number): string[] {
  const ids = readList(value, param, max).map((id, at) => {
    if (typeof id !== 'string' || !UUID.test(id)) throw invalid(`${param}[${at}]`, 'must be an id');
    return id;
  });
  return [...new Set(ids)];
}

function readFlag(value: unknown, param: string): boolean {
  if (value === undefined || value === null) return false;
  if (typeof value !== 'boolean') throw invalid(param, 'must be true or false');
  return value;
}

function readTemperature(value: unknown): number | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'number' || !(value >= 0 && value <= 2))
    throw invalid('temperature', 'must be a number from 0 to 2');
  return value;
}

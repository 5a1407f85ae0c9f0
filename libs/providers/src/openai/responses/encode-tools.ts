import type { ChatRequest, ChatTool } from '@multilane/contracts';
import { isRecord } from '@multilane/contracts';
import type { Losses } from '../../shared/losses.js';

type Json = Record<string, unknown>;

const NO_PARAMETERS = { type: 'object', properties: {} };

/**
 * The tools of a chat request in the Responses format, where a tool's members stand beside its type. A function is not strict there
 * unless the request says so: the format's own default is the other one.
 */
export function encodeTools(tools: readonly ChatTool[] | undefined, losses: Losses): Json[] | undefined {
  if (!tools?.length) return undefined;
  if (tools.some(losesWords)) losses.lose('tools');
  return tools.map(encodeTool);
}

/** The members of a function that the format has. */
const OF_FUNCTION: ReadonlySet<string> = new Set(['name', 'description', 'parameters', 'strict']);

/** Lossy: a mark for a cache, and what chat does not define of a function. */
function losesWords({ cache_control: mark, function: called }: ChatTool): boolean {
  return isRecord(mark) || (isRecord(called) && Object.keys(called).some((name) => !OF_FUNCTION.has(name)));
}

function encodeTool(tool: ChatTool): Json {
  const { type, function: called, custom, cache_control, ...others } = tool as ChatTool & { custom?: unknown };
  if (type === 'custom' && isRecord(custom)) return { ...others, type, ...custom, ...encodeGrammar(custom.format) };
  const { name, description, parameters, strict } = called;
  return {
    ...others,
    type: 'function',
    name,
    ...(typeof description === 'string' && { description }),
    parameters: parameters ?? NO_PARAMETERS,
    strict: strict ?? false,
  };
}

/** A grammar stands in a member of its own in chat. */
function encodeGrammar(format: unknown): Json {
  if (!isRecord(format) || format.type !== 'grammar' || !isRecord(format.grammar)) return {};
  return { format: { type: 'grammar', ...format.grammar } };
}

/** The choice among the tools. One without tools says nothing, and is rejected. */
export function encodeToolChoice({ tool_choice, tools }: Readonly<ChatRequest>): unknown {
  if (!tools?.length) return undefined;
  const choice: unknown = tool_choice;
  if (!isRecord(choice)) return choice ?? undefined;
  const { allowed_tools: allowed } = choice;
  if (choice.type !== 'allowed_tools') return nameTool(choice);
  if (!isRecord(allowed)) return undefined;
  const { mode, tools: named } = allowed;
  return { type: 'allowed_tools', mode, tools: Array.isArray(named) ? named.map(nameTool) : [] };
}

function nameTool(tool: unknown): unknown {
  if (!isRecord(tool)) return tool;
  const { type, function: called, custom } = tool;
  return { type, name: Object(type === 'custom' ? custom : called).name ?? tool.name };
}

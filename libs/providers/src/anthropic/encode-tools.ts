import type { ChatRequest, ChatTool } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import { readCacheControl } from './cache-control.js';
import type { NativeTool, NativeToolChoice } from './messages-request.js';

/** Function tools in the provider's form; undefined without tools. Throws for the reference's custom tools. */
export function encodeTools(tools: readonly ChatTool[]): NativeTool[] | undefined {
  return tools.length === 0 ? undefined : tools.map(encodeTool);
}

function encodeTool(tool: ChatTool, index: number): NativeTool {
  if (tool.type !== 'function') {
    throw refused(`tools[${index}].type`, 'supports only function tools');
  }
  const { name, description, parameters, strict } = tool.function;
  return {
    name,
    description: description || undefined,
    // A function without parameters takes none in the reference format; the provider demands a schema of an object.
    input_schema: { type: 'object', ...(parameters ?? { properties: {} }) },
    strict: strict === true ? true : undefined,
    ...readCacheControl(tool),
  };
}

/**
 * The choice among the tools, with `parallel_tool_calls: false` as its member (docs/contract/translation.md#group-n).
 * Without tools the provider takes no choice. Beside thinking only `auto` and `none` are possible
 * (docs/contract/translation.md#thinking): models with a budget refuse the others, and so do some adaptive ones.
 */
export function encodeToolChoice(request: Readonly<ChatRequest>, thinks: boolean): NativeToolChoice | undefined {
  const choice = encodeChoice(request.tool_choice ?? undefined);
  if (thinks && (choice?.type === 'any' || choice?.type === 'tool')) {
    throw refused('tool_choice', 'cannot combine thinking with a forced tool call');
  }
  if (!request.tools?.length) return undefined;
  if (request.parallel_tool_calls !== false || choice?.type === 'none') return choice;
  return { ...(choice ?? { type: 'auto' }), disable_parallel_tool_use: true };
}

function encodeChoice(choice: ChatRequest['tool_choice']): NativeToolChoice | undefined {
  if (choice === undefined) return undefined;
  if (choice === 'auto' || choice === 'none') return { type: choice };
  if (choice === 'required') return { type: 'any' };
  if (choice.type === 'function') return { type: 'tool', name: choice.function.name };
  throw refused('tool_choice', 'does not support this choice');
}

function refused(param: string, what: string): GatewayError {
  return new GatewayError('unsupported_parameter', { param, message: `The model's provider ${what} (\`${param}\`).` });
}

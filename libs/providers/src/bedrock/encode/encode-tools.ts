import type { ChatRequest, ChatTool } from '@multilane/contracts';
import { unsupported } from '@multilane/errors';
import { encodeCachePoint } from '../cache-point.js';
import type { ToolChoice, ToolConfig, ToolSpec } from '../converse-request.js';

/**
 * The tools in the provider's form; undefined without tools, and with `tool_choice: none`, which withholds them for the
 * turn (docs/contract/translation.md#group-b). Throws for the reference's custom tools.
 */
export function encodeToolConfig(request: Readonly<ChatRequest>): ToolConfig | undefined {
  const specs = (request.tools ?? []).map((tool, index) => [encodeTool(tool, index), ...encodeCachePoint(tool)]);
  const toolChoice = encodeToolChoice(request.tool_choice ?? undefined);
  if (specs.length === 0 || request.tool_choice === 'none') return undefined;
  return { tools: specs.flat(), toolChoice };
}

function encodeTool(tool: ChatTool, index: number): ToolSpec {
  if (tool.type !== 'function')
    throw unsupported(`tools[${index}].type`, 'is not supported: this provider supports only function tools.');
  const { name, description, parameters, strict } = tool.function;
  return {
    toolSpec: {
      name,
      description: description || undefined,
      // A function without parameters takes none in the reference format; the provider demands a schema of an object.
      inputSchema: { json: { type: 'object', ...(parameters ?? { properties: {} }) } },
      strict: strict === true ? true : undefined,
    },
  };
}

/** `auto` is what happens without a choice, and some models refuse to have it said. */
function encodeToolChoice(choice: ChatRequest['tool_choice']): ToolChoice | undefined {
  if (choice === undefined || choice === 'auto' || choice === 'none') return undefined;
  if (choice === 'required') return { any: {} };
  if (choice.type === 'function') return { tool: { name: choice.function.name } };
  throw unsupported('tool_choice', 'is not supported: this provider does not support this choice.');
}

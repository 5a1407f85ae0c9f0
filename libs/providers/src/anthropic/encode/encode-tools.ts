import type { ChatRequest, ChatTool } from '@multilane/contracts';
import { unsupported } from '@multilane/errors';
import type { ModelFacts } from '../../model-facts.js';
import type { Losses } from '../../shared/losses.js';
import { readCacheControl } from '../cache-control.js';
import type { NativeTool, NativeToolChoice } from '../messages-request.js';

/** Function tools in the provider's form; undefined without tools. Throws for the reference's custom tools. */
export function encodeTools(tools: readonly ChatTool[]): NativeTool[] | undefined {
  return tools.length === 0 ? undefined : tools.map(encodeTool);
}

function encodeTool(tool: ChatTool, index: number): NativeTool {
  if (tool.type !== 'function') {
    throw unsupported(`tools[${index}].type`, 'is not supported: this provider supports only function tools.');
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
 * (docs/contract/translation.md#thinking): models with a budget reject the others, and so do some adaptive ones.
 */
export function encodeToolChoice(
  request: Readonly<ChatRequest>,
  thinks: boolean,
  losses: Losses,
  { forcedTools }: Pick<ModelFacts, 'forcedTools'> = {},
): NativeToolChoice | undefined {
  const choice = allowChoice(encodeChoice(request.tool_choice ?? undefined), forcedTools, losses);
  if (thinks && (choice?.type === 'any' || choice?.type === 'tool')) {
    throw unsupported(
      'tool_choice',
      'is not supported: this provider cannot combine thinking with a forced tool call.',
    );
  }
  if (!request.tools?.length) return undefined;
  if (request.parallel_tool_calls !== false || choice?.type === 'none') return choice;
  return { ...(choice ?? { type: 'auto' }), disable_parallel_tool_use: true };
}

/** Some models reject every choice that forces a call: those decide by themselves (declared). */
function allowChoice(
  choice: NativeToolChoice | undefined,
  forcedTools: boolean | undefined,
  losses: Losses,
): NativeToolChoice | undefined {
  if (forcedTools !== false || (choice?.type !== 'any' && choice?.type !== 'tool')) return choice;
  losses.lose('tool_choice');
  return { type: 'auto' };
}

function encodeChoice(choice: ChatRequest['tool_choice']): NativeToolChoice | undefined {
  if (choice === undefined) return undefined;
  if (choice === 'auto' || choice === 'none') return { type: choice };
  if (choice === 'required') return { type: 'any' };
  if (choice.type === 'function') return { type: 'tool', name: choice.function.name };
  throw unsupported('tool_choice', 'is not supported: this provider does not support this choice.');
}

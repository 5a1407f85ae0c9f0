import type { ChatRequest, ChatTool, CountTokensRequest, MessageTool, ProviderGroup } from '@multilane/contracts';
import { unsupported } from '@multilane/errors';
import type { Losses } from '@multilane/providers';
import { invalid, refuseOtherMembers } from '../refuse.js';
import { shortenName } from '../tool-names.js';
import { markCache, takesCacheMarks } from './mark-cache.js';

/**
 * Members that a tool may have. Left out, for they change how and not what is answered (docs/translation.md): the mark for the cache,
 * examples of inputs, how early an input streams, and that a tool is to be found only when it is looked for.
 */
const TOOL_MEMBERS = new Set([
  'type',
  'name',
  'description',
  'input_schema',
  'strict',
  'cache_control',
  'input_examples',
  'eager_input_streaming',
  'defer_loading',
]);
const CHOICE_MEMBERS = new Set(['type', 'name', 'disable_parallel_tool_use']);

/**
 * `tools`, `tool_choice` and `parallel_tool_calls` of the chat request. Throws `unsupported_parameter` for the tools that
 * only the native provider's models know, and `invalid_value` for a choice among tools that are not there.
 */
export function encodeTools(
  { tools = [], tool_choice: choice }: Readonly<CountTokensRequest>,
  group: ProviderGroup,
  losses: Losses,
): Partial<ChatRequest> {
  if (tools.length === 0) {
    if (choice?.type === 'any' || choice?.type === 'tool') throw invalid('tool_choice', 'choose among `tools`.');
    return {};
  }
  const encoded: Partial<ChatRequest> = { tools: tools.map((tool, index) => encodeTool(tool, index, group)) };
  if (tools.some((tool) => losesWords(tool, group))) losses.lose('tools');
  refuseNamesakes(tools);
  if (choice === undefined) return encoded;
  refuseOtherMembers(choice, CHOICE_MEMBERS, 'tool_choice');
  encoded.tool_choice = encodeChoice(choice, tools);
  if (choice.disable_parallel_tool_use === true && choice.type !== 'none') encoded.parallel_tool_calls = false;
  return encoded;
}

/** The native provider rejects them too, and with two of a name nobody could say which was called. */
function refuseNamesakes(tools: readonly MessageTool[]): void {
  const names = new Set<string | undefined>();
  for (const [index, { name }] of tools.entries()) {
    if (names.has(name)) throw invalid(`tools[${index}].name`, 'differ from the names before it.');
    names.add(name);
  }
}

/** True if a member of a tool has no place in a function of chat and is dropped. */
function losesWords(tool: Readonly<Record<string, unknown>>, group: ProviderGroup): boolean {
  const { input_examples: examples, eager_input_streaming: isEager, defer_loading: isDeferred } = tool;
  if (isDeferred === true || isEager === true || (Array.isArray(examples) && examples.length > 0)) return true;
  return (tool.cache_control ?? undefined) !== undefined && !takesCacheMarks(group);
}

function encodeTool(tool: MessageTool, index: number, group: ProviderGroup): ChatTool {
  const path = `tools[${index}]`;
  if ((tool.type ?? 'custom') !== 'custom') {
    throw unsupported(`${path}.type`, 'is a tool that only the native provider knows; declare it with a schema.');
  }
  const { allowed_callers: callers, ...members } = tool;
  if (Array.isArray(callers) && callers.some((caller) => caller !== 'direct')) {
    throw unsupported(`${path}.allowed_callers`, 'can be "direct" alone for the provider of this model.');
  }
  refuseOtherMembers(members, TOOL_MEMBERS, path);
  const { name = '', description, input_schema: parameters, strict } = tool;
  return {
    type: 'function',
    ...markCache(tool, group),
    function: {
      name: shortenName(name),
      ...(typeof description === 'string' && { description }),
      ...(parameters !== undefined && { parameters }),
      ...(strict === true && { strict }),
    },
  };
}

function encodeChoice(
  { type, name = '' }: NonNullable<CountTokensRequest['tool_choice']>,
  tools: readonly MessageTool[],
): NonNullable<ChatRequest['tool_choice']> {
  switch (type) {
    case 'auto':
    case 'none':
      return type;
    case 'any':
      return 'required';
    case 'tool':
      if (!tools.some((tool) => tool.name === name)) throw invalid('tool_choice.name', 'name a tool of `tools`.');
      return { type: 'function', function: { name: shortenName(name) } };
    default:
      throw invalid('tool_choice.type', 'be "auto", "any", "tool" or "none".');
  }
}

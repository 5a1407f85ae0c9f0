import type { ChatRequest, ChatTool } from '@multilane/contracts';
import { unsupported } from '@multilane/errors';
import type { Losses } from '../shared/losses.js';
import { loseWordsOfTools } from '../shared/texts/find-lost-words.js';

export interface EncodedTools {
  readonly tools?: readonly object[];
  readonly strict_tools?: true | undefined;
  readonly tool_choice?: 'REQUIRED' | 'NONE' | undefined;
}

/**
 * The tool members (docs.cohere.com/reference/chat; docs/contract/translation.md#group-c): a named `tool_choice`
 * degrades to REQUIRED, and "auto" is the absence of one. The provider knows strictness for all tools at once, so one
 * strict tool makes all of them strict.
 */
export function encodeTools(request: Readonly<ChatRequest>, losses: Losses): EncodedTools {
  const choice = encodeToolChoice(request.tool_choice);
  const tools = request.tools ?? [];
  if (tools.length === 0) return {};
  if (loseWordsOfTools(tools, { cacheMarks: false, strictness: 'all' })) losses.lose('tools');
  if (typeof request.tool_choice === 'object' && request.tool_choice !== null) losses.lose('tool_choice');
  return {
    tools: tools.map(encodeTool),
    strict_tools: tools.some((tool) => tool.function.strict === true) || undefined,
    tool_choice: choice,
  };
}

function encodeTool(tool: ChatTool, index: number): object {
  if (tool.type !== 'function') throw unsupported(`tools[${index}].type`, 'must be "function" for this provider.');
  const { name, description, parameters } = tool.function;
  return {
    type: 'function',
    function: {
      name,
      description: description ?? undefined,
      // Required by the provider, where the reference takes its absence for a function without parameters.
      parameters: parameters ?? { type: 'object', properties: {} },
    },
  };
}

function encodeToolChoice(choice: ChatRequest['tool_choice'] | null): EncodedTools['tool_choice'] {
  if (choice === undefined || choice === null || choice === 'auto') return undefined;
  if (choice === 'none') return 'NONE';
  if (choice === 'required' || choice.type === 'function') return 'REQUIRED';
  throw unsupported('tool_choice', 'must be "auto", "none", "required" or a named function for this provider.');
}

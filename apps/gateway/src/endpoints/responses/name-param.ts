import type { ProviderGroup, ResponsesRequest } from '@multilane/contracts';
import { flattenTools } from './request/flatten-tools.js';
import { nameWithin } from './request/message-origin.js';
import { translateInput } from './request/translate-input.js';
import { translateToolChoice } from './request/translate-tool-choice.js';

/** A map, since a provider may name a field of any name. */
const MEMBERS: ReadonlyMap<string, string> = new Map([
  ['messages', 'input'],
  ['max_completion_tokens', 'max_output_tokens'],
  ['max_tokens', 'max_output_tokens'],
  ['reasoning_effort', 'reasoning.effort'],
  ['response_format', 'text.format'],
  ['verbosity', 'text.verbosity'],
  // Asked for by the translation, whenever the client asks for a stream.
  ['stream_options', 'stream'],
]);

/** Returns the client's name of a field of the chat request that `toChat` made of its own. */
export function nameParam(param: string, request: Readonly<ResponsesRequest>, group: ProviderGroup): string {
  const [, head = param, index, rest = ''] = /^(\w+)(?:\[(\d+)\])?(.*)$/.exec(param) ?? [];
  if (index !== undefined && head === 'messages') {
    const origin = translateInput(request, group)[Number(index)]?.origin;
    return origin === undefined ? 'input' : nameWithin(origin, rest);
  }
  if (index !== undefined && head === 'tools') return nameTool(Number(index), rest, request);
  switch (head) {
    case 'logprobs':
      return request.include?.includes('message.output_text.logprobs') ? 'include' : 'top_logprobs';
    case 'response_format':
      return `text.format${rest.replace('.json_schema', '')}`;
    case 'tool_choice':
      return `tool_choice${rest.replace('.function', '')}`;
    default:
      return `${MEMBERS.get(head) ?? head}${rest}`;
  }
}

/** Problems of a custom tool's parameters in chat are about its format. */
function nameTool(index: number, rest: string, request: Readonly<ResponsesRequest>): string {
  const tool = translateToolChoice(request.tool_choice, flattenTools(request)).tools[index];
  if (tool === undefined) return 'tools';
  const [, member = '', tail = ''] = /^\.(?:function\.?)?(\w*)(.*)$/.exec(rest) ?? [];
  if (member === '') return tool.path;
  return tool.kind === 'custom' && member === 'parameters' ? `${tool.path}.format` : `${tool.path}.${member}${tail}`;
}

import type { MessagesRequest, ProviderGroup } from '@multilane/contracts';
import { nameOf } from './content-position.js';
import { nameFormat } from './request/encode-chat-request.js';
import { encodeConversation, type Origin } from './request/encode-conversation.js';
import { nameEffort } from './request/encode-effort.js';

/** A map, since a provider may name a field of any name. */
const RENAMED: ReadonlyMap<string, string> = new Map([
  ['max_completion_tokens', 'max_tokens'],
  ['user', 'metadata.user_id'],
  ['parallel_tool_calls', 'tool_choice.disable_parallel_tool_use'],
  ['stream_options', 'stream'],
]);

/** The members of a chat tool, which are one level deeper than the native ones. */
const TOOL_MEMBERS: Readonly<Record<string, string>> = {
  '.function': '',
  '.function.name': '.name',
  '.function.description': '.description',
  '.function.strict': '.strict',
};

/** Returns the native request's name of a field of the chat request that was made of it. */
export function nameParam(param: string, request: Readonly<MessagesRequest>, group: ProviderGroup): string {
  const message = /^messages\[(\d+)\](.*)$/.exec(param);
  if (message !== null) {
    const origin = encodeConversation(request, group).origins[Number(message[1])];
    return origin === undefined ? 'messages' : nameInMessage(origin, message[2] ?? '');
  }
  const tool = /^(tools\[\d+\])(.*)$/.exec(param);
  if (tool !== null) return nameInTool(tool[1] ?? '', tool[2] ?? '');
  if (param === 'reasoning_effort') return nameEffort(request);
  if (/^response_format\b/.test(param)) return nameFormat(request.output_config);
  return (
    RENAMED.get(param) ??
    param.replace(/^stop(?=\[|$)/, 'stop_sequences').replace(/^tool_choice\.function/, 'tool_choice')
  );
}

function nameInMessage(origin: Origin, rest: string): string {
  const { turn, block } = origin.message;
  const whole = turn === undefined ? 'system' : `messages[${turn}]`;
  // A tool message is one block of its turn.
  const own = block === undefined ? whole : nameOf(origin.message);
  if (/^\.tool_call_id\b/.test(rest)) return `${own}.tool_use_id`;
  const part = /^\.(content|tool_calls)(?:\[(\d+)\](\.text)?)?/.exec(rest);
  if (part === null) return own;
  if (part[1] === 'tool_calls') return nameCall(origin, part[2], rest) ?? own;
  const place = part[2] === undefined ? undefined : origin.parts[Number(part[2])];
  if (place !== undefined) return `${nameOf(place)}${part[3] ?? ''}`;
  return turn === undefined ? own : `${own}.content`;
}

function nameCall({ calls }: Origin, index: string | undefined, rest: string): string | undefined {
  const place = index === undefined ? undefined : calls[Number(index)];
  if (place === undefined) return undefined;
  const member = /\.function\.(name|arguments)$/.exec(rest)?.[1];
  return member === undefined ? nameOf(place) : `${nameOf(place)}.${member === 'name' ? 'name' : 'input'}`;
}

function nameInTool(tool: string, rest: string): string {
  if (/^\.function\.parameters\b/.test(rest)) return `${tool}.input_schema`;
  return `${tool}${TOOL_MEMBERS[rest] ?? rest}`;
}

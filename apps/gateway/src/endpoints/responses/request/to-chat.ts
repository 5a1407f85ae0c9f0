import type { ChatRequest, ProviderGroup, ResponseFormat, ResponsesRequest } from '@multilane/contracts';
import { unsupported } from '@multilane/errors';
import { type Losses, UNNAMED_LOSSES } from '@multilane/providers';
import { flattenTools } from './flatten-tools.js';
import { keepKnown, leaveOutHints } from './leave-out-hints.js';
import { translateInput } from './translate-input.js';
import { listChatTools, translateToolChoice } from './translate-tool-choice.js';

/**
 * The chat request that a response is made of (docs/contract/responses.md#request: "translated onto chat completions").
 * Members that chat does not define are left out and reported. Throws a `GatewayError` that names the client's field.
 *
 * Without a counterpart: `reasoning.summary` and `reasoning.context` (thinking that the provider shows is the summary),
 * `include` apart from the probabilities, and `stream_options.include_obfuscation` (nothing is padded). `metadata` is
 * echoed only, as nothing is stored; `max_tool_calls` limits hosted tools, of which there are none.
 */
export function toChat(
  request: Readonly<ResponsesRequest>,
  group: ProviderGroup,
  losses: Losses = UNNAMED_LOSSES,
): ChatRequest {
  const { model, input, instructions, tools, tool_choice, text, reasoning, include, ...others } = request;
  const { stream, stream_options, max_output_tokens: maxTokens, top_logprobs: topLogprobs, ...more } = others;
  const { metadata, max_tool_calls, truncation, store, background, ...rest } = more;
  refuseUnknown(text, 'text', ['format', 'verbosity']);
  refuseUnknown(reasoning, 'reasoning', ['effort', 'summary', 'generate_summary', 'context', 'mode']);
  const chosen = translateToolChoice(tool_choice, flattenTools(request, losses));
  const chatTools = listChatTools(chosen, tools !== undefined);
  const chat: ChatRequest = {
    ...keepKnown(rest, losses),
    model,
    messages: translateInput(request, group, losses).map(({ message }) => message),
    ...(chatTools && { tools: chatTools }),
    ...(chosen.choice !== undefined && { tool_choice: chosen.choice }),
    ...(maxTokens !== undefined && { max_completion_tokens: maxTokens }),
    ...(reasoning?.effort && { reasoning_effort: reasoning.effort }),
    ...(text?.verbosity && { verbosity: text.verbosity }),
    ...(asksForLogprobs(request) && { logprobs: true }),
    ...(topLogprobs && { top_logprobs: topLogprobs }),
    ...(stream === true && { stream, stream_options: { include_usage: true } }),
  };
  const format = translateFormat(text?.format);
  if (format) chat.response_format = format;
  // Without tools it says nothing, and some providers reject it.
  if (!chatTools?.length) delete chat.parallel_tool_calls;
  leaveOutHints(chat, group, losses);
  reportLosses(request, losses);
  return chat;
}

/** Reports the settings that chat has no word for, at any provider. */
function reportLosses({ reasoning, stream_options: options }: Readonly<ResponsesRequest>, losses: Losses): void {
  if (reasoning?.summary ?? reasoning?.generate_summary) losses.lose('reasoning.summary');
  if (reasoning?.context && reasoning.context !== 'auto') losses.lose('reasoning.context');
  if (reasoning?.mode) losses.lose('reasoning.mode');
  if (Object(options).include_obfuscation === true) losses.lose('stream_options');
}

/** The reference answers with probabilities where they are included, or where some alternatives are asked for. */
function asksForLogprobs({ include, top_logprobs: count }: Readonly<ResponsesRequest>): boolean {
  return Boolean(count) || include?.includes('message.output_text.logprobs') === true;
}

function translateFormat(format: NonNullable<ResponsesRequest['text']>['format']): ResponseFormat | undefined {
  if (!format || format.type === 'text') return undefined;
  if (format.type === 'json_object') return { type: 'json_object' };
  const { name, description, schema, strict } = format;
  return {
    type: 'json_schema',
    json_schema: {
      name,
      ...(description && { description }),
      ...(schema && { schema }),
      ...(typeof strict === 'boolean' && { strict }),
    },
  };
}

function refuseUnknown(settings: object | undefined, path: string, known: readonly string[]): void {
  for (const [name, value] of Object.entries(settings ?? {})) {
    if (value === null || known.includes(name)) continue;
    // The name is the caller's own text, so it is repeated only where it looks like a name.
    const param = /^\w{1,64}$/.test(name) ? `${path}.${name}` : path;
    throw unsupported(param, 'is not supported.');
  }
}

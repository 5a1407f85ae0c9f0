import { refuseByTemplate } from './chat-templates.js';
import { refuse } from './openai.js';
import { firstOf } from './strict-provider.js';

/** docs.vllm.ai, "OpenAI-compatible server": messages of a conversation are strictly typed, other members are ignored. */
export const refuseAsVllm = firstOf(
  ({ tools, tool_choice: choice }) =>
    tools === undefined && choice !== undefined && choice !== 'none'
      ? refuse('When using `tool_choice`, `tools` must be set.', null)
      : undefined,
  ({ tools }) =>
    Array.isArray(tools) && tools.length === 0 ? refuse('tools: list should have at least 1 item', null) : undefined,
  ({ stream, stream_options: options }) =>
    stream !== true && options !== undefined
      ? refuse('Stream options can only be defined when `stream=True`.', null)
      : undefined,
  refuseByTemplate((message) => refuse(message, null, 'BadRequestError')),
);

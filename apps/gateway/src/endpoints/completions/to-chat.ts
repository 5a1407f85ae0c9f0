import type { ChatRequest, CompletionsRequest } from '@multilane/contracts';
import { GatewayError, unsupported } from '@multilane/errors';

/**
 * Members of the chat format that text completions do not have. Unknown members travel on, but these would change what
 * the chat request means, unchecked.
 */
const CHAT_ONLY = [
  'messages',
  'tools',
  'tool_choice',
  'parallel_tool_calls',
  'response_format',
  'max_completion_tokens',
  'top_logprobs',
  'reasoning_effort',
  'modalities',
  'audio',
  'web_search_options',
] as const;

/**
 * A text completion as a chat of one user message: the prompt (docs/contract/completions.md#completions). Throws
 * `unsupported_parameter` with the field's name for what chat cannot say; a field at its default is never rejected. The
 * reference's default of 16 tokens does not hold here: without `max_tokens` the provider's own default does.
 */
export function toChat(request: Readonly<CompletionsRequest>): ChatRequest {
  refuseUnsayable(request);
  const { prompt, echo, suffix, best_of, logprobs, stream_options, ...same } = request;
  const chat: ChatRequest = { ...same, messages: [{ role: 'user', content: readPrompt(prompt) }] };
  if (chat.stream === true) chat.stream_options = { ...stream_options, include_usage: true };
  return chat;
}

function refuseUnsayable(request: Readonly<CompletionsRequest>): void {
  if (request.echo === true) throw unsupportedHere('echo', 'The prompt is not repeated over chat.');
  if (request.suffix) throw unsupportedHere('suffix', 'Chat has no text after the answer.');
  if (request.logprobs !== undefined) throw unsupportedHere('logprobs', 'Chat reports them in another form.');
  if (request.store === true) throw unsupportedHere('store', 'Nothing is stored.');
  // More candidates than answers would need a choice among them, which chat does not have.
  if ((request.best_of ?? 1) > (request.n ?? 1))
    throw unsupportedHere('best_of', 'Chat has no choice among candidates.');
  for (const name of CHAT_ONLY) {
    if (request[name] === undefined || request[name] === null) continue;
    throw unsupportedHere(name, 'It is no parameter of text completions; use /v1/chat/completions.');
  }
}

/** Several prompts would need several calls, each with choices and usage of its own; tokens belong to one tokenizer. */
function readPrompt(prompt: CompletionsRequest['prompt']): string {
  const [only, ...more] = typeof prompt === 'string' ? [prompt] : prompt;
  if (typeof only !== 'string') throw unsupportedHere('prompt', 'Send text: tokens mean nothing to the provider.');
  if (more.length > 0) throw unsupportedHere('prompt', 'Send one request a prompt.');
  if (only !== '') return only;
  throw new GatewayError('invalid_value', {
    param: 'prompt',
    message: "`prompt` must not be empty for this model's provider.",
  });
}

function unsupportedHere(param: string, why: string): GatewayError {
  return unsupported(param, `is not supported by the provider of this model as it was sent. ${why}`);
}

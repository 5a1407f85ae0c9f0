import type { ChatMessage, ChatRequest } from '@multilane/contracts';
import { GatewayError, toErrorEnvelope, unsupported } from '@multilane/errors';
import { type SaidMessage, writeConversation } from './agent-conversation.js';

/** Members that a request to an agent may have. The agent's definition sets everything else. */
const SUPPORTED: ReadonlySet<string> = new Set([
  'model',
  'messages',
  'stream',
  'stream_options',
  'user',
  'metadata',
  'n',
]);
const MESSAGE_MEMBERS: ReadonlySet<string> = new Set(['role', 'content', 'name']);
/** Characters of one piece of a stream. */
const PIECE = 400;

/** The facts of an answer. */
export interface AgentCompletion {
  readonly id: string;
  /** Seconds since the epoch. */
  readonly created: number;
  readonly model: string;
  readonly text: string;
  readonly finishReason: 'stop' | 'length';
  readonly promptTokens: number;
  readonly completionTokens: number;
}

/**
 * Reads the input of an agent: the text of the only message, or the conversation as JSON.
 *
 * @throws GatewayError 400 that names what agents do not support
 */
export function readAgentInput(request: ChatRequest, most: number): string {
  for (const [name, value] of Object.entries(request)) {
    if (value === undefined || value === null) continue;
    const isSupported = SUPPORTED.has(name) && (name !== 'n' || value === 1);
    if (!isSupported) throw unsupported(name, 'is not supported by agents. Their definition sets it.');
  }
  const messages = request.messages.map(readMessage);
  const [only, ...others] = messages;
  if (messages.at(-1)?.role !== 'user') {
    throw new GatewayError('invalid_value', {
      param: `messages[${Math.max(0, messages.length - 1)}].role`,
      message: 'The last message to an agent must be of the role `user`.',
    });
  }
  const input = others.length === 0 && only !== undefined ? only.content : writeConversation(messages);
  if (input.trim() === '' || input.length > most) {
    const message = `\`messages\` must have 1 to ${most} characters of text.`;
    throw new GatewayError('invalid_value', { param: 'messages', message });
  }
  return input;
}

function readMessage(message: ChatMessage, at: number): SaidMessage {
  const { content, role } = message;
  const param = `messages[${at}]`;
  if (role === 'tool')
    throw unsupported(`${param}.role`, 'is not supported by agents: they call their tools themselves.');
  const unknown = Object.entries(message).find(
    ([name, value]) => value !== undefined && value !== null && !MESSAGE_MEMBERS.has(name),
  );
  if (unknown !== undefined) throw unsupported(`${param}.${unknown[0]}`, 'is not supported by agents.');
  if (typeof content === 'string') return { role, content };
  const texts = (content ?? []).map((part, index) => {
    if (part.type === 'text') return part.text;
    throw unsupported(`${param}.content[${index}].type`, 'is not supported by agents: they take texts only.');
  });
  return { role, content: texts.join('\n') };
}

/** The whole answer. */
export function writeAgentCompletion(answer: AgentCompletion): object {
  const { created, finishReason, id, model, text } = answer;
  const message = { role: 'assistant', content: text, refusal: null };
  return {
    id,
    object: 'chat.completion',
    created,
    model,
    choices: [{ index: 0, message, logprobs: null, finish_reason: finishReason }],
    usage: usageOf(answer),
  };
}

/** The events of a stream: the answer in pieces, in order, and its usage if that is asked for. */
export function* writeAgentChunks(answer: AgentCompletion, includesUsage: boolean): Iterable<string> {
  const { created, finishReason, id, model, text } = answer;
  const write = (choices: readonly object[], usage?: object | null): string => {
    const chunk = { id, object: 'chat.completion.chunk', created, model, choices };
    return `data: ${JSON.stringify(usage === undefined ? chunk : { ...chunk, usage })}\n\n`;
  };
  const noUsage = includesUsage ? null : undefined;
  const delta = (value: object, reason: string | null = null): string =>
    write([{ index: 0, delta: value, logprobs: null, finish_reason: reason }], noUsage);
  yield delta({ role: 'assistant', content: '' });
  for (let from = 0; from < text.length; ) {
    let to = Math.min(text.length, from + PIECE);
    // Both halves of a surrogate pair belong to one piece.
    if (/[\ud800-\udbff]/.test(text.charAt(to - 1)) && to < text.length) to += 1;
    yield delta({ content: text.slice(from, to) });
    from = to;
  }
  yield delta({}, finishReason);
  if (includesUsage) yield write([], usageOf(answer));
}

/** A failure after the stream has begun. */
export function writeAgentFailure(error: GatewayError): string {
  return `data: ${JSON.stringify(toErrorEnvelope(error))}\n\n`;
}

function usageOf({ completionTokens, promptTokens }: AgentCompletion): object {
  return {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
  };
}

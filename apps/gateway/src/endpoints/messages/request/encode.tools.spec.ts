import { type ChatRequest, type MessagesRequest } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import { validateChatRequest } from '@multilane/validation';
import { MESSAGES } from '../messages.endpoint.js';

export const BRIDGE = MESSAGES.bridge as NonNullable<typeof MESSAGES.bridge>;

export const USER = { role: 'user', content: 'Hi' } as const;

export const CACHED = { cache_control: { type: 'ephemeral' } };

export function freeze<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null) {
    Object.values(value).forEach(freeze);
    Object.freeze(value);
  }
  return value;
}

export const build = (members: object = {}): MessagesRequest =>
  freeze({ model: 'm', max_tokens: 100, messages: [USER], ...members }) as MessagesRequest;

/** The chat request, which is a valid one whatever it was made of. */
export function toChat(members: object = {}): ChatRequest {
  const chat = BRIDGE.toChat(MESSAGES.validate(structuredClone(build(members))), 'N');
  const { top_k: _, ...checked } = chat;
  validateChatRequest(structuredClone(checked));
  BRIDGE.toChat(build(members), 'N');
  return chat;
}

export function findRefusal(members: object): GatewayError | undefined {
  try {
    BRIDGE.toChat(build(members), 'N');
  } catch (error) {
    if (error instanceof GatewayError) return error;
    throw error;
  }
  return undefined;
}

export function text(words: string) {
  return { type: 'text', text: words };
}

export function image(url: string) {
  return { type: 'image', source: { type: 'url', url } };
}

export const CALL = { type: 'tool_use', id: 't1', name: 'f', input: { a: 1 }, caller: { type: 'direct' } };

export const result = (content: unknown, members: object = {}) => ({
  type: 'tool_result',
  tool_use_id: 't1',
  content,
  ...members,
});

export function effort(value: string): object {
  return { output_config: { effort: value } };
}

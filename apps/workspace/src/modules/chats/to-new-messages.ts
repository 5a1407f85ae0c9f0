import { GatewayError } from '@multilane/errors';
import type { ChatRole, NewChatMessage } from '@multilane/persistence';
import type { ChatToolDto, NewChatMessageDto } from './dto/write-chat.dto.js';
import { readImage } from './read-image.js';

/** Members of a message that belong to one role. */
const OWN: Readonly<Record<'images' | 'tool_calls' | 'tool_call_id', ChatRole>> = {
  images: 'user',
  tool_calls: 'assistant',
  tool_call_id: 'tool',
};

const MOST_TOOL_BYTES = 64 * 1024;

/** The messages of a request, once they are what they must be. @throws GatewayError 400 that names the member */
export function toNewMessages(messages: readonly NewChatMessageDto[]): readonly NewChatMessage[] {
  if (messages.length === 0) throw refuse('messages', 'must not be empty.');
  return messages.map((message, index) => {
    const param = `messages[${index}]`;
    for (const [member, role] of Object.entries(OWN)) {
      if (message[member as keyof typeof OWN] != null && message.role !== role) {
        throw refuse(`${param}.${member}`, `belongs to messages of role \`${role}\`.`);
      }
    }
    if (message.role === 'tool' && message.tool_call_id == null) {
      throw refuse(`${param}.tool_call_id`, 'must name the call that the message answers.');
    }
    return {
      role: message.role,
      content: message.content,
      model: message.model ?? null,
      finishReason: message.finish_reason ?? null,
      requestId: message.request_id ?? null,
      images: (message.images ?? []).map((url, position) => {
        const image = readImage(url);
        if (image !== undefined) return image;
        throw refuse(`${param}.images[${position}]`, 'is not an image of the type that it states.');
      }),
      toolCalls: (message.tool_calls ?? []).map(({ arguments: text, id, name }) => ({ id, name, arguments: text })),
      toolCallId: message.tool_call_id ?? null,
    };
  });
}

/** @throws GatewayError 400 for tools that are too large together */
export function checkTools(tools: readonly ChatToolDto[] | undefined): void {
  if (tools === undefined || JSON.stringify(tools).length <= MOST_TOOL_BYTES) return;
  throw refuse('tools', `must be at most ${MOST_TOOL_BYTES} bytes of JSON.`);
}

function refuse(param: string, problem: string): GatewayError {
  return new GatewayError('invalid_value', { param, message: `\`${param}\` ${problem}` });
}

import type { ChatMessage } from '@multilane/contracts';
import { unsupported } from '@multilane/errors';
import { describeFunctionCall } from '../../shared/describe-function-call.js';
import type { ContentBlock, ConverseRequest, Turn } from '../converse-request.js';
import { DocumentNames } from '../document-names.js';
import { placeReasoning } from '../reasoning-details.js';
import type { ToolHistory } from '../tool-history.js';
import { encodeContent, encodeSystem, encodeText } from './encode-content.js';

export interface Conversation {
  readonly system: NonNullable<ConverseRequest['system']>;
  readonly turns: Turn[];
}

/**
 * The conversation in the provider's form. System and developer messages become the system prompt, wherever they are
 * (lossy: the provider takes no other place for them). Neighbours of one role become one turn, for the provider wants the
 * roles in alternation and the results of parallel calls together. A message's `name` has no counterpart (lossy).
 */
export function encodeMessages(messages: readonly ChatMessage[], history: ToolHistory, model: string): Conversation {
  const system: Conversation['system'] = [];
  const turns: Turn[] = [];
  const names = new DocumentNames();
  /** Position of each document of a user, for a rejection. */
  const documents = new Map<ContentBlock, string>();
  messages.forEach((message, index) => {
    const path = `messages[${index}]`;
    switch (message.role) {
      case 'system':
      case 'developer':
        for (const block of encodeSystem(message.content, `${path}.content`)) system.push(block);
        break;
      case 'assistant':
        addBlocks(turns, 'assistant', encodeAssistant(message, path, names, history, model));
        break;
      case 'tool':
        addBlocks(turns, 'user', history.result(message, path, names, model));
        break;
      case 'user': {
        const blocks = encodeContent(message.content, `${path}.content`, names);
        for (const block of blocks) if ('document' in block) documents.set(block, `${path}.content`);
        addBlocks(turns, 'user', blocks);
      }
    }
  });
  for (const turn of turns) refuseLoneDocument(turn, documents);
  if (turns.length > 0) return { system, turns };
  throw unsupported('messages', 'must have a message with content beside system messages for this provider.');
}

/** The provider answers 400 to a message with a document and without a text (…/API_runtime_Message.html). */
function refuseLoneDocument({ content }: Turn, documents: ReadonlyMap<ContentBlock, string>): void {
  const document = content.find((block) => documents.has(block));
  if (document === undefined || content.some((block) => 'text' in block)) return;
  throw unsupported(
    documents.get(document) ?? 'messages',
    'is not supported: this provider takes a document only beside a text.',
  );
}

function addBlocks(turns: Turn[], role: Turn['role'], blocks: ContentBlock[]): void {
  if (blocks.length === 0) return;
  const last = turns.at(-1);
  if (last?.role === role) for (const block of blocks) last.content.push(block);
  else turns.push({ role, content: blocks });
}

function encodeAssistant(
  message: ChatMessage,
  path: string,
  names: DocumentNames,
  history: ToolHistory,
  model: string,
): ContentBlock[] {
  if (message.audio !== undefined && message.audio !== null)
    throw unsupported(`${path}.audio`, 'is not supported: this provider does not accept earlier audio.');
  const text = [...encodeContent(message.content, `${path}.content`, names), ...encodeText(message.refusal ?? '')];
  const calls = (message.tool_calls ?? []).map((call, index) => history.call(call, `${path}.tool_calls[${index}]`));
  const described = encodeText(describeFunctionCall(message.function_call)).map((block) => [block]);
  // Text of white space is left out, but it stood there.
  const hadText = text.length > 0 || Boolean(message.content);
  return placeReasoning(message.reasoning_details, [...(hadText ? [text] : []), ...described, ...calls], model);
}

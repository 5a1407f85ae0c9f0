import type { ChatMessage, ChatRequest } from '@multilane/contracts';
import { renderTools } from './render-tools.js';

/** Parts of a chat request that cost tokens. */
export type Prompt = Pick<ChatRequest, 'messages' | 'tools' | 'tool_choice'>;

/** A prompt in parts: the texts to count, and the number of other billed items. */
export interface PromptParts {
  texts: string[];
  messages: number;
  /** Calls in the assistant's earlier turns. */
  toolCalls: number;
  /** Images, and those asked for in low detail. */
  images: number;
  lowDetailImages: number;
  hasTools: boolean;
  /** Tokens that the reference provider bills for the form of this prompt beyond its messages and calls. */
  extras: number;
}

/** The reference provider's small change, by the billed counts of its public vectors. */
const NAME_OVERHEAD = 1;
const FUNCTION_CALL_OVERHEAD = 3;
const FUNCTION_ROLE_DISCOUNT = 2;
const TOOLS_WITH_SYSTEM_DISCOUNT = 4;
const NAMED_CHOICE_OVERHEAD = 4;
const NO_CHOICE_OVERHEAD = 1;

/**
 * Lists what a prompt is billed for. Members of an unexpected shape count nothing instead of failing; so do audio,
 * files and response schemas.
 */
export function collectPrompt({ messages, tools = [], tool_choice: choice }: Prompt): PromptParts {
  const parts: PromptParts = {
    texts: [],
    messages: messages.length,
    toolCalls: 0,
    images: 0,
    lowDetailImages: 0,
    hasTools: tools.length > 0,
    extras: 0,
  };
  const system = parts.hasTools ? messages.find(({ role }) => role === 'system') : undefined;
  for (const message of messages) collectMessage(message === system ? endWithLineBreak(message) : message, parts);

  if (system !== undefined) parts.extras -= TOOLS_WITH_SYSTEM_DISCOUNT;
  if (parts.hasTools) parts.texts.push(renderTools(tools));
  if (choice === 'none') parts.extras += NO_CHOICE_OVERHEAD;
  if (typeof choice === 'object' && choice !== null) {
    addText(choice.function?.name, parts);
    parts.extras += NAMED_CHOICE_OVERHEAD;
  }
  return parts;
}

/** Before tools, the first system message ends in a line break. */
function endWithLineBreak(message: ChatMessage): ChatMessage {
  const { content } = message;
  if (typeof content !== 'string' || content === '' || content.endsWith('\n')) return message;
  return { ...message, content: `${content}\n` };
}

function collectMessage(message: ChatMessage, parts: PromptParts): void {
  collectContent(message.content, parts);
  if (message.name !== undefined) {
    addText(message.name, parts);
    parts.extras += NAME_OVERHEAD;
  }
  for (const call of message.tool_calls ?? []) {
    parts.toolCalls += 1;
    addCall(call.function, parts);
    addCall(call.custom, parts);
  }
  // Stored turns from before tools existed (docs/contract/chat.md#refused-parameters).
  if (message.function_call !== undefined && message.function_call !== null) {
    addCall(message.function_call, parts);
    parts.extras += FUNCTION_CALL_OVERHEAD;
  }
  if ((message.role as string) === 'function') parts.extras -= FUNCTION_ROLE_DISCOUNT;
}

function collectContent(content: ChatMessage['content'], parts: PromptParts): void {
  addText(content, parts);
  if (!Array.isArray(content)) return;
  for (const part of content) {
    if (part.type === 'text') addText(part.text, parts);
    if (part.type === 'refusal') addText(part.refusal, parts);
    if (part.type !== 'image_url') continue;
    if (part.image_url?.detail === 'low') parts.lowDetailImages += 1;
    else parts.images += 1;
  }
}

function addCall(call: unknown, parts: PromptParts): void {
  const { name, arguments: args, input } = (call ?? {}) as { name?: unknown; arguments?: unknown; input?: unknown };
  addText(name, parts);
  addText(args, parts);
  addText(input, parts);
}

function addText(value: unknown, parts: PromptParts): void {
  if (typeof value === 'string') parts.texts.push(value);
}

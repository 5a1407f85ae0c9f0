import type { ChatMessage } from '@multilane/contracts';
import type { Losses } from '../losses.js';
import { toParts } from './content-parts.js';

/** Rules for the order of speakers, at servers that run the chat template of a model or a validator of their own. */
export interface RoleRules {
  /** One system message at the most, at the beginning: "System message must be at the beginning." */
  readonly leadingSystem?: boolean;
  /** Users take turns with the assistant: "conversation roles must alternate". */
  readonly alternates?: boolean;
  /** Results are followed by the assistant, never by a user: "Unexpected role 'user' after role 'tool'". */
  readonly bridgesResults?: boolean;
  /** The assistant says or calls something: "must have either content or tool_calls". */
  readonly spokenTurns?: boolean;
}

/** Words that the assistant is made to say between results and a user who does not wait for it. */
export const BRIDGE = '[The results of the tools were received.]';

/**
 * Brings the order of roles to what a server takes (docs/contract/translation.md#histories). Returns the same array when nothing has to
 * change. Neighbours that become one message say the same; what moves, and what stands in, is declared as a loss of `messages`.
 */
export function fitRoles(messages: readonly ChatMessage[], rules: RoleRules, losses: Losses): readonly ChatMessage[] {
  if (!breaksRules(messages, rules)) return messages;
  // Neighbours are gathered first: there may be thousands, and each is copied once.
  const turns: ChatMessage[][] = [];
  for (const message of rules.leadingSystem ? moveSystem(messages, losses) : messages) {
    if (rules.spokenTurns && isSilent(message)) continue;
    const turn = turns.at(-1);
    const last = turn?.at(-1);
    if (rules.bridgesResults && message.role === 'user' && last?.role === 'tool') {
      losses.lose('messages');
      turns.push([{ role: 'assistant', content: BRIDGE }], [message]);
    } else if (rules.alternates && turn && last && isSameSpeaker(last, message)) turn.push(message);
    else turns.push([message]);
  }
  return turns.map(join);
}

/** A look at each pair of neighbours, so that the usual conversation is not copied. */
function breaksRules(messages: readonly ChatMessage[], rules: RoleRules): boolean {
  for (let index = 0; index < messages.length; index++) {
    const message = messages[index] as ChatMessage;
    const last = messages[index - 1];
    if (rules.leadingSystem && last && isSystem(message)) return true;
    if (rules.spokenTurns && isSilent(message)) return true;
    if (rules.bridgesResults && message.role === 'user' && last?.role === 'tool') return true;
    if (rules.alternates && last && isSameSpeaker(last, message)) return true;
  }
  return false;
}

function isSystem({ role }: ChatMessage): boolean {
  return role === 'system' || role === 'developer';
}

/** Members beside the content may be what it says: audio, a refusal, a call in the older form. */
function isSilent(message: ChatMessage): boolean {
  return (
    message.role === 'assistant' && Object.entries(message).every(([name, value]) => name === 'role' || isEmpty(value))
  );
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) ? value.length === 0 : value === undefined || value === null || value === '';
}

/** Users with names are several. */
function isSameSpeaker(last: ChatMessage, message: ChatMessage): boolean {
  return message.role === 'user' && last.role === 'user' && message.name === last.name;
}

/** The system messages as one at the beginning, as other groups' providers have it. */
function moveSystem(messages: readonly ChatMessage[], losses: Losses): ChatMessage[] {
  const leading = messages.findIndex((message) => !isSystem(message));
  if (leading !== -1 && messages.some((message, index) => index > leading && isSystem(message)))
    losses.lose('messages');
  const systems = messages.filter(isSystem);
  const spoken = messages.filter((message) => !isSystem(message));
  return systems.length === 0 ? spoken : [join(systems), ...spoken];
}

/** Several messages as one. Texts have a blank line between them; parts stay parts. */
function join(messages: readonly ChatMessage[]): ChatMessage {
  const [first] = messages as readonly [ChatMessage];
  if (messages.length === 1) return first;
  if (messages.every(({ content }) => typeof content === 'string')) {
    const texts = messages.flatMap(({ content }) => (content === '' ? [] : [content]));
    return { ...first, content: texts.join('\n\n') };
  }
  return { ...first, content: messages.flatMap(({ content }) => toParts(content)) };
}

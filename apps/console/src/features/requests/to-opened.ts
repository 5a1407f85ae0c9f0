import type { OpenedConversation } from '../../api/conversations/opened-conversation.js';
import { readConversation } from './read-conversation.js';

/**
 * A stored request as the playground can go on with it: its system prompt, and the texts of its turns. Undefined where there is no
 * conversation to go on with.
 */
export function toOpened(request: object): OpenedConversation | undefined {
  const turns = readConversation(request, null).map(({ role, parts }) => ({
    role,
    text: parts.flatMap((part) => (part.kind === 'text' ? part.text : [])).join('\n'),
  }));
  const said = turns.filter(({ role, text }) => (role === 'user' || role === 'assistant') && text !== '');
  if (said.length === 0) return undefined;
  const system = turns.filter(({ role }) => role === 'system' || role === 'developer').map(({ text }) => text);
  return {
    system: system.join('\n'),
    messages: said.map(({ role, text }) => ({ role: role as 'user' | 'assistant', content: text })),
  };
}

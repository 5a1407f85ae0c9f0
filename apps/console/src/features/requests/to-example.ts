import type { ExampleMessage } from '../../api/bench-example.js';
import { readConversation } from './read-conversation.js';

/** Messages and characters that the bench of guardrails takes. */
const MOST_MESSAGES = 10;
const LONGEST_TEXT = 20_000;

/** The last texts of a stored request and its answer, as the bench of guardrails takes them. */
export function toExample(request: object, answer: object | null): ExampleMessage[] {
  const messages = readConversation(request, answer).map(({ parts, role }) => ({
    role: roleOf(role),
    text: parts
      .flatMap((part) => (part.kind === 'text' ? part.text : []))
      .join('\n')
      .slice(0, LONGEST_TEXT),
  }));
  return messages.filter(({ text }) => text.trim() !== '').slice(-MOST_MESSAGES);
}

function roleOf(role: string): ExampleMessage['role'] {
  if (role === 'developer') return 'system';
  return role === 'system' || role === 'assistant' || role === 'tool' ? role : 'user';
}

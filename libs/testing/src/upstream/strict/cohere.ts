import { firstOf, onlyMembers, type StrictRefusal } from './strict-provider.js';

function refuse(message: string): StrictRefusal {
  return { status: 400, body: { message } };
}

/** docs.cohere.com/reference/chat */
export const refuseAsCohere = firstOf(
  onlyMembers(
    [
      ...['model', 'messages', 'stream', 'tools', 'tool_choice', 'strict_tools', 'documents', 'citation_options'],
      ...['response_format', 'safety_mode', 'max_tokens', 'stop_sequences', 'temperature', 'seed', 'frequency_penalty'],
      ...['presence_penalty', 'k', 'p', 'logprobs', 'thinking', 'priority'],
    ],
    (name) => refuse(`invalid request: unknown field "${name}"`),
  ),
  ({ temperature, p }) => {
    if (Number(temperature ?? 0) > 1) return refuse('temperature must be between 0 and 1.0 inclusive.');
    return p !== undefined && (Number(p) < 0.01 || Number(p) > 0.99)
      ? refuse('p must be between 0.01 and 0.99')
      : undefined;
  },
);

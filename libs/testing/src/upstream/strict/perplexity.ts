import { refuse } from './openai.js';
import { firstOf, messagesOf, type StrictRule } from './strict-provider.js';

/** github.com/perplexityai/api-discussion/issues/265: two users in a row are rejected. */
const alternation: StrictRule = (body) => {
  const roles = messagesOf(body).map(({ role }) => String(role));
  const spoken = roles.slice(roles.findIndex((role) => role !== 'system'));
  const isStray = spoken.some((role, index) => {
    if (role === 'system') return true;
    const before = spoken[index - 1];
    return before !== undefined && role === before && role !== 'tool';
  });
  if (!isStray) return undefined;
  return refuse(
    'After the (optional) system message(s), user and assistant roles should be alternating.',
    null,
    'invalid_message',
  );
};

/** Sonar, at addresses that still speak it. */
export const refuseAsPerplexity = firstOf(alternation);

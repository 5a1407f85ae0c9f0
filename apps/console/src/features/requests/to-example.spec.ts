import { describe, expect, it } from '@jest/globals';
import { toExample } from './to-example.js';

describe('an example for guardrails', () => {
  it('has the texts of a request and its answer', () => {
    const messages = [
      { role: 'developer', content: 'Be brief.' },
      { role: 'user', content: 'Who is jane@example.com?' },
      { role: 'user', content: '' },
    ];
    const answer = { choices: [{ message: { role: 'assistant', content: 'A person.' } }] };
    expect(toExample({ messages }, answer)).toEqual([
      { role: 'system', text: 'Be brief.' },
      { role: 'user', text: 'Who is jane@example.com?' },
      { role: 'assistant', text: 'A person.' },
    ]);
  });

  it('is the end of a long conversation, and is cut to what the bench takes', () => {
    const messages = Array.from({ length: 12 }, (_, index) => ({
      role: 'user',
      content: `${index} ${'x'.repeat(30_000)}`,
    }));
    const example = toExample({ messages }, null);
    expect(example).toHaveLength(10);
    expect(example[0]?.text.startsWith('2 x')).toBe(true);
    expect(example[0]?.text).toHaveLength(20_000);
  });
});

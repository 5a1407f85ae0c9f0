import { describe, expect, it } from '@jest/globals';
import { toOpened } from './to-opened.js';

describe('a request in the playground', () => {
  it('has the system prompt and the texts of its turns', () => {
    const messages = [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: [{ type: 'text', text: 'Hello' }] },
      { role: 'assistant', content: 'Hi' },
      { role: 'tool', content: '42' },
      { role: 'user', content: 'Again' },
    ];
    expect(toOpened({ model: 'm', messages })).toEqual({
      system: 'Be brief.',
      messages: [
        { role: 'user', content: 'Hello' },
        { role: 'assistant', content: 'Hi' },
        { role: 'user', content: 'Again' },
      ],
    });
  });

  it('is not there without a conversation', () => {
    expect(toOpened({ model: 'm', input: [[1, 2]] })).toBeUndefined();
  });
});

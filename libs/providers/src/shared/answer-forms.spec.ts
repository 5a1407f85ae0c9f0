import { describe, expect, it } from '@jest/globals';
import type { ChatChunk } from '@multilane/contracts';
import { CHAT_FORMS } from './answer-forms.js';

const chunk = (delta: object): ChatChunk =>
  ({
    id: 'c',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'm',
    choices: [{ index: 0, delta, finish_reason: null }],
  }) as ChatChunk;

describe('the pieces of a streamed answer', () => {
  it('become one, also where a list has more entries than a call takes arguments', () => {
    const many = Array.from({ length: 200_000 }, (_, index) => ({ index }));
    const events = [chunk({ content: 'a', annotations: [{ index: -1 }] }), chunk({ content: 'b', annotations: many })];
    const message = CHAT_FORMS.join(events).choices[0]?.message as unknown as {
      content: string;
      annotations: object[];
    };
    expect([message.content, message.annotations.length]).toEqual(['ab', 200_001]);
  });
});

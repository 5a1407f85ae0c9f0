import { describe, expect, it } from '@jest/globals';
import { buildStreamEvents, COMPLETION, STREAM_EVENTS } from './fixed-answer.js';

describe('the fixed answer', () => {
  it('is as large as a short real one', () => {
    const { length } = JSON.stringify(COMPLETION);
    expect(length).toBeGreaterThan(500);
    expect(length).toBeLessThan(700);
  });

  it('adds up its usage', () => {
    const { prompt_tokens, completion_tokens, total_tokens } = COMPLETION.usage;
    expect(prompt_tokens + completion_tokens).toBe(total_tokens);
  });
});

describe('buildStreamEvents', () => {
  it('sends the usage chunk only to those who ask for it, and always ends with [DONE]', () => {
    expect(buildStreamEvents(true)).toHaveLength(STREAM_EVENTS);
    expect(buildStreamEvents(false)).toHaveLength(STREAM_EVENTS - 1);
    expect(buildStreamEvents(true).at(-2)).toContain('"choices":[],"usage":{');
    expect(buildStreamEvents(false).join('')).not.toContain('usage');
    for (const wanted of [true, false]) expect(buildStreamEvents(wanted).at(-1)).toBe('data: [DONE]\n\n');
  });

  it('names the role in the first chunk only', () => {
    const events = buildStreamEvents(true);
    expect(events[0]).toContain('"delta":{"role":"assistant","content":"piece 01 "}');
    expect(events.slice(1).join('')).not.toContain('role');
  });
});

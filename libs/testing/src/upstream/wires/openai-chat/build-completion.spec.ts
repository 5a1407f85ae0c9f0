import { describe, expect, it } from '@jest/globals';
import { completion, completionEvents, TEST_USAGE } from './build-completion.js';

const parse = (events: string[]) => events.slice(0, -1).map((event) => JSON.parse(event));

describe('completion', () => {
  it('finishes with tool_calls exactly when it holds some', () => {
    const call = { id: 'call_1', type: 'function' as const, function: { name: 'f', arguments: '{}' } };
    expect(completion().choices[0]?.finish_reason).toBe('stop');
    expect(completion({ content: null, tool_calls: [call] }).choices[0]?.finish_reason).toBe('tool_calls');
  });

  it('leaves usage out when told so', () => {
    expect(completion({}, null)).not.toHaveProperty('usage');
  });
});

describe('completionEvents', () => {
  it('ends with the finish reason, the usage in a chunk without choices, and [DONE]', () => {
    const events = completionEvents(['Hel', 'lo']);
    const chunks = parse(events);
    expect(events.at(-1)).toBe('[DONE]');
    expect(chunks.map((chunk) => chunk.usage)).toEqual([null, null, null, null, TEST_USAGE]);
    expect(chunks.at(-1).choices).toEqual([]);
    expect(chunks.at(-2).choices[0].finish_reason).toBe('stop');
  });

  it('mentions no usage to a caller who did not ask', () => {
    expect(parse(completionEvents(['Hello'], null)).some((chunk) => 'usage' in chunk)).toBe(false);
  });
});

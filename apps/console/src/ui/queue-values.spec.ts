import { describe, expect, it } from '@jest/globals';
import { NO_QUEUE, toQueue, valuesOfQueue } from './queue-values.js';

describe('a queue as inputs have it', () => {
  it.each([{ max_wait_ms: 50 }, { max_length: 7 }, { max_wait_ms: 50, max_length: 7 }])(
    '%j comes back as it was',
    (queue) => {
      expect(toQueue(valuesOfQueue(queue), 3)).toEqual(queue);
    },
  );

  it('is none where nothing is set, or there is no limit to wait for', () => {
    expect([valuesOfQueue(null), toQueue(NO_QUEUE, 3), toQueue(undefined, 3)]).toEqual([NO_QUEUE, null, null]);
    expect(toQueue({ max_wait_ms: 50, max_length: 7 }, 0)).toBeNull();
  });
});

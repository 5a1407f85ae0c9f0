import { EventEmitter } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import { logStrayRejections } from './log-stray-rejections.js';

describe('a rejection that nobody handles', () => {
  it('is logged, until it is stopped', () => {
    const source = new EventEmitter();
    const logged: unknown[] = [];
    const stop = logStrayRejections({ error: (...words: unknown[]) => logged.push(words) } as never, source);
    const reason = new Error('stray');
    source.emit('unhandledRejection', reason);
    expect(logged).toEqual([[{ err: reason }, 'a rejection was not handled']]);
    stop();
    expect(source.listenerCount('unhandledRejection')).toBe(0);
  });
});

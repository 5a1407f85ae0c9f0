import { describe, expect, it } from '@jest/globals';
import { isRunning, markOf } from './describe-state.js';
import { readFirstLine } from './read-first-line.js';

const LINE = JSON.stringify({ custom_id: 'a', method: 'POST', url: '/v1/chat/completions', body: { model: 'm' } });

describe('the first line of a file for a batch', () => {
  it.each([LINE, `\n  \n${LINE}\nnot read`, `${LINE}\r\n`])('says the endpoint and the model: %#', async (text) => {
    expect(await readFirstLine(new Blob([text]))).toEqual({ endpoint: '/v1/chat/completions', model: 'm' });
  });

  it.each(['', '\n\n', '{', '[]', 'null', '{"url": 3}', '{"url": "/v1/x", "body": {}}'])(
    'is no request: %j',
    async (text) => {
      expect(await readFirstLine(new Blob([text]))).toBeUndefined();
    },
  );
});

describe('the status of a batch or job', () => {
  it.each([
    ['completed', 'ok', false],
    ['failed', 'error', false],
    ['expired', 'off', false],
    ['in_progress', 'pending', true],
    ['a status of tomorrow', 'pending', true],
  ])('%s is marked as %s', (status, mark, running) => {
    expect([markOf(status), isRunning(status)]).toEqual([mark, running]);
  });
});

import { expect, it } from '@jest/globals';
import { addPiece, isEmpty, type Run, toMessage } from './run.js';

const RUN: Run = { state: 'running', parentId: 'p', model: 'm', text: 'Hi', reasoning: 'r', calls: [], about: {} };
const call = (id: string) => ({ id, type: 'function' as const, function: { name: 'find', arguments: '{}' } });

it('grows by the pieces of its stream, and keeps what an earlier piece said of its end', () => {
  const ended = addPiece({ ...RUN, about: { request_id: 'req_1' } }, { text: ' there', finishReason: 'stop' });
  expect(ended).toEqual({ ...RUN, text: 'Hi there', about: { request_id: 'req_1', finish_reason: 'stop' } });
  expect(addPiece(ended, { reasoning: 'e' })).toEqual({ ...ended, reasoning: 're' });
  expect(addPiece(RUN, { calls: [{ index: 0, id: 'a', name: 'find', arguments: '{' }] }).calls).toEqual([
    { id: 'a', type: 'function', function: { name: 'find', arguments: '{' } },
  ]);
});

it('saves nothing of an answer without words and calls', () => {
  expect(isEmpty({ ...RUN, text: ' \n' })).toBe(true);
  expect(isEmpty(RUN)).toBe(false);
  expect(isEmpty({ ...RUN, text: '', calls: [call('a')] })).toBe(false);
});

it('saves the words of an answer with its model and how it ended, without the reasoning', () => {
  const about = { finish_reason: 'stop', request_id: 'req_1' };
  expect(toMessage({ ...RUN, about })).toEqual({ role: 'assistant', content: 'Hi', model: 'm', ...about });
});

it('names calls that came without an id by their place', () => {
  expect(toMessage({ ...RUN, calls: [call(''), call('b')] })).toMatchObject({
    tool_calls: [
      { id: 'call_1', name: 'find', arguments: '{}' },
      { id: 'b', name: 'find', arguments: '{}' },
    ],
  });
});

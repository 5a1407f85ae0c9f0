import { describe, expect, it } from '@jest/globals';
import { changeLanes, type Lane, type LaneAction, openCalls } from './lanes.js';

const after = (...actions: LaneAction[]): readonly Lane[] => actions.reduce(changeLanes, [] as readonly Lane[]);

const TWO: LaneAction = { type: 'models', models: ['a', 'b'] };
const HI: LaneAction = { type: 'say', content: 'Hi' };
const begin = (lane: number): LaneAction => ({ type: 'begin', lane });
const text = (lane: number, said: string, atMs = 10): LaneAction => ({
  type: 'piece',
  lane,
  piece: { text: said },
  atMs,
});
const end = (lane: number, state: 'done' | 'stopped' = 'done'): LaneAction => ({ type: 'end', lane, state, atMs: 50 });

describe('lanes of the playground', () => {
  it('are at most four', () => {
    expect(after({ type: 'models', models: ['a', 'b', 'c', 'd', 'e'] })).toHaveLength(4);
  });

  it('each hear what the person says, and only their own answers', () => {
    const [first, second] = after(TWO, HI, begin(0), text(0, 'He'), text(0, 'llo'), end(0));
    expect(first?.messages).toEqual([
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'Hello' },
    ]);
    expect(second?.messages).toEqual([{ role: 'user', content: 'Hi' }]);
  });

  it('measure the first piece that says something, not the first that arrives', () => {
    const empty: LaneAction = { type: 'piece', lane: 0, piece: {}, atMs: 5 };
    expect(after(TWO, begin(0), empty, text(0, 'x', 12), text(0, 'y', 30))[0]?.run).toMatchObject({ firstMs: 12 });
  });

  it('keep what was said until a stop', () => {
    const [lane] = after(TWO, HI, begin(0), text(0, 'Hal'), end(0, 'stopped'));
    expect(lane?.run?.state).toBe('stopped');
    expect(lane?.messages.at(-1)).toEqual({ role: 'assistant', content: 'Hal' });
  });

  it('have no message for an answer that said nothing', () => {
    expect(after(TWO, HI, begin(0), end(0, 'stopped'))[0]?.messages).toHaveLength(1);
  });

  it('leave the conversation as it was when a request fails, so that it can be sent again', () => {
    const [lane] = after(TWO, HI, begin(0), text(0, 'Hal'), { type: 'fail', lane: 0, failure: 'x', atMs: 9 });
    expect(lane?.messages).toEqual([{ role: 'user', content: 'Hi' }]);
    expect(lane?.run).toMatchObject({ state: 'failed', failure: 'x', totalMs: 9 });
  });

  it('put the pieces of tool calls together by their index, and take their results', () => {
    const calls: LaneAction[] = [
      { type: 'piece', lane: 0, atMs: 1, piece: { calls: [{ index: 0, id: 'c1', name: 'look', arguments: '{"a"' }] } },
      { type: 'piece', lane: 0, atMs: 2, piece: { calls: [{ index: 1, id: 'c2', name: 'add', arguments: '{}' }] } },
      { type: 'piece', lane: 0, atMs: 3, piece: { calls: [{ index: 0, arguments: ':1}' }] } },
    ];
    const lanes = after(TWO, HI, begin(0), ...calls, end(0));
    expect(lanes[0] && openCalls(lanes[0]).map(({ function: { arguments: text } }) => text)).toEqual(['{"a":1}', '{}']);
    const answered = changeLanes(lanes, { type: 'results', lane: 0, results: ['4'] });
    expect(answered[0]?.messages.slice(-2)).toEqual([
      { role: 'tool', tool_call_id: 'c1', content: '4' },
      { role: 'tool', tool_call_id: 'c2', content: '' },
    ]);
  });

  it('do not keep calls of a stopped answer, which nobody may answer', () => {
    const call: LaneAction = { type: 'piece', lane: 0, atMs: 1, piece: { calls: [{ index: 0, name: 'look' }] } };
    const [lane] = after(TWO, HI, begin(0), text(0, 'x'), call, end(0, 'stopped'));
    expect(lane && openCalls(lane)).toEqual([]);
  });

  it('ignore a cost that comes after the next request has begun', () => {
    const head = (requestId: string): LaneAction => ({ type: 'head', lane: 0, requestId });
    const lanes = after(TWO, begin(0), head('r1'), end(0), begin(0), head('r2'), {
      type: 'cost',
      lane: 0,
      requestId: 'r1',
      costUsd: 1,
    });
    expect(lanes[0]?.run?.costUsd).toBeUndefined();
  });

  it('ask again for the latest answer alone', () => {
    const lanes = after(TWO, HI, begin(0), text(0, 'Hello'), end(0), { type: 'again', lane: 0 });
    expect(lanes[0]?.messages).toEqual([{ role: 'user', content: 'Hi' }]);
  });

  it('keep the conversation when a model is replaced', () => {
    const [lane] = after(TWO, HI, { type: 'models', models: ['c', 'b'] });
    expect(lane).toMatchObject({ model: 'c', messages: [{ role: 'user', content: 'Hi' }] });
  });
});

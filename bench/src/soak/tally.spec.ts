import { expect, it } from '@jest/globals';
import { messageOf, Tally } from './tally.js';

const request = (outcome: string, durationMs = 1) => ({
  id: `chaos-${outcome}`,
  gateway: 0,
  isStream: false,
  sentAt: 0,
  durationMs,
  outcome,
  isComplete: true,
});

it('counts outcomes, and those that were not expected by their kind', () => {
  const tally = new Tally();
  const ended = { kind: 'chat', expected: '200', isRecorded: true, isTimed: true };
  tally.add({ ...ended, request: request('200') });
  tally.add({ ...ended, request: request('200') });
  tally.add({ ...ended, request: request('broken') });
  tally.note('settings: late');
  expect(tally.outcomes).toEqual({ 200: 2, broken: 1 });
  expect(tally.unexpected).toEqual({ 'chat: broken in place of 200': 1, 'settings: late': 1 });
});

it('remembers what the audit log must have, and no more', () => {
  const tally = new Tally();
  const ended = { kind: 'chat', expected: '200', isTimed: false };
  tally.add({ ...ended, isRecorded: true, request: request('200') });
  tally.add({ ...ended, expected: '401', isRecorded: false, request: request('401') });
  expect(tally.recorded.map(({ id }) => id)).toEqual(['chaos-200']);
});

it('gives each stretch of time its own requests and durations', () => {
  const tally = new Tally();
  const ended = { kind: 'chat', expected: '200', isRecorded: true };
  tally.add({ ...ended, isTimed: true, request: request('200', 5) });
  tally.add({ ...ended, isTimed: false, request: request('200', 700) });
  expect(tally.takeStretch()).toEqual({ requests: 2, durations: [5] });
  tally.add({ ...ended, isTimed: true, request: request('200', 6) });
  expect(tally.takeStretch()).toEqual({ requests: 1, durations: [6] });
  expect(tally.takeStretch()).toEqual({ requests: 0, durations: [] });
});

it('says what was thrown', () => {
  expect([messageOf(new Error('late')), messageOf('early')]).toEqual(['late', 'early']);
});

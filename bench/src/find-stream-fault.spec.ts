import { describe, expect, it } from '@jest/globals';
import { findMessagesFault, findStreamFault } from './find-stream-fault.js';
import { buildPieces, buildStreamEvents } from './fixed-answer.js';
import { buildMessageEvents } from './native-answers.js';

const events = buildStreamEvents(true);
const replaceEvent = (index: number, ...others: string[]) => events.toSpliced(index, 1, ...others).join('');

describe('findStreamFault', () => {
  it('accepts exactly what the upstream sends', () => {
    expect(findStreamFault(events.join(''))).toBeUndefined();
  });

  it('accepts a heartbeat comment and another name of the model', () => {
    const text = events.join('').replaceAll('bench-upstream-model', 'bench-model-07');
    expect(findStreamFault(`: still here\n\n${text}`)).toBeUndefined();
  });

  it('accepts a role that comes alone, once and first', () => {
    const [first = ''] = events;
    const role = first.replace('piece 01 ', '');
    const text = [role, first.replace('"role":"assistant",', ''), ...events.slice(1)];
    expect(findStreamFault(text.join(''))).toBeUndefined();
    expect(findStreamFault([role, ...text].join(''))).toBe('25 events in place of 24');
  });

  it('accepts as many pieces as were asked for', () => {
    const pieces = buildPieces(3);
    expect(findStreamFault(buildStreamEvents(true, pieces).join(''), pieces)).toBeUndefined();
    expect(findStreamFault(buildStreamEvents(true, pieces).join(''))).toBe('6 events in place of 23');
  });

  it('finds a lost, a doubled, a swapped and a changed chunk', () => {
    const [first = '', second = ''] = events;
    expect(findStreamFault(replaceEvent(3))).toBe('22 events in place of 23');
    expect(findStreamFault(replaceEvent(0, first, first))).toBe('24 events in place of 23');
    expect(findStreamFault([second, first, ...events.slice(2)].join(''))).toBe('text chunk 1 is "piece 02 "');
    expect(findStreamFault(replaceEvent(1, second.replace('piece 02 ', 'piece 02')))).toBe(
      'text chunk 2 is "piece 02"',
    );
  });

  it('finds a missing finish, usage and end', () => {
    const [first = ''] = events;
    const other = first.replace('piece 01 ', '');
    expect(findStreamFault(replaceEvent(20, other))).toBe('not exactly one finish chunk');
    expect(findStreamFault(replaceEvent(21, other))).toBe('not exactly one usage chunk');
    expect(findStreamFault(replaceEvent(22, other))).toBe('the last event is not [DONE]');
  });
});

describe('findMessagesFault', () => {
  const pieces = buildPieces(3);
  const events = buildMessageEvents(pieces);

  it('accepts exactly what the upstream sends', () => {
    expect(findMessagesFault(events.join(''), pieces)).toBeUndefined();
  });

  it('finds a lost and a changed piece, and a missing end', () => {
    expect(findMessagesFault(events.toSpliced(4, 1).join(''), pieces)).toBe('2 pieces in place of 3');
    expect(findMessagesFault(events.join('').replace('piece 02 ', 'x'), pieces)).toBe('text chunk 2 is "x"');
    expect(findMessagesFault(events.slice(0, -1).join(''), pieces)).toBe('the last event is not message_stop');
  });
});

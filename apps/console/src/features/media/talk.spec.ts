import { describe, expect, it } from '@jest/globals';
import { addEvent, addSaid, NOTHING_SAID, soundOf, type Talk } from './talk.js';

const after = (events: readonly object[], talk: Talk = NOTHING_SAID): Talk => events.reduce(addEvent, talk);
const sound = (...bytes: number[]): string => Buffer.from(bytes).toString('base64');

describe('a talk over a realtime socket', () => {
  it('grows by the words and the sound of each answer', () => {
    const asked = addSaid(NOTHING_SAID, { id: 'me', text: 'Hello' });
    expect(asked.isAnswering).toBe(true);
    const talk = after(
      [
        { type: 'response.created' },
        { type: 'response.output_audio_transcript.delta', item_id: 'a', delta: 'You ' },
        { type: 'response.output_audio_transcript.delta', item_id: 'a', delta: 'said' },
        { type: 'response.output_audio.delta', item_id: 'a', delta: sound(1, 2) },
        { type: 'response.output_audio.delta', item_id: 'a', delta: sound(3) },
        { type: 'response.output_text.delta', item_id: 'b', delta: 'More' },
        { type: 'response.done', response: { status: 'completed', status_details: null } },
      ],
      asked,
    );
    expect(talk.isAnswering).toBe(false);
    expect(talk.turns.map(({ role, text }) => [role, text])).toEqual([
      ['user', 'Hello'],
      ['assistant', 'You said'],
      ['assistant', 'More'],
    ]);
    expect(talk.turns[1]?.sound.map((piece) => [...piece])).toEqual([[1, 2], [3]]);
  });

  it.each([
    [{ type: 'error', error: { message: 'The budget is spent.' } }, 'The budget is spent.'],
    [{ type: 'response.done', response: { status_details: { error: { message: 'Overloaded.' } } } }, 'Overloaded.'],
  ])('shows what was rejected, until the person says more (%#)', (event, problem) => {
    const refused = after([event], addSaid(NOTHING_SAID, { id: 'me', text: 'Hello' }));
    expect(refused).toMatchObject({ isAnswering: false, problem });
    expect(addSaid(refused, { id: 'again', text: 'Again' })).not.toHaveProperty('problem');
  });

  it.each([null, 'text', {}, { type: 'rate_limits.updated' }])('is not changed by %j', (event) => {
    expect(addEvent(NOTHING_SAID, event)).toBe(NOTHING_SAID);
    expect(soundOf(event)).toBeUndefined();
  });

  it('keeps the last turns, and the sound of the last of them', () => {
    let talk = NOTHING_SAID;
    for (let index = 0; index < 210; index += 1) {
      talk = addEvent(talk, { type: 'response.output_audio.delta', item_id: `turn ${index}`, delta: sound(1) });
    }
    expect([talk.turns.length, talk.turns.at(-1)?.id]).toEqual([200, 'turn 209']);
    expect(talk.turns.filter((turn) => turn.sound.length > 0)).toHaveLength(20);
  });
});

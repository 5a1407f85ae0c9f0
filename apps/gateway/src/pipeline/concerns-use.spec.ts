import { describe, expect, it, jest } from '@jest/globals';
import { mayConcernUse } from './concerns-use.js';

const TYPES = [
  'response.created',
  'response.done',
  'error',
  'session.created',
  'session.updated',
  'transcription_session.updated',
  'input_audio_buffer.committed',
  'conversation.item.input_audio_transcription.completed',
  'conversation.item.input_audio_transcription.failed',
];

describe('an event of a provider', () => {
  it.each(TYPES)('of the type %s is read, wherever its type is', (type) => {
    const written = [
      { type, event_id: 'e1' },
      { event_id: 'e1', type },
      { event_id: 'an "id"', type },
      { session: { model: 'x' }, type, event_id: 'e1' },
    ];
    for (const event of written) expect(mayConcernUse(Buffer.from(JSON.stringify(event)))).toBe(true);
    expect(mayConcernUse(Buffer.from(JSON.stringify({ type }, null, 2)))).toBe(true);
  });

  it.each([
    [{ type: 'response.output_audio.delta', event_id: 'e1', delta: 'response.done "error" session.' }],
    [{ event_id: 'e1', type: 'response.output_audio.delta', delta: 'response.done "error" session.' }],
    [{ type: 'conversation.item.input_audio_transcription.delta', delta: 'response.done' }],
    [{ type: 'response.done.else' }],
    [{ type: 'input_audio_buffer.speech_started' }],
  ])('of another type is not read, whatever it says: %j', (event) => {
    expect(mayConcernUse(Buffer.from(JSON.stringify(event)))).toBe(false);
  });

  it.each([[{ type: 'response.output_audio.delta' }], [{ event_id: 'e1', type: 'response.output_audio.delta' }]])(
    'of sound is not searched: %j',
    (event) => {
      const bytes = Buffer.from(JSON.stringify({ ...event, delta: 'A'.repeat(100_000) }));
      const search = jest.spyOn(bytes, 'includes');
      expect(mayConcernUse(bytes)).toBe(false);
      expect(search).not.toHaveBeenCalled();
    },
  );

  it.each([[''], ['{'], ['{"type":"'], ['{"event_id":"'], ['{"event_id":"e1"'], ['{"type":"response']])(
    'that is cut off is not read: %s',
    (text) => {
      expect(mayConcernUse(Buffer.from(text))).toBe(false);
    },
  );
});

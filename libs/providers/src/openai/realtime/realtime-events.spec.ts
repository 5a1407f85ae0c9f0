import { describe, expect, it } from '@jest/globals';
import type { ResponseEnd } from '../../socket.js';
import { readRealtimeEvent, writeCancel } from './realtime-events.js';

const done = (usage: object, more: object = {}) => ({ type: 'response.done', response: { id: 'r1', usage, ...more } });

function readRealtimeUsage(event: Record<string, unknown>): unknown {
  return (readRealtimeEvent(event) as ResponseEnd).usage;
}

describe('the usage of a realtime answer', () => {
  it('names the tokens that are not text, and those of them that were cached', () => {
    const usage = readRealtimeUsage(
      done({
        total_tokens: 253,
        input_tokens: 132,
        output_tokens: 121,
        input_token_details: {
          text_tokens: 69,
          audio_tokens: 53,
          image_tokens: 10,
          cached_tokens: 64,
          cached_tokens_details: { text_tokens: 44, audio_tokens: 20, image_tokens: 0 },
        },
        output_token_details: { text_tokens: 30, audio_tokens: 91 },
      }),
    );
    expect(usage).toEqual({
      prompt_tokens: 132,
      completion_tokens: 121,
      total_tokens: 253,
      prompt_tokens_details: {
        cached_tokens: 64,
        audio_tokens: 53,
        image_tokens: 10,
        cached_tokens_details: { audio_tokens: 20, image_tokens: 0 },
      },
      completion_tokens_details: { audio_tokens: 91 },
    });
  });

  it.each([
    ['nothing', {}],
    ['null', { input_token_details: null, output_token_details: null }],
    ['a list', { input_token_details: [], output_token_details: [1] }],
    ['what is no count', { input_token_details: { audio_tokens: -1, cached_tokens: '3' } }],
  ])('is read without details where they are %s', (_what, details) => {
    const usage = readRealtimeUsage(done({ input_tokens: 3, output_tokens: 2, ...details }));
    expect(usage).toMatchObject({ prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 });
    expect(JSON.stringify(usage)).not.toMatch(/audio|image|cached_tokens/);
  });

  it('stands beside the response where the provider puts it there', () => {
    const usage = { input_tokens: 3, output_tokens: 2, output_token_details: { audio_tokens: 2 } };
    expect(readRealtimeUsage({ type: 'response.done', response: { usage: {} }, usage })).toMatchObject({
      completion_tokens_details: { audio_tokens: 2 },
    });
  });
});

describe('the report of a response', () => {
  it('has its id, and says whether the provider failed', () => {
    const usage = { input_tokens: 3, output_tokens: 2 };
    expect(readRealtimeEvent(done(usage, { status: 'cancelled' }))).toMatchObject({
      kind: 'response ended',
      id: 'r1',
      isFailed: false,
    });
    expect(readRealtimeEvent(done({}, { status: 'failed' }))).toMatchObject({ usage: undefined, isFailed: true });
  });

  it.each([
    [{ input_tokens: 1_000_000_001, output_tokens: 1 }],
    [{ input_tokens: 1, output_tokens: 1e15 }],
    [{ input_tokens: -1, output_tokens: 1 }],
    [{ input_tokens: 1 }],
  ])('is none where its counts cannot be true: %j', (usage) => {
    expect(readRealtimeUsage(done(usage))).toBeUndefined();
  });
});

const TRANSCRIBED = 'conversation.item.input_audio_transcription.completed';

describe('the report of a transcription', () => {
  it('has the tokens that the provider counts', () => {
    const usage = {
      type: 'tokens',
      total_tokens: 22,
      input_tokens: 13,
      output_tokens: 9,
      input_token_details: { text_tokens: 0, audio_tokens: 13 },
    };
    expect(readRealtimeEvent({ type: TRANSCRIBED, item_id: 'i1', usage })).toEqual({
      kind: 'transcription ended',
      itemId: 'i1',
      usage: {
        tokens: {
          prompt_tokens: 13,
          completion_tokens: 9,
          total_tokens: 22,
          prompt_tokens_details: { audio_tokens: 13 },
        },
      },
      isFailed: false,
    });
  });

  it('has the seconds that the provider counts', () => {
    const event = { type: TRANSCRIBED, item_id: 'i1', usage: { type: 'duration', seconds: 3.5 } };
    expect(readRealtimeEvent(event)).toMatchObject({ usage: { seconds: 3.5 } });
  });

  it.each([
    [undefined],
    [{ type: 'duration', seconds: -1 }],
    [{ seconds: 1e10 }],
    [{ seconds: '3' }],
    [{ input_tokens: 3 }],
  ])('is none where the provider reports %j', (usage) => {
    expect(readRealtimeEvent({ type: TRANSCRIBED, usage })).toMatchObject({ usage: undefined });
  });
});

describe('the model that transcribes', () => {
  const transcription = { model: 'whisper-9' };

  it.each([
    ['session.updated', { audio: { input: { transcription } } }, 'whisper-9'],
    ['session.created', { audio: { input: { transcription: null } } }, null],
    ['session.updated', { audio: { input: {} } }, undefined],
    ['transcription_session.updated', { input_audio_transcription: null }, null],
    ['transcription_session.updated', { input_audio_transcription: transcription }, 'whisper-9'],
  ])('is the one that %s names', (type, session, transcriber) => {
    expect(readRealtimeEvent({ type, session })).toEqual({ kind: 'session', transcriber });
  });
});

describe('an event', () => {
  it.each([
    [
      { type: 'response.created', response: { id: 'r1' } },
      { kind: 'response began', id: 'r1' },
    ],
    [
      { type: 'input_audio_buffer.committed', item_id: 'i1' },
      { kind: 'sound committed', itemId: 'i1' },
    ],
    [
      { type: 'error', error: { event_id: 'e1' } },
      { kind: 'error', eventId: 'e1' },
    ],
    [
      { type: 'error', error: { event_id: null } },
      { kind: 'error', eventId: undefined },
    ],
    [{ type: 'response.output_text.delta', delta: 'response.done' }, undefined],
  ])('is read as far as it concerns use: %j', (event, expected) => {
    expect(readRealtimeEvent(event)).toEqual(expected);
  });

  it('cancels the response that it names', () => {
    expect(JSON.parse(writeCancel('r1'))).toMatchObject({ type: 'response.cancel', response_id: 'r1' });
    expect(JSON.parse(writeCancel(undefined))).not.toHaveProperty('response_id');
  });
});

import { describe, expect, it } from '@jest/globals';
import { speak } from '../audio/speak.js';
import { type SessionEvent, SimulatedSession } from './simulated-session.js';

const start = () => new SimulatedSession('simulator', 'seed');
const send = (session: SimulatedSession, event: object): SessionEvent[] => session.receive(JSON.stringify(event));
const typesOf = (events: readonly SessionEvent[]) => events.map(({ type }) => type);
const say = (session: SimulatedSession, text: string) =>
  send(session, {
    type: 'conversation.item.create',
    item: { type: 'message', role: 'user', content: [{ type: 'input_text', text }] },
  });
const textOf = (events: readonly SessionEvent[], type: string) =>
  events
    .filter((event) => event.type === type)
    .map(({ delta }) => delta)
    .join('');

describe('a session with the simulator', () => {
  it('begins with the session that it is', () => {
    expect(start().begin()).toMatchObject([
      { type: 'session.created', session: { type: 'realtime', model: 'simulator' } },
    ]);
  });

  it('answers in text, in the events of the reference', () => {
    const session = start();
    expect(typesOf(say(session, 'Hello there'))).toEqual(['conversation.item.added', 'conversation.item.done']);
    const events = send(session, { type: 'response.create', response: { output_modalities: ['text'] } });
    expect([...new Set(typesOf(events))]).toEqual([
      'response.created',
      'response.output_item.added',
      'conversation.item.added',
      'response.content_part.added',
      'response.output_text.delta',
      'response.output_text.done',
      'response.content_part.done',
      'response.output_item.done',
      'conversation.item.done',
      'response.done',
    ]);
    expect(textOf(events, 'response.output_text.delta')).toBe('You said: Hello there');
    expect(events.at(-1)).toMatchObject({
      response: {
        status: 'completed',
        output: [{ role: 'assistant', content: [{ type: 'output_text', text: 'You said: Hello there' }] }],
        usage: { input_token_details: { audio_tokens: 0 }, output_token_details: { audio_tokens: 0 } },
      },
    });
  });

  it('answers with its tones, which it understands, and counts their tokens apart', () => {
    const session = start();
    say(session, 'Hello');
    const events = send(session, { type: 'response.create' });
    expect(textOf(events, 'response.output_audio_transcript.delta')).toBe('You said: Hello');
    const sound = Buffer.concat(
      events
        .filter(({ type }) => type === 'response.output_audio.delta')
        .map(({ delta }) => Buffer.from(String(delta), 'base64')),
    );
    const other = start();
    send(other, { type: 'session.update', session: { audio: { input: { transcription: { model: 'x' } } } } });
    expect(send(other, { type: 'input_audio_buffer.append', audio: sound.toString('base64') })).toEqual([]);
    const replies = send(other, { type: 'input_audio_buffer.commit' });
    expect(replies[0]).toMatchObject({ type: 'input_audio_buffer.committed', previous_item_id: null });
    expect(replies.at(-1)).toMatchObject({
      type: 'conversation.item.input_audio_transcription.completed',
      transcript: 'You said: Hello',
    });
    const answer = send(other, { type: 'response.create' }).at(-1) as unknown as {
      response: { usage: Record<string, Record<string, number>> };
    };
    expect(answer.response.usage.input_token_details?.audio_tokens).toBeGreaterThan(0);
    expect(answer.response.usage.output_token_details?.audio_tokens).toBeGreaterThan(0);
  });

  it('calls the tool that a message names, and answers with its result', () => {
    const session = start();
    send(session, {
      type: 'session.update',
      session: { tools: [{ type: 'function', name: 'get_weather', parameters: { type: 'object', properties: {} } }] },
    });
    say(session, 'Please get weather');
    const called = send(session, { type: 'response.create' });
    const done = called.find(({ type }) => type === 'response.function_call_arguments.done');
    expect(done).toMatchObject({ name: 'get_weather', arguments: '{}' });
    send(session, {
      type: 'conversation.item.create',
      item: { type: 'function_call_output', call_id: done?.call_id, output: 'sunny' },
    });
    const events = send(session, { type: 'response.create', response: { output_modalities: ['text'] } });
    expect(textOf(events, 'response.output_text.delta')).toBe('The tool answered: sunny');
  });

  it('stops at the greatest number of tokens', () => {
    const session = start();
    say(session, 'one two three four five');
    const events = send(session, {
      type: 'response.create',
      response: { output_modalities: ['text'], max_output_tokens: 2 },
    });
    expect(events.at(-1)).toMatchObject({
      response: { status: 'incomplete', status_details: { reason: 'max_output_tokens' } },
    });
  });

  it.each([
    ['not JSON', 'invalid_json', null],
    ['[]', 'invalid_event', null],
    ['{"type":"unknown","event_id":"e1"}', 'invalid_value', 'type'],
    ['{"type":"input_audio_buffer.commit"}', 'input_audio_buffer_commit_empty', null],
    ['{"type":"input_audio_buffer.append"}', 'invalid_value', 'audio'],
    ['{"type":"conversation.item.create"}', 'invalid_value', 'item'],
    ['{"type":"conversation.item.delete","item_id":"x"}', 'item_not_found', 'item_id'],
    ['{"type":"session.update"}', 'missing_required_parameter', 'session'],
    [
      '{"type":"session.update","session":{"audio":{"input":{"turn_detection":{"type":"telepathy"}}}}}',
      'invalid_value',
      'session.audio.input.turn_detection.type',
    ],
    ['{"type":"response.cancel"}', 'response_cancel_not_active', null],
  ])('answers what it cannot do with an error event: %s', (text, code, param) => {
    expect(start().receive(text)).toMatchObject([{ type: 'error', error: { code, param } }]);
  });

  it('bounds a conversation and the sound that waits', () => {
    const session = start();
    const long = 'x'.repeat(100_000);
    say(session, long);
    say(session, long);
    expect(typesOf(say(session, long))).toEqual(['error']);
    const sound = Buffer.alloc(10 * 1024 * 1024).toString('base64');
    expect(send(session, { type: 'input_audio_buffer.append', audio: sound })).toEqual([]);
    expect(typesOf(send(session, { type: 'input_audio_buffer.append', audio: sound }))).toEqual(['error']);
  });

  it('for transcription only has no model of its own, and transcribes from the start', () => {
    const session = new SimulatedSession('simulator', 'seed', true);
    expect(session.begin()[0]?.session).toMatchObject({ type: 'transcription' });
    send(session, { type: 'input_audio_buffer.append', audio: speak('Good morning', 'alloy', 1).toString('base64') });
    expect(send(session, { type: 'input_audio_buffer.commit' }).at(-1)).toMatchObject({ transcript: 'Good morning' });
  });
});

/**
 * Messages that RealtimeSession of the npm package @openai/agents-realtime 0.20.0 sends by default, read from its
 * socket on 2026-11-29.
 */
const AGENTS_SESSION = [
  { type: 'session.update', session: { type: 'realtime', tracing: 'auto' } },
  {
    type: 'session.update',
    session: {
      type: 'realtime',
      instructions: 'Be kind.',
      model: 'simulator',
      output_modalities: ['audio'],
      audio: {
        input: {
          format: { type: 'audio/pcm', rate: 24000 },
          noise_reduction: null,
          transcription: { model: 'gpt-4o-mini-transcribe' },
          turn_detection: { type: 'semantic_vad' },
        },
        output: { format: { type: 'audio/pcm', rate: 24000 }, speed: 1 },
      },
    },
  },
];

describe('a session of the OpenAI Agents SDK', () => {
  const SECOND = 24_000 * 2;
  const append = (session: SimulatedSession, sound: Buffer) =>
    send(session, { type: 'input_audio_buffer.append', audio: sound.toString('base64') });
  const open = (turnDetection?: object) => {
    const session = start();
    for (const event of AGENTS_SESSION) expect(typesOf(send(session, event))).toEqual(['session.updated']);
    if (turnDetection) {
      send(session, { type: 'session.update', session: { audio: { input: { turn_detection: turnDetection } } } });
    }
    return session;
  };

  it('is taken with its defaults, and says what it is', () => {
    expect(send(open(), { type: 'session.update', session: {} })[0]).toMatchObject({
      session: { audio: { input: { turn_detection: { type: 'semantic_vad' }, transcription: {} } } },
    });
  });

  it('answers a text', () => {
    const session = open();
    say(session, 'Hello');
    expect(textOf(send(session, { type: 'response.create' }), 'response.output_audio_transcript.delta')).toBe(
      'You said: Hello',
    );
  });

  it('answers what was said once it is silent, without being asked', () => {
    const session = open();
    expect(append(session, Buffer.alloc(SECOND))).toEqual([]);
    const began = append(session, speak('Good morning', 'alloy', 1));
    expect(began).toMatchObject([{ type: 'input_audio_buffer.speech_started', audio_start_ms: 1_000 }]);
    expect(append(session, Buffer.alloc(SECOND / 4))).toEqual([]);
    const events = append(session, Buffer.alloc(SECOND));
    expect([...new Set(typesOf(events))].slice(0, 6)).toEqual([
      'input_audio_buffer.speech_stopped',
      'input_audio_buffer.committed',
      'conversation.item.added',
      'conversation.item.done',
      'conversation.item.input_audio_transcription.delta',
      'conversation.item.input_audio_transcription.completed',
    ]);
    const [stopped, committed] = events;
    expect(new Set([began[0]?.item_id, stopped?.item_id, committed?.item_id]).size).toBe(1);
    expect(textOf(events, 'response.output_audio_transcript.delta')).toBe('You said: Good morning');
    expect(typesOf(events).at(-1)).toBe('response.done');
    expect(append(session, Buffer.alloc(SECOND))).toEqual([]);
  });

  it('waits for response.create where create_response is false, and for as long a silence as is asked for', () => {
    const session = open({ type: 'server_vad', silence_duration_ms: 1_500, create_response: false });
    append(session, speak('Good morning', 'alloy', 1));
    expect(append(session, Buffer.alloc(SECOND))).toEqual([]);
    const events = append(session, Buffer.alloc(SECOND));
    expect(typesOf(events)).toContain('input_audio_buffer.committed');
    expect(typesOf(events)).not.toContain('response.created');
  });

  it('commits by hand too, and detects nothing once it is turned off', () => {
    const session = open();
    append(session, speak('Good morning', 'alloy', 1));
    expect(typesOf(send(session, { type: 'input_audio_buffer.commit' }))[0]).toBe('input_audio_buffer.committed');
    expect(append(session, Buffer.alloc(SECOND))).toEqual([]);
    send(session, { type: 'session.update', session: { audio: { input: { turn_detection: null } } } });
    expect(append(session, speak('Good morning', 'alloy', 1))).toEqual([]);
  });

  it('answers at most once an event, however many turns its sound has', () => {
    const session = open({ type: 'server_vad', silence_duration_ms: 0 });
    const turn = Buffer.concat([speak('a', 'alloy', 1), Buffer.alloc(SECOND / 2)]);
    const events = append(session, Buffer.concat(Array.from({ length: 50 }, () => turn)));
    expect(typesOf(events).filter((type) => type === 'response.created')).toHaveLength(1);
  });

  it('listens to silence for as long as it lasts', () => {
    const session = open();
    for (let index = 0; index < 30; index += 1) expect(append(session, Buffer.alloc(1024 * 1024))).toEqual([]);
  });
});

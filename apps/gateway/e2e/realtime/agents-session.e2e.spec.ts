import { expect, it } from '@jest/globals';
import { TEST_KEYS, untilHolds } from '@multilane/testing';
import { WebSocket } from 'ws';
import { HOOK_LIMIT_MS, startPair } from '../start-pair.js';

/** Messages that RealtimeSession of the npm package @openai/agents-realtime 0.20.0 sends by default, read from its socket on 2026-11-29. */
const SENT = [
  { type: 'session.update', session: { type: 'realtime', tracing: 'auto' } },
  {
    type: 'session.update',
    session: {
      type: 'realtime',
      instructions: 'Be kind.',
      model: 'sample',
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
  {
    type: 'conversation.item.create',
    item: { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Hello' }] },
  },
  { type: 'response.create', event_id: 'agents_js_response_create_1' },
  { type: 'input_audio_buffer.append', audio: Buffer.alloc(9_600).toString('base64') },
];

it(
  'the simulator takes the default session of the OpenAI Agents SDK through the gateway, and answers',
  async () => {
    const pair = await startPair(() => ({
      providers: [{ name: 'simulator', kind: 'simulator' }],
      models: [{ logical_name: 'sample', provider: 'simulator', upstream_model: 'simulator', type: 'realtime' }],
      teams: [{ name: 'research', api_keys: [{ name: 'ci', key: TEST_KEYS.research }] }],
    }));
    const socket = new WebSocket(`${pair.gateway.baseUrl.replace('http', 'ws')}/v1/realtime?model=sample`, {
      headers: { authorization: `Bearer ${TEST_KEYS.research}` },
    });
    try {
      const events: { type: string; [member: string]: unknown }[] = [];
      socket.on('message', (data: Buffer) => events.push(JSON.parse(data.toString())));
      await untilHolds(() => expect(events.at(0)?.type).toBe('session.created'), 5_000);
      for (const event of SENT) socket.send(JSON.stringify(event));
      await untilHolds(() => expect(events.map(({ type }) => type)).toContain('response.done'), 5_000);
      expect(events.filter(({ type }) => type === 'error')).toEqual([]);
      expect(events.filter(({ type }) => type === 'session.updated').at(-1)).toMatchObject({
        session: { audio: { input: { turn_detection: { type: 'semantic_vad' } } } },
      });
      expect(events.at(-1)).toMatchObject({ type: 'response.done', response: { status: 'completed' } });
    } finally {
      socket.terminate();
      await pair.stop();
    }
  },
  HOOK_LIMIT_MS,
);

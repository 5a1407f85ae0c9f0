import { type GatewaySections, TEST_KEYS, TEST_PROVIDER_KEYS } from '@multilane/testing';
import OpenAI from 'openai';
import { type Pair, startPair } from '../start-pair.js';

/** Models for media of the reference provider, its cloud edition and other kinds, with the prices of two of them. */
const MODELS = [
  {
    logical_name: 'draw',
    provider: 'openai',
    upstream_model: 'gpt-image-1',
    type: 'image',
    media_prices: { image: 0.04 },
  },
  { logical_name: 'draw-old', provider: 'openai', upstream_model: 'dall-e-2', type: 'image' },
  { logical_name: 'azure-draw', provider: 'azure', upstream_model: 'draw-deployment', type: 'image' },
  {
    logical_name: 'speak',
    provider: 'openai',
    upstream_model: 'gpt-4o-mini-tts',
    type: 'speech',
    media_prices: { speech_per_1k_chars: 0.015 },
  },
  {
    logical_name: 'hear',
    provider: 'openai',
    upstream_model: 'whisper-1',
    type: 'transcription',
    media_prices: { transcription: 0.006 },
  },
  {
    logical_name: 'hear-by-token',
    provider: 'openai',
    upstream_model: 'gpt-4o-transcribe',
    type: 'transcription',
    prices: { input_per_million: 2, output_per_million: 10 },
  },
  { logical_name: 'azure-hear', provider: 'azure', upstream_model: 'hear deployment', type: 'transcription' },
  { logical_name: 'local-hear', provider: 'local', upstream_model: 'whisper', type: 'transcription' },
  {
    logical_name: 'local-hear-beyond',
    provider: 'local',
    upstream_model: 'whisper',
    type: 'transcription',
    capabilities: { beyond_reference: true },
  },
  { logical_name: 'talk', provider: 'openai', upstream_model: 'gpt-4o', type: 'chat' },
];

/** A gateway with models for media in front of a provider that tests script. */
export function startMedia(): Promise<Pair> {
  const sections = (upstreamUrl: string): GatewaySections => ({
    server: { drain_delay_ms: 0, drain_ms: 5_000, upload_limit_mb: 8 },
    models: MODELS,
    virtual_models: [
      { name: 'hear-again', strategy: 'failover', targets: [{ model: 'hear' }, { model: 'azure-hear' }] },
    ],
    providers: [
      { name: 'openai', kind: 'openai', api_key: TEST_PROVIDER_KEYS.openai, base_url: `${upstreamUrl}/v1` },
      { name: 'azure', kind: 'azure-openai', api_key: TEST_PROVIDER_KEYS.azure, base_url: upstreamUrl },
      { name: 'local', kind: 'openai-compatible', api_key: TEST_PROVIDER_KEYS.local, base_url: `${upstreamUrl}/v1` },
    ],
    teams: [
      { name: 'research', api_keys: [{ name: 'ci', key: TEST_KEYS.research, role: 'member' }] },
      {
        name: 'support',
        allowed_models: ['draw'],
        api_keys: [{ name: 'desk', key: TEST_KEYS.support, role: 'member' }],
      },
    ],
  });
  // Each test defines the requests beyond texts.
  return startPair(sections, {}, { strict: false });
}

/** The official SDK, pointed at the gateway. */
export function clientOf({ gateway }: Pair, apiKey: string = TEST_KEYS.research): OpenAI {
  return new OpenAI({ apiKey, baseURL: `${gateway.baseUrl}/v1`, maxRetries: 0 });
}

/** One part of a form as a provider received it. */
export interface ReceivedPart {
  readonly head: string;
  readonly name: string | undefined;
  readonly filename: string | undefined;
  readonly text: string;
}

/** The parts of a recorded request; text has one character for each byte. */
export function readParts(body: Buffer, contentType = ''): ReceivedPart[] {
  const boundary = /boundary=(.+)$/.exec(contentType)?.[1] ?? '';
  const pieces = body.toString('latin1').split(`--${boundary}`).slice(1, -1);
  return pieces.map((piece) => {
    const [head = '', ...rest] = piece.slice(2).split('\r\n\r\n');
    return {
      head,
      name: /name="([^"]*)"/.exec(head)?.[1],
      filename: /filename="([^"]*)"/.exec(head)?.[1],
      text: rest.join('\r\n\r\n').slice(0, -2),
    };
  });
}

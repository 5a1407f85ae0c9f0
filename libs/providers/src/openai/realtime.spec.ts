import { describe, expect, it } from 'vitest';
import { AZURE_REALTIME_CODEC } from '../azure-openai/realtime.js';
import type { SocketRequest } from '../socket.js';
import type { ProviderTarget } from '../target.js';
import { REALTIME_CODEC, readRealtimeUsage } from './realtime.js';

const done = (usage: object) => ({ type: 'response.done', response: { usage } });

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

describe('the address of a socket', () => {
  const query = {
    intent: 'transcription',
    deployment: 'dear',
    'Api-Version': '2020-01-01',
    MODEL: 'dear',
    language: 'en',
  };
  const request = { query, protocols: [] } as unknown as SocketRequest;
  const target = { upstreamModel: 'allowed', apiVersion: '2025-04-01-preview' } as ProviderTarget;

  it('names no model and no version of the client’s', () => {
    expect(REALTIME_CODEC.open(request, target).path).toBe('/realtime?intent=transcription&language=en');
    expect(AZURE_REALTIME_CODEC.open(request, target).path).toBe(
      '/openai/realtime?intent=transcription&language=en&api-version=2025-04-01-preview',
    );
  });
});

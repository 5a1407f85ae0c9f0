import { describe, expect, it } from '@jest/globals';
import type { ProviderKind, ResponsesRequest } from '@multilane/contracts';
import { getAdapter } from '../../registry.js';

/** The kinds that speak the format, and whether their thinking comes encrypted. */
const KINDS: readonly (readonly [ProviderKind, boolean])[] = [
  ['openai', true],
  ['azure-openai', true],
  ['xai', true],
  ['openrouter', true],
  ['groq', false],
  ['vllm', false],
  ['ollama', false],
  ['openai-compatible', false],
];

describe('docs/contract/responses.md#native: what every kind that speaks the format is sent', () => {
  it.each(KINDS)('%s', (kind, encrypts) => {
    const codec = getAdapter(kind)?.endpoints.responses;
    const thought = { type: 'reasoning' as const, id: 'rs_1', summary: [], encrypted_content: 'gAAA' };
    const said = { type: 'message' as const, role: 'assistant' as const, content: 'Hello' };
    const request: ResponsesRequest = { model: 'm', input: [thought, said, { role: 'user', content: 'Hi' }] };
    const target = { kind, upstreamModel: 'upstream', headers: {} } as never;
    const [body = ''] = codec?.encode(request, target) ?? [];
    const sent = JSON.parse(body) as Record<string, unknown>;
    expect(sent).toMatchObject({ model: 'upstream', store: false });
    expect(sent.include).toEqual(encrypts ? ['reasoning.encrypted_content'] : undefined);
    expect(body.includes('gAAA')).toBe(encrypts);
  });
});

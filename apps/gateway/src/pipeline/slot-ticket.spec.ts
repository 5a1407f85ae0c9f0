import { describe, expect, it } from '@jest/globals';
import type { UsedPrompt } from '../recording/request-parts.js';
import type { RequestContext } from './request-context.js';
import { RequestTicket } from './slot-ticket.js';

function bytesOf(
  length: string | undefined,
  prompt?: UsedPrompt,
  { body = {}, encoding }: { readonly body?: unknown; readonly encoding?: string } = {},
): number {
  const headers: Record<string, string | undefined> = { 'content-encoding': encoding, 'content-length': length };
  const asked = {
    body,
    caller: { organizationId: 'o', credentialId: 'k' },
    header: (name: string) => headers[name],
    headers,
    prompt,
    snapshot: { ownOrganization: { id: 'o', name: 'o' } },
  };
  return new RequestTicket({ asked } as unknown as RequestContext, { isShared: false, maxWaitMs: undefined }).bytes;
}

describe('the size of a request that waits', () => {
  const prompt = { name: 'p', version: 1, label: undefined };

  it.each<[string, string | undefined, UsedPrompt | undefined, number]>([
    ['that of its body', '90', undefined, 90],
    ['that of its body with its stored prompt', '90', { ...prompt, characters: 900_000 }, 900_090],
    ['that of its body for a job, which has the prompt in it', '90', prompt, 90],
  ])('is %s', (_what, length, used, bytes) => {
    expect(bytesOf(length, used)).toBe(bytes);
  });

  const long = { messages: [{ role: 'user', content: 'a'.repeat(20_000_000) }] };

  it.each([
    ['was compressed', '30000', 'gzip'],
    ['came in pieces', undefined, undefined],
  ] as const)('is that of the parsed body where that %s', (_what, length, encoding) => {
    const bytes = bytesOf(length, undefined, { body: long, ...(encoding && { encoding }) });
    expect(bytes).toBeGreaterThan(20_000_000);
    expect(bytes).toBeLessThan(20_001_000);
  });

  it('is a megabyte for a form whose size nobody says', () => {
    class Form {
      readonly part = 'a';
    }
    expect(bytesOf(undefined, undefined, { body: new Form() })).toBe(1024 * 1024);
  });
});

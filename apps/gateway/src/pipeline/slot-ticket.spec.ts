import { describe, expect, it } from '@jest/globals';
import type { UsedPrompt } from '../recording/request-parts.js';
import type { RequestContext } from './request-context.js';
import { RequestTicket } from './slot-ticket.js';

function bytesOf(length: string | undefined, prompt?: UsedPrompt): number {
  const asked = {
    body: {},
    caller: { organizationId: 'o', credentialId: 'k' },
    header: () => length,
    headers: {},
    prompt,
    snapshot: { ownOrganization: { id: 'o', name: 'o' } },
  };
  return new RequestTicket({ asked } as unknown as RequestContext, { isShared: false, maxWaitMs: undefined }).bytes;
}

describe('the size of a request that waits', () => {
  const prompt = { name: 'p', version: 1, label: undefined };

  it.each<[string, string | undefined, UsedPrompt | undefined, number]>([
    ['that of its body', '90', undefined, 90],
    ['a megabyte where the body does not say', undefined, undefined, 1024 * 1024],
    ['that of its body with its stored prompt', '90', { ...prompt, characters: 900_000 }, 900_090],
    ['that of its body for a job, which has the prompt in it', '90', prompt, 90],
  ])('is %s', (_what, length, used, bytes) => {
    expect(bytesOf(length, used)).toBe(bytes);
  });
});

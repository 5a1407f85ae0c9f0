import { describe, expect, it } from '@jest/globals';
import { GatewayError } from '@multilane/errors';
import type { KnowledgeCaller } from '@multilane/knowledge-bases';
import { AddressesService } from './addresses.service.js';

const callerOf = (workspaceId: string) => ({ place: { organizationId: 'o', workspaceId } }) as KnowledgeCaller;

/** On documents that all came from an address. */
function makeService() {
  const queued: string[] = [];
  const queues = { enqueue: async (_kind: string, { document_id: id }: { document_id: string }) => queued.push(id) };
  const documents = {
    find: async (_caller: unknown, _kbId: string, id: string) => ({ id, source_id: 'https://a.example' }),
  };
  const jobs = { queues: async () => queues };
  const parts = [{}, documents, jobs, {}, {}] as unknown as ConstructorParameters<typeof AddressesService>;
  return { service: new AddressesService(...parts), queued };
}

describe('fetching addresses again on request', () => {
  const refusalOf = async (work: Promise<unknown>): Promise<unknown[]> => {
    const error = await work.then(() => undefined).catch((thrown: unknown) => thrown);
    return error instanceof GatewayError ? [error.status, Number(error.headers['retry-after']) > 0] : [error];
  };

  it('is bounded for each document', async () => {
    const { queued, service } = makeService();
    for (const id of ['a', 'a', 'b']) await service.refresh(callerOf('w'), 'k', id);
    expect(await refusalOf(service.refresh(callerOf('w'), 'k', 'a'))).toEqual([429, true]);
    expect(queued).toEqual(['a', 'a', 'b']);
  });

  it('is bounded for each workspace, and not by another one', async () => {
    const { queued, service } = makeService();
    for (let at = 0; at < 100; at += 1) await service.refresh(callerOf('w'), 'k', `d${at}`);
    expect(await refusalOf(service.refresh(callerOf('w'), 'k', 'one more'))).toEqual([429, true]);
    await service.refresh(callerOf('another'), 'k', 'theirs');
    expect(queued).toHaveLength(101);
  });
});

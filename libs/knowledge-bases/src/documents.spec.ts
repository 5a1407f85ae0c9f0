import { describe, expect, it } from '@jest/globals';
import { GatewayError } from '@multilane/errors';
import { Documents } from './documents.js';
import type { KnowledgeServices } from './knowledge-bases.js';
import type { KnowledgeCaller } from './knowledge-caller.js';

const EMPTY = (async function* () {})();
const DOCUMENT = { createdAt: new Date(), updatedAt: new Date(), name: 'a', bytes: 1, sha256: 'x', status: 'ready' };

describe('documents without an encryption key', () => {
  const services = {
    database: {
      knowledge: { isReady: false },
      knowledgeBases: { find: async () => ({ id: 'k' }) },
      knowledgeDocuments: { find: async () => DOCUMENT },
    },
  } as unknown as KnowledgeServices;
  const documents = new Documents(services);
  const caller = { place: {} } as KnowledgeCaller;
  const upload = { name: 'a', contentType: null, sourceId: null, metadata: {}, open: () => EMPTY };

  it.each<[string, () => unknown]>([
    ['an ingest of an address', () => documents.requireKey()],
    ['the beginning of an upload', () => documents.checkPlace(caller, 'k')],
    ['an upload', () => documents.upload(caller, 'k', upload)],
    ['a download', () => documents.download(caller, 'k', 'd')],
  ])('are 503, and say what is missing: %s', async (_what, work) => {
    const error = await (async () => work())().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(GatewayError);
    expect(error).toMatchObject({ status: 503, code: 'knowledge_unavailable' });
    expect((error as Error).message).toContain('set `encryption.key` in gateway.yaml');
  });
});

describe('an upload of a small file', () => {
  /** @param statuses what the document is at, each time that it is looked at */
  function makeDocuments(statuses: readonly { status: string; step: string | null }[]) {
    const looks = statuses.values();
    let last: object | undefined = statuses[0];
    const queues = { whenReady: async () => undefined, enqueue: async () => 'job', wake: () => undefined };
    const services = {
      database: {
        knowledge: { isReady: true },
        knowledgeDocuments: {
          findByHash: async () => undefined,
          measure: async () => ({ bytes: 0, chunks: 0 }),
          find: async () => {
            last = looks.next().value ?? last;
            return { ...DOCUMENT, ...last };
          },
        },
        change: async () => ({ document: { ...DOCUMENT, status: 'processing', step: null }, isNew: true }),
      },
      files: { store: async () => ({ discard: async () => undefined }) },
      queues: () => queues,
      settings: { files: { max_mb: 1 }, quota: { max_mb: 1, chunks: 1 } },
    } as unknown as KnowledgeServices;
    return new Documents(services);
  }
  const caller = { place: {}, identity: () => ({}) } as KnowledgeCaller;
  const uploadOf = (bytes: number) => ({
    name: 'a',
    contentType: null,
    sourceId: null,
    metadata: {},
    open: async function* () {
      yield Buffer.alloc(bytes, 'x');
    },
  });
  const at = (status: string, step: string | null = null) => ({ status, step });

  it.each<[string, ReturnType<typeof at>[], number, string]>([
    ['is answered when it is ready', [at('processing', 'parse'), at('ready')], 10, 'ready'],
    ['is answered when it has failed', [at('processing', 'chunk'), at('failed')], 10, 'failed'],
    ['is answered as it is where no worker takes it', [at('processing')], 10, 'processing'],
    ['is not waited for where it is larger', [at('ready')], 128 * 1024 + 1, 'processing'],
  ])('%s', async (_what, looks, bytes, status) => {
    const { document, isNew } = await makeDocuments(looks).upload(caller, 'k', uploadOf(bytes));
    expect([document.status, isNew]).toEqual([status, true]);
  });
});

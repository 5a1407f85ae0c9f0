import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { KnowledgeWorkers, type KnowledgeWorkersOptions } from './knowledge-workers.js';

const DOCUMENT = { id: 'd', workspaceId: 'w' };

/** Workers on queues that only note what they are asked. */
function makeWorkers(knowledgeWork: object) {
  const works = new Map<string, { concurrency: number; perGroup?: number }>();
  const queued: [string, string | undefined][] = [];
  const options = {
    config: { knowledge: { parsers: 2, files: { store: 'postgres', s3: {} } }, network: {} },
    database: { knowledgeWork },
    knowledge: { engine: {} },
    queues: {
      work: (kind: string, how: { concurrency: number }) => works.set(kind, how),
      enqueue: async (kind: string, _data: object, how?: { group?: string }) => queued.push([kind, how?.group]),
      enqueueLost: async (kind: string, works: readonly { group?: string }[]) =>
        queued.push(...works.map(({ group }): [string, string | undefined] => [`${kind}, lost`, group])),
      wake: () => undefined,
    },
    services: { snapshots: {}, tasks: { run: (_task: string, work: () => Promise<void>) => work() } },
  };
  return { workers: new KnowledgeWorkers(options as unknown as KnowledgeWorkersOptions), works, queued };
}

describe('the workers of knowledge', () => {
  afterEach(() => void jest.restoreAllMocks());

  it.each(['knowledge.ingest', 'knowledge.refresh', 'knowledge.reembed', 'knowledge.query', 'knowledge.list_pages'])(
    'leave room beside the busiest workspace: %s',
    (kind) => {
      const { works, workers } = makeWorkers({});
      workers.startWorking();
      const { concurrency = 0, perGroup = Number.POSITIVE_INFINITY } = works.get(kind) ?? {};
      expect(perGroup).toBeLessThan(concurrency);
    },
  );

  it('queue what is due or was lost with the other jobs of its workspace', async () => {
    const { queued, workers } = makeWorkers({
      takeDue: async () => [DOCUMENT],
      takeStale: async () => [DOCUMENT],
      queueDeleted: async () => undefined,
    });
    await workers.lookAfter();
    expect(queued).toEqual([
      ['knowledge.refresh', 'w'],
      ['knowledge.ingest, lost', 'w'],
    ]);
  });

  it('let others have their turn after a minute of embedding one knowledge base again', async () => {
    jest.spyOn(performance, 'now').mockReturnValueOnce(0).mockReturnValueOnce(59_000).mockReturnValue(61_000);
    const taken: string[] = [];
    const { queued, workers } = makeWorkers({
      takeToRebuild: async () => {
        taken.push('d');
        return { ...DOCUMENT, sha256: 'x', attempts: 0 };
      },
      // Another worker has taken the document: it is not worked on here.
      setStep: async () => false,
    });
    await workers.reembed({ data: { kb_id: 'k' }, signal: new AbortController().signal });
    expect([queued, taken.length]).toEqual([[['knowledge.reembed', 'w']], 3]);
  });
});

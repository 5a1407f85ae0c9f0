import type { GatewayConfig } from '@multilane/config';
import { GatewayError } from '@multilane/errors';
import { FencedWorker, type JobData, type JobQueues, type TakenJob, type WorkStopped } from '@multilane/jobs';
import { type DocumentParser, openDocumentParser } from '@multilane/knowledge';
import { DocumentFiles } from '@multilane/knowledge-bases';
import type { Database, DocumentToIngest } from '@multilane/persistence';
import { Knowledge } from '../../knowledge/open-knowledge.js';
import { NetworkFetch } from '../network-fetch.js';
import type { WorkerServices } from '../worker-services.js';
import { answerQuestion } from './answer-question.js';
import { DocumentIngester } from './document-ingester.js';
import { fetchAddress } from './sources/fetch-address.js';
import { answerWithPages } from './sources/list-pages.js';

export interface KnowledgeWorkersOptions {
  readonly config: Pick<GatewayConfig, 'knowledge'>;
  readonly findNetwork: () => GatewayConfig['network'];
  readonly database: Pick<Database, 'knowledge' | 'knowledgeObjects' | 'knowledgeWork'>;
  readonly knowledge: Knowledge;
  readonly queues: Pick<JobQueues, 'enqueue' | 'enqueueLost' | 'wake' | 'work'>;
  readonly services: WorkerServices;
}

/** Documents of one workspace among those at once, where several workspaces wait. */
const SHARE = 0.75;
const QUERIES = 8;
const REFRESHES = 2;
const REEMBEDDINGS = 2;
/** A knowledge base that is embedded again waits its turn behind others after so long, in milliseconds. */
const REEMBED_TURN_MS = 60_000;
/** Feeds and sitemaps at once. Each may take 100 MB for a moment. */
const LISTS = 2;
/** A generation that waits for documents which are still being worked on is looked at again after so long. */
const SWAP_AGAIN_SECONDS = 10;
/** A document without news for so long may have lost its job. */
const STALE_MS = 10 * 60_000;
const AT_ONCE = 100;
/** Interval of a worker's checks if its document was cancelled or deleted, in milliseconds. */
const LOOK_EVERY_MS = 2_000;
const GRACE_MS = 3_000;

/** Has a process work on the jobs of knowledge bases; undefined where there can be none. */
export function startKnowledgeWorkers(
  services: WorkerServices,
  options: Omit<KnowledgeWorkersOptions, 'knowledge' | 'services'>,
): KnowledgeWorkers | undefined {
  const { knowledge } = services;
  if (!(knowledge instanceof Knowledge)) return undefined;
  const workers = new KnowledgeWorkers({ ...options, knowledge, services });
  workers.startWorking();
  return workers;
}

const { message: POISONED } = new GatewayError('poisoned');

/** The jobs of knowledge bases: documents are read and embedded, deleted ones removed from the store, questions answered. */
export class KnowledgeWorkers {
  private readonly parser: DocumentParser;
  private readonly network: NetworkFetch;
  private readonly ingester: DocumentIngester;
  private readonly files: DocumentFiles;
  private readonly worker: FencedWorker;

  constructor(private readonly options: KnowledgeWorkersOptions) {
    const { config, database, findNetwork, knowledge, queues, services } = options;
    this.parser = openDocumentParser({ concurrency: config.knowledge.parsers });
    this.network = new NetworkFetch(findNetwork);
    this.files = new DocumentFiles(database, config.knowledge.files);
    this.worker = new FencedWorker({
      graceMs: GRACE_MS,
      watch: {
        findLost: (fences) => database.knowledgeWork.findLost(fences),
        every: (look) => services.tasks.every('knowledge_watch', LOOK_EVERY_MS, look, 'later'),
      },
    });
    this.ingester = new DocumentIngester({
      config: config.knowledge,
      database,
      engine: knowledge.engine,
      files: this.files,
      parser: this.parser,
      queues,
      services,
      fetchSource: (address, known, signal) =>
        fetchAddress(this.network.current, address, {
          ...(known && { known }),
          signal,
          transcribes: config.knowledge.transcription_model !== undefined,
        }),
    });
  }

  startWorking(): void {
    const { config, queues } = this.options;
    // Twice as many documents as parsers are processed: some wait for their embeddings while others are parsed.
    const concurrency = config.knowledge.parsers * 2;
    const perGroup = Math.ceil(concurrency * SHARE);
    const { database } = this.options;
    const readProgress = ({ document_id: id }: JobData<'knowledge.ingest'>) => database.knowledgeWork.readProgress(id);
    const onPoisoned = ({ document_id: id }: JobData<'knowledge.ingest'>) => this.poison(id);
    const leave = (): Promise<void> => Promise.resolve();
    const ingestions = { concurrency, perGroup, onPoisoned, readProgress };
    queues.work('knowledge.ingest', ingestions, (job) => this.ingest(job));
    // No workspace takes all workers of a kind, however slow its addresses and models are.
    const refreshes = {
      concurrency: REFRESHES,
      perGroup: 1,
      // The earlier text stays.
      onPoisoned: async ({ document_id: id }: JobData<'knowledge.refresh'>) => {
        const document = await database.knowledgeWork.takeToRefresh(id);
        if (document === undefined) return;
        await database.knowledgeWork.note(document, `The address could not be refreshed: ${POISONED}`);
        await database.knowledgeWork.scheduleRefresh(document);
      },
    };
    queues.work('knowledge.refresh', refreshes, (job) => this.track(job, (signal) => this.refresh({ ...job, signal })));
    const reembeddings = {
      concurrency: REEMBEDDINGS,
      perGroup: 1,
      onPoisoned: (job: JobData<'knowledge.reembed'>) => this.skip(job),
    };
    queues.work('knowledge.reembed', reembeddings, (job) =>
      this.track(job, (signal) => this.reembed({ ...job, signal })),
    );
    queues.work('knowledge.delete', { concurrency: 1, onPoisoned: leave }, (job) =>
      this.track(job, () => this.remove(job)),
    );
    queues.work('knowledge.list_pages', { concurrency: LISTS, perGroup: 1 }, (job) =>
      this.track(job, () => answerWithPages(this.options.database, this.network.current, job)),
    );
    const queries = { concurrency: QUERIES, perGroup: Math.ceil(QUERIES * SHARE) };
    queues.work('knowledge.query', queries, (job) => answerQuestion(this.options, job));
  }

  /** Ends a document that ends the processes which work on it. */
  private async poison(id: string): Promise<void> {
    const document = await this.options.database.knowledgeWork.take(id);
    if (document !== undefined) await this.ingester.giveUp(document, 'poisoned', POISONED);
  }

  /** The document whose turn it is ends the processes which embed it anew: it fails, and the others go on. */
  private async skip(job: JobData<'knowledge.reembed'>): Promise<void> {
    const { database, queues } = this.options;
    const document = await database.knowledgeWork.takeToRebuild(job.kb_id);
    if (document === undefined) return;
    await this.ingester.giveUp(document, 'poisoned', POISONED);
    await queues.enqueue('knowledge.reembed', job, { group: document.workspaceId });
  }

  /** Queues what is due or was lost. Called every minute or so, in any number of processes. */
  async lookAfter(): Promise<void> {
    const { database, queues } = this.options;
    for (const { id, workspaceId: group } of await database.knowledgeWork.takeDue(AT_ONCE)) {
      await queues.enqueue('knowledge.refresh', { document_id: id }, { group });
    }
    const stale = await database.knowledgeWork.takeStale(new Date(Date.now() - STALE_MS), AT_ONCE);
    const works = stale.map(({ id, workspaceId: group }) => ({ data: { document_id: id }, group }));
    await queues.enqueueLost('knowledge.ingest', works);
    await database.knowledgeWork.queueDeleted(AT_ONCE, ({ kbId, workspaceId }, within) =>
      queues.enqueue('knowledge.delete', { workspace_id: workspaceId, kb_id: kbId }, { within, group: workspaceId }),
    );
    await this.removeFiles();
  }

  async ingest({ data, signal }: Pick<TakenJob<'knowledge.ingest'>, 'data' | 'signal'>): Promise<void> {
    const document = await this.options.database.knowledgeWork.take(data.document_id);
    if (document === undefined) return;
    await this.worker.hold(document, signal, (stop) => this.ingestUnlessStopped(document, signal, stop));
  }

  async refresh({ data, signal }: Pick<TakenJob<'knowledge.refresh'>, 'data' | 'signal'>): Promise<void> {
    const document = await this.options.database.knowledgeWork.takeToRefresh(data.document_id);
    if (document !== undefined) await this.ingester.refresh(document, signal);
  }

  /** Embeds every document in the generation that is being built, and has queries read that one when all are in it. */
  async reembed({ data, signal }: Pick<TakenJob<'knowledge.reembed'>, 'data' | 'signal'>): Promise<void> {
    const { database, queues } = this.options;
    const { knowledgeWork: work } = database;
    const turnEndsAt = performance.now() + REEMBED_TURN_MS;
    let dimensions: number | null = null;
    for (let document = await work.takeToRebuild(data.kb_id); document !== undefined; ) {
      const outcome = await this.ingester.ingest(document, signal);
      dimensions = outcome.dimensions ?? dimensions;
      const { workspaceId: group } = document;
      const { pauseSeconds: afterSeconds } = outcome;
      if (afterSeconds === undefined) document = await work.takeToRebuild(data.kb_id);
      if (afterSeconds !== undefined || (document !== undefined && performance.now() > turnEndsAt)) {
        await queues.enqueue('knowledge.reembed', data, { afterSeconds, group });
        return;
      }
    }
    const generations = await work.findGenerations(data.kb_id);
    if (generations === undefined) return;
    if (generations.buildingGeneration !== null && !(await work.swap(generations, dimensions))) {
      await queues.enqueue('knowledge.reembed', data, {
        afterSeconds: SWAP_AGAIN_SECONDS,
        group: generations.workspaceId,
      });
      return;
    }
    await this.removeOldGenerations(data.kb_id);
  }

  async remove({ data }: Pick<TakenJob<'knowledge.delete'>, 'data'>): Promise<void> {
    const { store } = this.options.knowledge.engine;
    const { document_id: documentId, fence, kb_id: kbId, workspace_id: workspaceId } = data;
    if (documentId !== undefined && fence !== undefined) {
      // Before the transaction that it is used in: the embedded database has one connection.
      await store.prepare();
      await this.options.database.knowledgeWork.addChunks({ id: documentId, fence }, 0, (sql) =>
        store.deleteDocument({ workspaceId, kbId, documentId }, sql),
      );
      return;
    }
    if (documentId === undefined) await store.deleteKnowledgeBase({ workspaceId, kbId });
    else await store.deleteDocument({ workspaceId, kbId, documentId });
    await this.removeFiles();
  }

  /** Lets running documents end for so long; the others are taken up by another process where they stopped. */
  drain(limitMs: number): Promise<void> {
    return this.worker.drain(limitMs);
  }

  async close(): Promise<void> {
    this.worker.close();
    await this.parser.close();
    await this.network.close();
  }

  /** Removes the files of deleted documents. Files that cannot be removed now are tried again later. */
  private async removeFiles(): Promise<void> {
    await this.options.services.tasks.run('knowledge_files', () => this.files.removeExpired());
  }

  private async removeOldGenerations(kbId: string): Promise<void> {
    const { database, knowledge } = this.options;
    const found = await database.knowledgeWork.findGenerations(kbId);
    if (found === undefined) return;
    const { generation: read, workspaceId } = found;
    for (let generation = read - 1; generation > 0; generation -= 1) {
      await knowledge.engine.store.deleteGeneration({ workspaceId, kbId, generation });
    }
  }

  /**
   * A process that ends puts the document back at once: its queue would wait for the heartbeat. Work on a document that was cancelled or
   * deleted ends soon, and not with the answer of a model that may take minutes.
   */
  private async ingestUnlessStopped(document: DocumentToIngest, job: AbortSignal, stop: AbortSignal): Promise<void> {
    const queueAgain = (afterSeconds?: number) => {
      const { id, workspaceId: group } = document;
      return this.options.queues.enqueue('knowledge.ingest', { document_id: id }, { afterSeconds, group });
    };
    try {
      const { dimensions, pauseSeconds } = await this.ingester.ingest(document, stop);
      if (pauseSeconds !== undefined) await queueAgain(pauseSeconds);
      if (dimensions !== undefined) await this.maintain(document);
    } catch (error) {
      if (!stop.aborted || job.aborted) throw error;
      if ((stop.reason as WorkStopped).why === 'shutdown') await queueAgain();
    }
  }

  private async maintain({ id, kbId, targetGeneration: generation, workspaceId }: DocumentToIngest): Promise<void> {
    const { knowledge, services } = this.options;
    await knowledge.engine.store.maintain({ workspaceId, kbId, generation }).catch((error: unknown) => {
      services.logger.warn({ err: error, document_id: id }, 'the index of a knowledge base was not maintained');
    });
  }

  /** Has the end of the process wait for work. */
  private track<Result>(
    { signal }: Pick<TakenJob<'knowledge.refresh'>, 'signal'>,
    work: (stop: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    return this.worker.hold(undefined, signal, work);
  }
}

import { GatewayError } from '@multilane/errors';
import type { Database, PageRequest, Sql } from '@multilane/persistence';
import { inCallerTerms, notFound } from './explain-error.js';
import type { DocumentFiles, FileSettings } from './files/document-files.js';
import type { KnowledgeCaller } from './knowledge-caller.js';
import { type DeletedAnswer, type KnowledgeBaseAnswer, type ListAnswer, showKnowledgeBase, showPage } from './views.js';

/** Part of `JobQueues` of libs/jobs that knowledge uses; the library itself is loaded only with a database. */
export interface KnowledgeQueues {
  whenReady(): Promise<void>;
  enqueue(kind: 'knowledge.ingest', data: { document_id: string }, options: EnqueueOptions): Promise<string>;
  enqueue(kind: 'knowledge.reembed', data: { kb_id: string }, options: EnqueueOptions): Promise<string>;
  enqueue(
    kind: 'knowledge.delete',
    data: { workspace_id: string; kb_id: string; document_id?: string; fence?: number },
    options: EnqueueOptions,
  ): Promise<string>;
  wake(kind: 'knowledge.ingest' | 'knowledge.reembed' | 'knowledge.delete'): void;
}

interface EnqueueOptions {
  readonly within: Sql;
  readonly group: string;
}

/** Services with which knowledge is stored. */
export interface KnowledgeServices {
  readonly database: Pick<Database, 'change' | 'docsets' | 'knowledge' | 'knowledgeBases' | 'knowledgeDocuments'>;
  /** Store of the documents' bytes. */
  readonly files: DocumentFiles;
  /** Queues for work; opened when they are needed. */
  queues(): Promise<KnowledgeQueues> | KnowledgeQueues;
  readonly settings: KnowledgeSettings;
  /** Throws where an embedding model is not one of the catalog's. */
  checkModel(name: string): void;
}

/** Settings as configured, `knowledge`. */
export interface KnowledgeSettings {
  readonly embedding_model?: string | undefined;
  readonly files: FileSettings;
  readonly quota: { readonly max_mb: number; readonly chunks: number };
}

/** The model that ships with the gateway. */
const BUILTIN = 'builtin';

export interface NewKnowledgeBase {
  readonly name: string;
  readonly embedding_model?: string | undefined;
}

/** Knowledge bases (docs/contract/knowledge.md#knowledge-bases). Resources of other workspaces are not found. */
export class KnowledgeBases {
  constructor(private readonly services: KnowledgeServices) {}

  async create({ actor, place }: KnowledgeCaller, asked: NewKnowledgeBase): Promise<KnowledgeBaseAnswer> {
    const { database, settings } = this.services;
    const embeddingModel = asked.embedding_model ?? settings.embedding_model ?? BUILTIN;
    if (asked.embedding_model !== undefined) this.checkModel(embeddingModel);
    return inCallerTerms(async () =>
      showKnowledgeBase(
        await database.change(actor, ({ knowledgeBases }) =>
          knowledgeBases.create(place, { name: asked.name, embeddingModel }),
        ),
      ),
    );
  }

  async list({ place }: KnowledgeCaller, page: PageRequest): Promise<ListAnswer<KnowledgeBaseAnswer>> {
    const { knowledgeBases } = this.services.database;
    return inCallerTerms(async () => showPage(await knowledgeBases.listPage(place, page), showKnowledgeBase));
  }

  async find({ place }: KnowledgeCaller, id: string): Promise<KnowledgeBaseAnswer> {
    const base = await inCallerTerms(() => this.services.database.knowledgeBases.find(place, id));
    if (base === undefined) throw notFound('knowledge base');
    return showKnowledgeBase(base);
  }

  /** Another model embeds the documents again, and is used when all are done. */
  async update(caller: KnowledgeCaller, id: string, changes: Partial<NewKnowledgeBase>): Promise<KnowledgeBaseAnswer> {
    const { actor, place } = caller;
    const { embedding_model: model, name } = changes;
    // A caller who may not see it learns nothing about models.
    await this.find(caller, id);
    if (model !== undefined) this.checkModel(model);
    const queues = await this.services.queues();
    return inCallerTerms(async () => {
      if (model !== undefined) await queues.whenReady();
      const changed = await this.services.database.change(actor, async ({ knowledgeBases }) => {
        await knowledgeBases.lock(place, id);
        if (name !== undefined) await knowledgeBases.rename(place, id, name);
        if (model !== undefined) {
          await knowledgeBases.changeModel(place, id, model, (within) =>
            queues.enqueue('knowledge.reembed', { kb_id: id }, { within, group: place.workspaceId }),
          );
        }
        return knowledgeBases.find(place, id);
      });
      if (model !== undefined) queues.wake('knowledge.reembed');
      if (changed === undefined) throw notFound('knowledge base');
      return showKnowledgeBase(changed);
    });
  }

  /** Its documents are gone with the answer; a job removes their chunks. */
  async remove({ actor, place }: KnowledgeCaller, id: string): Promise<DeletedAnswer> {
    const queues = await this.services.queues();
    const { workspaceId } = place;
    return inCallerTerms(async () => {
      await queues.whenReady();
      await this.services.database.change(actor, ({ knowledgeBases }) =>
        knowledgeBases.remove(place, id, (within) =>
          queues.enqueue('knowledge.delete', { workspace_id: workspaceId, kb_id: id }, { within, group: workspaceId }),
        ),
      );
      queues.wake('knowledge.delete');
      return { id, deleted: true };
    });
  }

  private checkModel(name: string): void {
    if (name === BUILTIN) return;
    try {
      this.services.checkModel(name);
    } catch (error) {
      const message = error instanceof Error ? error.message : 'is not the name of a model';
      throw new GatewayError('invalid_value', { param: 'embedding_model', message: `\`embedding_model\` ${message}.` });
    }
  }
}

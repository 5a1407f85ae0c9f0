import { type Caller, chooseKnowledgeWorkspace, type KnowledgePermission } from '@multilane/auth';
import type { SettingsAtStart } from '@multilane/config';
import type { UploadForm } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import {
  Docsets,
  DocumentFiles,
  Documents,
  KnowledgeBases,
  type KnowledgeCaller,
  type KnowledgeQueues,
  knowledgeCallerOf,
  readDocset,
  readKnowledgeBase,
  readKnowledgeQuery,
  readPageQuery,
  readUpload,
} from '@multilane/knowledge-bases';
import { type Database, DOCUMENT_STATUSES, type DocumentStatus } from '@multilane/persistence';
import type { BackgroundTasks } from '@multilane/telemetry';
import type { KnowledgeApi, KnowledgeCall, KnowledgeReply } from '../services/knowledge-api.js';
import type { KnowledgeService } from '../services/knowledge-service.js';
import { organizationOf, teamOf } from '../snapshot/find-policy.js';
import type { Snapshot } from '../snapshot/snapshot.js';

export interface KnowledgeApiOptions {
  readonly config: Pick<SettingsAtStart, 'database' | 'knowledge'>;
  readonly database: Database;
  readonly service: KnowledgeService;
  /** The snapshot in effect. */
  readonly findSnapshot: () => Snapshot | undefined;
  readonly tasks: BackgroundTasks;
}

type Queues = KnowledgeQueues & { close(): Promise<void> };

const READS = /\.(list|find|content|query|answer)$/;

/** Knowledge bases, documents and document sets of /v1, by the rules that the workspace has too. */
export class StoredKnowledge implements KnowledgeApi {
  private readonly bases: KnowledgeBases;
  private readonly documents: Documents;
  private readonly docsets: Docsets;
  private opening: Promise<Queues> | undefined = undefined;

  constructor(private readonly options: KnowledgeApiOptions) {
    const { config, database, findSnapshot } = options;
    const services = {
      database,
      files: new DocumentFiles(database, config.knowledge.files),
      queues: () => {
        this.opening ??= this.open();
        return this.opening;
      },
      settings: config.knowledge,
      checkModel: (name: string) => checkModel(findSnapshot(), name),
    };
    this.bases = new KnowledgeBases(services);
    this.documents = new Documents(services);
    this.docsets = new Docsets(services);
  }

  async serve(call: KnowledgeCall): Promise<KnowledgeReply> {
    const caller = await this.findCaller(call);
    const { operation } = call.request;
    if (operation.startsWith('docsets.')) return this.serveDocsets(call, caller);
    return operation.startsWith('documents.') ? this.serveDocuments(call, caller) : this.serveBases(call, caller);
  }

  async close(): Promise<void> {
    // Callers of queues that could not be opened got the error.
    const queues = await this.opening?.catch(() => undefined);
    await queues?.close();
  }

  private async serveBases(call: KnowledgeCall, caller: KnowledgeCaller): Promise<KnowledgeReply> {
    const { body, id, operation, query } = call.request;
    switch (operation) {
      case 'kb.create': {
        const { name = '', ...more } = readKnowledgeBase(body, true);
        return json(await this.bases.create(caller, { name, ...more }), 201);
      }
      case 'kb.list':
        return json(await this.bases.list(caller, readPageQuery(query)));
      case 'kb.update':
        return json(await this.bases.update(caller, id, readKnowledgeBase(body, false)));
      case 'kb.remove':
        return json(await this.bases.remove(caller, id));
      case 'kb.query':
      case 'kb.answer':
        return this.ask(call, caller, [(await this.bases.find(caller, id)).id]);
      default:
        return json(await this.bases.find(caller, id));
    }
  }

  private async serveDocuments(call: KnowledgeCall, caller: KnowledgeCaller): Promise<KnowledgeReply> {
    const { body, documentId, id, operation, query } = call.request;
    switch (operation) {
      case 'documents.upload': {
        await this.documents.checkPlace(caller, id);
        // The form was read, because the descriptor says `multipart`.
        const upload = await readUpload(body as UploadForm);
        const { document, isNew } = await this.documents.upload(caller, id, upload);
        return json(document, isNew ? 201 : 200);
      }
      case 'documents.list':
        return json(await this.documents.list(caller, id, { ...readPageQuery(query), filters: readFilters(query) }));
      case 'documents.remove':
        return json(await this.documents.remove(caller, id, documentId));
      case 'documents.retry':
        return json(await this.documents.retry(caller, id, documentId));
      case 'documents.cancel':
        return json(await this.documents.cancel(caller, id, documentId));
      case 'documents.content':
        return { kind: 'bytes', ...(await this.documents.download(caller, id, documentId)) };
      default:
        return json(await this.documents.find(caller, id, documentId));
    }
  }

  private async serveDocsets(call: KnowledgeCall, caller: KnowledgeCaller): Promise<KnowledgeReply> {
    const { body, id, operation, query } = call.request;
    switch (operation) {
      case 'docsets.create': {
        const { name = '', ...more } = readDocset(body, true);
        return json(await this.docsets.create(caller, { name, ...more }), 201);
      }
      case 'docsets.list':
        return json(await this.docsets.list(caller, readPageQuery(query)));
      case 'docsets.update':
        return json(await this.docsets.update(caller, id, readDocset(body, false)));
      case 'docsets.remove':
        return json(await this.docsets.remove(caller, id));
      case 'docsets.query':
      case 'docsets.answer':
        return this.ask(call, caller, (await this.docsets.find(caller, id)).kb_ids);
      default:
        return json(await this.docsets.find(caller, id));
    }
  }

  private async ask(
    { admission, incoming, request, signal, sink }: KnowledgeCall,
    { place }: KnowledgeCaller,
    kbIds: readonly string[],
  ): Promise<KnowledgeReply> {
    const { service } = this.options;
    const { body } = request;
    if (request.operation.endsWith('.answer')) {
      await service.answer({ admission, request: { ...incoming, signal }, place, kbIds, body, sink });
      return { kind: 'written' };
    }
    const { explain, filter, mode, query, rerank, top_k: topK } = readKnowledgeQuery(body);
    if (kbIds.length === 0) return json({ results: [] });
    const { clientAddress, headers, requestId } = incoming;
    const asked = { query, topK, mode, filter, rerankModel: rerank?.model, explain };
    const asker = { admission, requestId, clientAddress, headers, signal };
    return json(await service.query({ ...asker, place, kbIds, query: asked }));
  }

  /** Finds the caller in the workspace of the request, and checks the permission for the operation. */
  private async findCaller({ admission, incoming, request }: KnowledgeCall): Promise<KnowledgeCaller> {
    const { workspaces } = this.options.database;
    const caller = describeCaller(admission);
    const permission: KnowledgePermission = READS.test(request.operation)
      ? 'gateway.knowledge.read'
      : 'gateway.knowledge.manage';
    const asked = request.query?.getAll('workspace_id') ?? [];
    const workspaceId = await chooseKnowledgeWorkspace(caller, permission, asked.length > 1 ? asked : asked[0], {
      has: async (organizationId, id) => (await workspaces.find(organizationId, id)) !== undefined,
      list: async (organizationId, limit) => {
        const { data } = await workspaces.listPage(organizationId, { limit });
        return data.map(({ id }) => id);
      },
    });
    const { clientAddress, headers, requestId } = incoming;
    const origin = { requestId, ...(clientAddress !== null && { address: clientAddress }) };
    return knowledgeCallerOf({ caller, headers }, workspaceId, origin);
  }

  private async open(): Promise<Queues> {
    const { config, database, tasks } = this.options;
    const { listen_url: listenUrl, url } = config.database;
    const { openJobQueues } = await import('@multilane/jobs');
    return openJobQueues({
      database: { executeSql: database.sql.executeSql, listenUrl: listenUrl ?? url },
      isSender: true,
      onProblem: (error) => tasks.failed('job_queues', error),
    });
  }
}

/** A key of gateway.yaml has the ids that the database gave its organization and its team. */
function describeCaller({
  caller,
  snapshot,
}: KnowledgeCall['admission']): Caller & { readonly organizationId: string } {
  const organizationId = organizationOf(snapshot, caller)?.id;
  if (organizationId === undefined) {
    const message = 'The database that stores knowledge bases has not been reached yet. Try again in a few seconds.';
    throw new GatewayError('knowledge_unavailable', { message, headers: { 'retry-after': '5' } });
  }
  return { ...caller, organizationId, teamId: caller.teamId ?? teamOf(snapshot, caller)?.teamId };
}

function checkModel(snapshot: Snapshot | undefined, name: string): void {
  const model = snapshot?.models.get(name);
  if (model === undefined && !snapshot?.virtualModels.has(name)) {
    throw new Error('is not the name of a model of the catalog');
  }
  if (model !== undefined && model.type !== 'embedding') {
    throw new Error(`names a model of type ${model.type}: it must be an embedding model`);
  }
}

function readFilters(query: URLSearchParams | undefined): { status?: DocumentStatus; sourceId?: string } {
  const status = query?.get('status') ?? undefined;
  const sourceId = query?.get('source_id') ?? undefined;
  const known = DOCUMENT_STATUSES.find((each) => each === status);
  if (status !== undefined && known === undefined) {
    const message = `\`status\` must be one of ${DOCUMENT_STATUSES.join(', ')}.`;
    throw new GatewayError('invalid_value', { param: 'status', message });
  }
  return { ...(known && { status: known }), ...(sourceId !== undefined && { sourceId }) };
}

function json(body: object, status = 200): KnowledgeReply {
  return { kind: 'json', status, body };
}

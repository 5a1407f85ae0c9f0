import { createHash } from 'node:crypto';
import { openJobQueues } from '@multilane/jobs';
import {
  createInProcessChannel,
  type DatabaseWithSecrets,
  type KnowledgeDocumentRecord,
  newId,
  openDatabase,
  SecretBox,
} from '@multilane/persistence';
import {
  type FakeUpstream,
  type GatewaySections,
  startUpstream,
  type TestDatabase,
  waitUntil,
} from '@multilane/testing';
import { ENCRYPTION_KEY, makeTenant, type Tenant } from '../make-tenant.js';
import { type GatewayInProcess, startGatewayOn } from '../start-gateway-on.js';

/** A gateway with knowledge bases, on a fresh database. */
export interface KnowledgeSetup {
  readonly database: DatabaseWithSecrets;
  readonly upstream: FakeUpstream;
  readonly gateway: GatewayInProcess;
  readonly own: Tenant;
  readonly other: Tenant;
  makeBase(embeddingModel: string, tenant?: Tenant): Promise<string>;
  /** Stores a document and queues its job, as an upload does. Resolves to its id. */
  upload(kbId: string, name: string, content: string | Buffer, options?: UploadOptions): Promise<string>;
  enqueue(kind: 'knowledge.refresh' | 'knowledge.ingest', documentId: string): Promise<void>;
  /** Ends the processing of a document, as the routes do. */
  cancel(kbId: string, id: string): Promise<void>;
  reembed(kbId: string, model: string): Promise<void>;
  removeBase(kbId: string): Promise<void>;
  /** Asks as the workspace service does: by a job that is waited for. */
  ask(kbIds: readonly string[], question: object, tenant?: Tenant): Promise<KnowledgeAnswer>;
  read(kbId: string, id: string): Promise<KnowledgeDocumentRecord | undefined>;
  /** The document once it is ready or failed. */
  ended(kbId: string, id: string): Promise<KnowledgeDocumentRecord>;
  /** Rows of chunks: document, generation and index, in order. */
  chunksOf(
    kbId: string,
  ): Promise<readonly { document_id: string; generation: number; chunk_index: number; content: string }[]>;
  stop(): Promise<void>;
}

export interface KnowledgeAnswer {
  readonly outcome: string;
  readonly code?: string;
  readonly param?: string;
  readonly results: readonly {
    readonly content: string;
    readonly score: number;
    readonly document_id: string;
    readonly metadata: Readonly<Record<string, unknown>>;
    readonly explanation?: Readonly<Record<string, unknown>>;
  }[];
}

export interface UploadOptions {
  readonly tenant?: Tenant;
  readonly contentType?: string;
  readonly identity?: object;
  /** An address in place of the content. */
  readonly sourceId?: string;
}

export const ACTOR = { type: 'operator', id: null, name: 'test' } as const;
export const UNLIMITED = { bytes: 1e12, chunks: 1e12 };

const ENDS_MS = 120_000;
/** A gateway starts, loads the built-in model, and reads a few documents. */
export const START_LIMIT_MS = 180_000;

/** @param strict whether the upstream rejects what is not JSON, such as recordings */
export async function startKnowledge(
  kind: TestDatabase,
  sections: GatewaySections = {},
  { strict = true } = {},
): Promise<KnowledgeSetup> {
  const channel = createInProcessChannel();
  const secretBox = SecretBox.fromKeys(ENCRYPTION_KEY);
  const database = await openDatabase({ ...(await kind.create()), secretBox, channel });
  await database.migrate();
  const upstream = await startUpstream({ strict });
  const own = await makeTenant(database, 'default', { upstreamUrl: upstream.url });
  const other = await makeTenant(database, 'other', { upstreamUrl: upstream.url });
  const key = await own.issueKey(false);
  const gateway = await startGatewayOn({ database, channel }, upstream.url, sections);
  const queues = openJobQueues({
    database: { executeSql: database.sql.executeSql, listenUrl: undefined },
    isSender: true,
    onProblem: () => undefined,
  });
  await queues.whenReady();
  const read: KnowledgeSetup['read'] = async (kbId, id) =>
    (await database.knowledgeDocuments.find({ ...own, kbId }, id)) ??
    (await database.knowledgeDocuments.find({ ...other, kbId }, id));
  return {
    database,
    upstream,
    gateway,
    own,
    other,
    read,
    makeBase: async (embeddingModel, tenant = own) => {
      const { id } = await database.change(ACTOR, ({ knowledgeBases }) =>
        knowledgeBases.create(tenant, { name: 'kb', embeddingModel }),
      );
      return id;
    },
    upload: async (kbId, name, content, { contentType, identity, sourceId, tenant = own } = {}) => {
      const bytes = Buffer.from(content);
      const known =
        sourceId === undefined
          ? { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex'), sourceId: null }
          : { bytes: 0, sha256: null, sourceId };
      const uploadedBy = identity ?? { by: 'credential', id: key.id, organizationId: own.organizationId };
      const upload = { kbId, name, contentType: contentType ?? null, metadata: {}, uploadedBy, ...known };
      const { document } = await database.change(ACTOR, ({ knowledgeDocuments }) =>
        knowledgeDocuments.add(tenant, upload, UNLIMITED, async (sql, { id }) => {
          if (sourceId === undefined) await database.knowledge.replaceContent(sql, id, bytes);
          await queues.enqueue('knowledge.ingest', { document_id: id }, { within: sql });
        }),
      );
      queues.wake('knowledge.ingest');
      return document.id;
    },
    enqueue: async (kindOfJob, documentId) => {
      await queues.enqueue(kindOfJob, { document_id: documentId });
    },
    cancel: async (kbId, id) => {
      const { workspaceId } = own;
      await database.change(ACTOR, ({ knowledgeDocuments }) =>
        knowledgeDocuments.cancel({ ...own, kbId }, id, (sql, { fence }) =>
          queues.enqueue(
            'knowledge.delete',
            { workspace_id: workspaceId, kb_id: kbId, document_id: id, fence },
            { within: sql },
          ),
        ),
      );
      queues.wake('knowledge.delete');
    },
    reembed: async (kbId, model) => {
      await database.change(ACTOR, ({ knowledgeBases }) =>
        knowledgeBases.changeModel(own, kbId, model, (sql) =>
          queues.enqueue('knowledge.reembed', { kb_id: kbId }, { within: sql }),
        ),
      );
      queues.wake('knowledge.reembed');
    },
    removeBase: async (kbId) => {
      const { workspaceId } = own;
      await database.change(ACTOR, ({ knowledgeBases }) =>
        knowledgeBases.remove(own, kbId, (sql) =>
          queues.enqueue('knowledge.delete', { workspace_id: workspaceId, kb_id: kbId }, { within: sql }),
        ),
      );
      queues.wake('knowledge.delete');
    },
    ask: async (kbIds, question, tenant = own) => {
      const { workspaceId } = tenant;
      const identity = { by: 'credential', id: key.id, organizationId: own.organizationId };
      const id = newId();
      const asked = { identity, client_address: null, kb_ids: kbIds, ...question };
      const sealed = database.knowledge.sealText(JSON.stringify(asked), `question ${id}`);
      const data = { workspace_id: workspaceId, question_id: id, sealed };
      const answer = await queues.ask('knowledge.query', data, { takenWithinMs: 20_000, answeredWithinMs: 40_000 });
      if (answer.state !== 'answered') throw new Error(`the question was ${answer.state}`);
      const { result } = answer;
      if (result.outcome === 'refused') return { ...result, results: [] };
      return { outcome: result.outcome, ...JSON.parse(database.knowledge.openText(result.sealed, `answer ${id}`)) };
    },
    ended: (kbId, id) =>
      waitUntil(
        'the end of the document',
        async () => {
          const document = await read(kbId, id);
          return document === undefined || document.status === 'processing' ? undefined : document;
        },
        ENDS_MS,
      ),
    chunksOf: async (kbId) => {
      const { rows } = await database.sql.executeSql(
        'SELECT document_id, generation, chunk_index, content FROM knowledge_chunks WHERE kb_id = $1 ORDER BY 1, 2, 3',
        [kbId],
      );
      return rows;
    },
    stop: async () => {
      await queues.close();
      await gateway.stop();
      await channel.close();
      await database.close();
      await upstream.close();
      await kind.stop();
    },
  };
}

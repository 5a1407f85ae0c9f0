import type { GatewayConfig } from '@multilane/config';
import { GatewayError } from '@multilane/errors';
import { openBuiltinEmbedder, openPostgresStore, openQdrantStore } from '@multilane/knowledge';
import type { Database } from '@multilane/persistence';
import type { PipelineServices } from '../pipeline/pipeline-services.js';
import type {
  AnswerRequest,
  AskedKnowledge,
  KnowledgeAnswer,
  KnowledgeService,
} from '../services/knowledge-service.js';
import { answerFromKnowledge } from './answer-from-knowledge.js';
import { KnowledgeEngine } from './knowledge-engine.js';
import { queryKnowledge } from './query-knowledge.js';

type KnowledgeDatabase = Pick<Database, 'executeLong' | 'inTransaction' | 'knowledgeWork'>;

/** Parts of a gateway that knowledge bases need. */
export class Knowledge implements KnowledgeService {
  readonly engine: KnowledgeEngine;
  private asksWith: PipelineServices | undefined;

  constructor(
    private readonly database: KnowledgeDatabase,
    config: GatewayConfig['knowledge'],
  ) {
    this.engine = openEngine(database, config);
  }

  /** Asks models with the services of the process, which this is a part of. Before that, every question is 503. */
  askWith(services: PipelineServices): void {
    this.asksWith = services;
  }

  /** See `queryKnowledge`. */
  query(asked: AskedKnowledge): Promise<KnowledgeAnswer> {
    const parts = { database: this.database, engine: this.engine };
    return queryKnowledge(parts, { ...asked, services: this.services }, asked);
  }

  /** See `answerFromKnowledge`. */
  answer(request: AnswerRequest): Promise<void> {
    return answerFromKnowledge(this.services, { database: this.database, engine: this.engine }, request);
  }

  private get services(): PipelineServices {
    if (this.asksWith === undefined) throw new GatewayError('overloaded');
    return this.asksWith;
  }

  close(): Promise<void> {
    return this.engine.close();
  }
}

/** The vector store and the built-in model, neither of which does anything before its first use. */
function openEngine(
  database: KnowledgeDatabase,
  { qdrant, vector_store: kind }: GatewayConfig['knowledge'],
): KnowledgeEngine {
  const builtin = openBuiltinEmbedder();
  if (kind === 'qdrant') {
    // The configuration is rejected without an address.
    return new KnowledgeEngine({ store: openQdrantStore({ url: qdrant.url ?? '', apiKey: qdrant.api_key }), builtin });
  }
  const { executeLong } = database;
  const store = openPostgresStore({
    transaction: (work) => database.inTransaction(work),
    executeLong,
    // The embedded database has one session, which the end of a statement by its time limit would take away.
    ...(executeLong === undefined && { statementMs: 0 }),
  });
  return new KnowledgeEngine({ store, builtin });
}

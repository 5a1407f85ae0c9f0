import type { GatewayConfig } from '@multilane/config';
import type { RequestsInFlight } from '@multilane/http';
import type { AnswerCache, AnswerFlights, CheckPool, LimitStore, SimilarQuestions, SlotStore } from '@multilane/policy';
import type { BackgroundTasks } from '@multilane/telemetry';
import type { BudgetLeaseRenewer } from '../budgets/budget-lease-renewer.js';
import type { GatewayDatabase } from '../database/gateway-database.js';
import type { ImageAddresses } from '../database/image-addresses.js';
import type { StoredFiles } from '../database/stored-files.js';
import type { Shadows } from '../model-calls/shadows.js';
import type { RecordingServices } from '../recording/recording-services.js';
import type { BackgroundJobs } from '../services/background-jobs.js';
import type { KnowledgeApi } from '../services/knowledge-api.js';
import type { McpService } from '../services/mcp-service.js';
import type { QuestionEmbedder } from '../services/question-embedder.js';
import type { SnapshotStore } from '../snapshot/snapshot-store.js';
import type { OpenSockets } from './sockets/open-sockets.js';

/** Limits that a request must fit within. */
interface LimitServices {
  readonly budgets: BudgetLeaseRenewer;
  /** Stores of the rate limits' counters, by `rate_limits.backend`; the counters outlive every snapshot. */
  readonly limitStores: Readonly<Record<'memory' | 'redis', LimitStore>>;
  /** Stores of the requests that run at the same time, by `rate_limits.backend`. */
  readonly slotStores: Readonly<Record<'memory' | 'redis', SlotStore>>;
  /** Looks at long texts, for guardrails. */
  readonly checks: CheckPool;
}

/** Data that requests read and store. */
interface StoreServices {
  /** Undefined if everything comes from gateway.yaml. */
  readonly database: GatewayDatabase | undefined;
  /** The response cache; undefined if nothing is cached. */
  readonly answers: AnswerCache | undefined;
  /** Identical requests that share one answer. */
  readonly flights: AnswerFlights;
  /** Questions whose answers are cached; undefined if nothing is cached. */
  readonly similarQuestions: SimilarQuestions | undefined;
  readonly questionEmbedder: QuestionEmbedder;
  /** Undefined if images cannot be served by address: without a database, or without an encryption key. */
  readonly images: ImageAddresses | undefined;
  /** Files that the gateway stores itself; undefined without a database or an encryption key. */
  readonly storedFiles: StoredFiles | undefined;
}

/** Rooms that answer requests which are none to a model. */
interface RoomServices {
  /** Requests that run later. */
  readonly background: BackgroundJobs;
  /** The routes of knowledge bases; undefined without a database or an encryption key. */
  readonly knowledgeApi: KnowledgeApi | undefined;
  /** The MCP gateway. */
  readonly mcp: McpService;
}

/** Services that a request may need on its way through a pipeline. */
export interface PipelineServices extends RecordingServices, LimitServices, StoreServices, RoomServices {
  readonly snapshots: SnapshotStore;
  readonly inFlight: RequestsInFlight;
  readonly sockets: OpenSockets;
  readonly realtime: GatewayConfig['realtime'];
  readonly shadows: Shadows;
  /** Reports of background work. */
  readonly tasks: BackgroundTasks;
  /** `server.public_base_url`. */
  readonly publicBaseUrl: string | undefined;
}

import type { IncomingMessage } from 'node:http';
import type { GatewayConfig } from '@multilane/config';
import type { RequestsInFlight } from '@multilane/http';
import type { AnswerCache, CheckPool, LimitStore, RedisLink } from '@multilane/policy';
import type { AuditWriter, BackgroundTasks, Logger, Metrics, Tracer } from '@multilane/telemetry';
import type { BackgroundJobs } from './background-jobs.js';
import type { BudgetLeaseRenewer } from './budgets/budget-lease-renewer.js';
import type { GatewayDatabase } from './database/gateway-database.js';
import type { ImageAddresses } from './database/image-addresses.js';
import type { StoredFiles } from './database/stored-files.js';
import type { KnowledgeApi } from './knowledge-api.js';
import type { KnowledgeService } from './knowledge-service.js';
import type { McpService } from './mcp-service.js';
import type { Shadows } from './model-calls/shadows.js';
import type { PayloadRecorder } from './payloads/payload-recorder.js';
import type { OpenSockets } from './pipeline/open-sockets.js';
import type { SnapshotStore } from './snapshot/snapshot-store.js';

/** Services that every request may need; made once at boot. */
export interface GatewayServices {
  /** Names this process: a new one after each start. */
  readonly replicaId: string;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** Reports of background work. */
  readonly tasks: BackgroundTasks;
  readonly audit: AuditWriter;
  /** Undefined if no collector is configured: then nothing is noted for traces. */
  readonly tracer: Tracer | undefined;
  /** Undefined if what requests and answers say is not stored. */
  readonly payloads: PayloadRecorder | undefined;
  readonly snapshots: SnapshotStore;
  readonly inFlight: RequestsInFlight;
  readonly sockets: OpenSockets;
  readonly realtime: GatewayConfig['realtime'];
  readonly shadows: Shadows;
  /** Looks at long texts, for guardrails. */
  readonly checks: CheckPool;
  readonly budgets: BudgetLeaseRenewer;
  /** The response cache; undefined if nothing is cached. */
  readonly answers: AnswerCache | undefined;
  /** Undefined if everything comes from gateway.yaml. */
  readonly database: GatewayDatabase | undefined;
  /** Undefined if images cannot be served by address: without a database, or without an encryption key. */
  readonly images: ImageAddresses | undefined;
  /** Files that the gateway stores itself; undefined without a database or an encryption key. */
  readonly storedFiles: StoredFiles | undefined;
  /** Knowledge bases; undefined without a database or an encryption key. */
  readonly knowledge: KnowledgeService | undefined;
  /** The routes of knowledge bases; undefined where `knowledge` is. */
  readonly knowledgeApi: KnowledgeApi | undefined;
  /** `server.public_base_url`. */
  readonly publicBaseUrl: string | undefined;
  /** The MCP gateway. */
  readonly mcp: McpService;
  /** Requests that run later. */
  readonly background: BackgroundJobs;
  /** Undefined without `redis.url`. */
  readonly redis: RedisLink | undefined;
  /** The IP address of a caller; null if it is not recorded. */
  readonly readClientAddress: (incoming: IncomingMessage) => string | null;
  /** Stores of the rate limits' counters, by `rate_limits.backend`; the counters outlive every snapshot. */
  readonly limitStores: Readonly<Record<'memory' | 'redis', LimitStore>>;
}

/** The injection token of `GatewayServices`. */
export const GATEWAY_SERVICES = Symbol('GatewayServices');

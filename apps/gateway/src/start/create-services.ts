import cluster from 'node:cluster';
import { randomUUID } from 'node:crypto';
import type { GatewayConfig, SettingsAtStart } from '@multilane/config';
import { clientAddressOf, compileTrustedProxies, RequestsInFlight } from '@multilane/http';
import {
  AnswerFlights,
  CheckPool,
  GatewayRegistry,
  MemoryLimitStore,
  MemorySlots,
  openRedisLink,
  ProviderQuotas,
  RedisLimitStore,
  type RedisLink,
  RedisQuotas,
  RedisSlots,
  WaitingRoom,
} from '@multilane/policy';
import { BackgroundTasks, createLogger, type Logger, Metrics } from '@multilane/telemetry';
import { BudgetLeaseRenewer } from '../budgets/budget-lease-renewer.js';
import { GatewayDatabase } from '../database/gateway-database.js';
import { ImageAddresses } from '../database/image-addresses.js';
import { type ConnectedDatabase, openConfiguredDatabase } from '../database/open-database.js';
import type { StoredFiles } from '../database/stored-files.js';
import { CoolDownReports } from '../model-calls/cool-downs/cool-down-reports.js';
import { Shadows } from '../model-calls/shadows.js';
import { createPayloadRecorder } from '../payloads/payload-recorder.js';
import type { PipelineServices } from '../pipeline/pipeline-services.js';
import { OpenSockets } from '../pipeline/sockets/open-sockets.js';
import { openSharedLimits } from '../processes/share-limits.js';
import { type BackgroundJobs, NoBackground } from '../services/background-jobs.js';
import type { KnowledgeApi } from '../services/knowledge-api.js';
import type { KnowledgeService } from '../services/knowledge-service.js';
import { SnapshotStore } from '../snapshot/snapshot-store.js';
import { createAudit } from './create-audit.js';
import type { GatewayServices } from './gateway-services.js';
import { openAnswerCache } from './open-answer-cache.js';
import { openMcp } from './open-mcp.js';
import { openQuestionEmbedder } from './open-question-embedder.js';
import { openConfiguredTracer } from './open-tracer.js';
import { reportContainedEnds } from './report-contained-ends.js';

/**
 * Makes what every request may need; `close` writes out what is waiting.
 *
 * @param shared A database that this process has open already, instead of the one that the configuration names. It stays
 *   open.
 */
export async function createServices(
  config: GatewayConfig,
  shared?: ConnectedDatabase,
): Promise<GatewayServices & { readonly background: OpenedBackground; close(): Promise<void> }> {
  /** Settings of objects that live as long as the process: none that an edit of the file may change. */
  const atStart: SettingsAtStart = config;
  const { logger, flush } = createLogger({ level: atStart.telemetry.log_level, service: 'gateway' });
  const metrics = new Metrics();
  const tasks = new BackgroundTasks({ logger, metrics });
  const tracer = await openConfiguredTracer(atStart, logger, metrics);
  const snapshots = new SnapshotStore();
  const settings = (): GatewayConfig => snapshots.current?.settings ?? config;
  const sockets = new OpenSockets();
  metrics.setOpenSocketsSource(() => sockets.size);
  const cache = await openAnswerCache(atStart, logger);
  const opened = shared ? keepOpen(shared) : await openConfiguredDatabase(atStart, tasks);
  const audit = createAudit(atStart, opened?.database, { logger, metrics, tasks });
  const payloads = createPayloadRecorder(atStart, opened?.database, { logger, metrics, tasks });
  const database = opened && new GatewayDatabase(opened, settings, { logger, metrics, snapshots, tasks });
  const images = await openImageAddresses(atStart, opened, { logger, metrics });
  const storedFiles = await openStoredFiles(atStart, settings, opened);
  const knowledge = await openKnowledgeBases(atStart, opened);
  const knowledgeApi = await openKnowledgeApi(atStart, opened, knowledge, { tasks, snapshots });
  const background = await openBackground(atStart, settings, opened?.database, { logger, metrics, snapshots, tasks });
  const { agents } = background;
  const replicaId = randomUUID();
  const stateTask = tasks.reportOf('mcp_server_states');
  const coolDowns =
    opened &&
    new CoolDownReports({
      store: opened.database.providerCoolDowns,
      replicaId,
      task: tasks.reportOf('provider_cool_downs'),
    });
  const mcp = openMcp({ logger, metrics, database: opened?.database, replicaId, stateTask, knowledge, agents });
  const budgets = new BudgetLeaseRenewer({
    database: opened?.database,
    report: tasks.reportOf('budget_leases'),
  });
  metrics.setBudgetRequestsWaitingSource(() => budgets.waits.size);
  if (opened === undefined && hasBudgets(config)) {
    logger.warn({}, 'there is no database: each process counts budgets on its own, from its start');
  }
  metrics.setFilesSharedSource(() => opened === undefined);
  if (opened === undefined && config.models.length > 0) {
    logger.warn(
      {},
      'there is no database: files, fine-tuning jobs and batches are shared within an account of a provider',
    );
  }
  const redis = await connectRedis(atStart, logger);
  const gateways = redis && new GatewayRegistry(redis);
  const limitStores = createLimitStores(atStart, redis, gateways, metrics);
  const slotStores = createSlotStores(redis, gateways, metrics);
  const quotas = new ProviderQuotas();
  const sharedQuotas = redis && new RedisQuotas(redis, quotas);
  metrics.setKnownGatewaysSource(() => gateways?.position.count ?? 1);
  await redis?.whenTried(REDIS_START_MS);
  metrics.setLimitsPerProcessSource(
    () => snapshots.current?.limits.backend !== 'redis' || redis === undefined || redis.isAway,
  );
  const { rule_ms: ruleMs, workers } = atStart.server.text_checks;
  const checks = new CheckPool({ ruleMs, workers });
  metrics.setTextChecksSource(() => checks.waiting);
  const stopListening = reportContainedEnds({ logger, metrics });
  const opening: { services?: PipelineServices } = {};
  const questionEmbedder = openQuestionEmbedder(() => opening.services);
  const services = {
    replicaId,
    logger,
    metrics,
    tasks,
    audit,
    payloads,
    coolDowns,
    tracer,
    snapshots,
    inFlight: new RequestsInFlight(),
    sockets,
    realtime: atStart.realtime,
    shadows: new Shadows(),
    checks,
    budgets,
    background,
    answers: cache?.answers,
    flights: new AnswerFlights(),
    similarQuestions: cache?.questions,
    questionEmbedder,
    database,
    images,
    storedFiles,
    knowledge,
    knowledgeApi,
    publicBaseUrl: atStart.server.public_base_url,
    mcp,
    redis,
    limitStores,
    slotStores,
    quotas,
    readClientAddress: createAddressReader(atStart),
    close: async () => {
      await background.close();
      await mcp.close();
      await knowledgeApi?.close();
      await knowledge?.close();
      // Charges of the audit go off the leases before these are returned.
      await audit.close();
      await payloads?.close();
      await budgets.close();
      await checks.close();
      stopListening();
      coolDowns?.close();
      await questionEmbedder.close();
      await cache?.answers.close();
      await database?.close();
      await limitStores.memory.flush();
      await limitStores.redis.flush();
      await slotStores.redis.close();
      sharedQuotas?.stop();
      await gateways?.close();
      await redis?.close();
      await tracer?.close();
      await flush();
    },
  };
  // Knowledge bases ask models as requests do, and requests ask knowledge bases.
  knowledge?.askWith(services);
  opening.services = services;
  return services;
}

async function openImageAddresses(
  { encryption, media, server }: SettingsAtStart,
  opened: ConnectedDatabase | undefined,
  services: { readonly logger: Logger; readonly metrics: Metrics },
): Promise<ImageAddresses | undefined> {
  if (opened === undefined || encryption.key === undefined) return undefined;
  const { newId } = await import('@multilane/persistence');
  return new ImageAddresses({
    images: opened.database.storedImages,
    newId,
    encryptionKeys: encryption.key,
    publicBaseUrl: server.public_base_url,
    media,
    ...services,
  });
}

/** Its packages are loaded here, so that a gateway without a database does without their memory. */
async function openStoredFiles(
  { batches }: SettingsAtStart,
  settings: () => GatewayConfig,
  opened: ConnectedDatabase | undefined,
): Promise<StoredFiles | undefined> {
  if (!opened?.database.storedFiles.isReady || !batches.enabled) return undefined;
  const { newId } = await import('@multilane/persistence');
  const { StoredFiles } = await import('../database/stored-files.js');
  return new StoredFiles({
    store: opened.database.storedFiles,
    newId,
    settings: () => settings().batches,
  });
}

/** Its packages are loaded here, so that a gateway without a database does without their memory. */
async function openKnowledgeBases(
  { knowledge: config }: SettingsAtStart,
  opened: ConnectedDatabase | undefined,
): Promise<OpenedKnowledge | undefined> {
  if (!opened?.database.knowledge.isReady) return undefined;
  const { Knowledge } = await import('../knowledge/open-knowledge.js');
  return new Knowledge(opened.database, config);
}

async function openKnowledgeApi(
  config: SettingsAtStart,
  opened: ConnectedDatabase | undefined,
  service: KnowledgeService | undefined,
  { tasks, snapshots }: { readonly tasks: BackgroundTasks; readonly snapshots: SnapshotStore },
): Promise<(KnowledgeApi & { close(): Promise<void> }) | undefined> {
  if (opened === undefined || service === undefined) return undefined;
  const { StoredKnowledge } = await import('../knowledge/serve-knowledge.js');
  return new StoredKnowledge({
    config,
    database: opened.database,
    service,
    findSnapshot: () => snapshots.current,
    tasks,
  });
}

/** Knowledge bases, which answer once they know by what models are asked. */
interface OpenedKnowledge extends KnowledgeService {
  askWith(services: GatewayServices): void;
  close(): Promise<void>;
}

/** Requests that run later, and what works on them. */
export interface OpenedBackground extends BackgroundJobs {
  startWorking(services: GatewayServices, workers: number): void;
  drain(limitMs: number): Promise<void>;
  close(): Promise<void>;
}

/** Its packages are loaded here, so that a gateway without a database does without their memory. */
async function openBackground(
  config: SettingsAtStart,
  settings: () => GatewayConfig,
  database: ConnectedDatabase['database'] | undefined,
  { snapshots, ...services }: Pick<GatewayServices, 'logger' | 'metrics' | 'snapshots' | 'tasks'>,
): Promise<OpenedBackground> {
  if (!config.async.enabled) {
    return new NoBackground(
      'Asynchronous requests are switched off: see `async.enabled`.',
      'Batches need the workers of asynchronous requests, which are switched off: see `async.enabled`.',
    );
  }
  if (database === undefined) {
    return new NoBackground(
      'Asynchronous requests need a database: set `database.url` in gateway.yaml (or DATABASE_URL).',
      'Batches need a database: set `database.url` in gateway.yaml (or DATABASE_URL).',
    );
  }
  const { Background } = await import('../workers/background.js');
  const ownOrganizationId = (): string | undefined => snapshots.current?.ownOrganization.id;
  return new Background({ config, settings, database, ownOrganizationId, ...services });
}

/** `server.trust_proxy` and `audit.client_address` need a restart. */
function createAddressReader({ server, audit }: SettingsAtStart): GatewayServices['readClientAddress'] {
  if (!audit.client_address) return () => null;
  const trusted = compileTrustedProxies(server.trust_proxy);
  return (incoming) => clientAddressOf(incoming, trusted) ?? null;
}

function hasBudgets({ budgets, teams }: GatewayConfig): boolean {
  if (budgets.rules.length > 0) return true;
  return teams.some(
    ({ api_keys: keys, token_budget_monthly: tokens }) => tokens > 0 || keys.some((key) => key.budget_usd_monthly),
  );
}

/** A process that starts waits so long for Redis, so that its first requests are counted there, in milliseconds. */
const REDIS_START_MS = 2_000;

/** Redis need not be there yet: what would be shared through it is this process's own until then. */
async function connectRedis({ redis: { url } }: SettingsAtStart, logger: Logger): Promise<RedisLink | undefined> {
  if (url === undefined) return undefined;
  const onChange = (isAway: boolean, reason?: Error): void => {
    if (isAway) logger.warn({ err: reason }, 'Redis is unavailable: each process counts rate limits on its own');
    else logger.info({}, 'Redis is back');
  };
  return openRedisLink({ url, onChange });
}

function createLimitStores(
  config: SettingsAtStart,
  link: RedisLink | undefined,
  gateways: GatewayRegistry | undefined,
  metrics: Metrics,
): GatewayServices['limitStores'] {
  const onMiss = (): void => metrics.recordSharedLimitMiss();
  const isCountedByPrimary = config.rate_limits.share_between_workers && cluster.isWorker;
  const memory = isCountedByPrimary ? openSharedLimits(onMiss) : new MemoryLimitStore();
  if (link === undefined || gateways === undefined) return { memory, redis: memory };
  const redis = new RedisLimitStore({
    link,
    findPosition: () => gateways.position,
    onMiss,
  });
  return { memory, redis };
}

function createSlotStores(
  link: RedisLink | undefined,
  gateways: GatewayRegistry | undefined,
  metrics: Metrics,
): GatewayServices['slotStores'] {
  const room = new WaitingRoom();
  const memory = new MemorySlots(room);
  if (link === undefined || gateways === undefined) return { memory, redis: memory };
  const onMiss = (): void => metrics.recordSharedLimitMiss();
  return { memory, redis: new RedisSlots({ link, findPosition: () => gateways.position, onMiss, room }) };
}

function keepOpen(shared: ConnectedDatabase): ConstructorParameters<typeof GatewayDatabase>[0] {
  return {
    ...shared,
    channelName: 'version_channel',
    isChannelAway: () => false,
    close: () => Promise.resolve(),
  };
}

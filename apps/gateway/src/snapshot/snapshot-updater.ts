import { setTimeout as sleep } from 'node:timers/promises';
import type { GatewayConfig } from '@multilane/config';
import { atOnce, inSlices, type Steps } from '@multilane/config';
import type { SnapshotRows } from '@multilane/persistence';
import { type LimitStore, lookUpPrices, PriceBook, type ProviderQuotas } from '@multilane/policy';
import type { BackgroundTasks, Logger, Metrics } from '@multilane/telemetry';
import { CredentialSources } from '../upstream/credentials/credential-sources.js';
import { Transports } from '../upstream/transports.js';
import type { Authenticators } from './access/authenticators.js';
import { buildSnapshot } from './build-snapshot.js';
import { findUnservedSettings } from './following/find-unserved-settings.js';
import { CheckerNetworks } from './guards/checker-networks.js';
import { GuardrailCompiler } from './guards/guardrail-compiler.js';
import { hashConfig } from './hash-content.js';
import { TargetStates } from './routes/target-states.js';
import { findUntoldChanges, loadAllRows, loadRows, type RowSource } from './rows/load-rows.js';
import { oncePerRow } from './rows/once-per-row.js';
import type { Snapshot } from './snapshot.js';
import { SnapshotParts } from './snapshot-parts.js';
import type { SnapshotStore } from './snapshot-store.js';

/** After rows could not be loaded, in milliseconds. */
const RETRY_MS = 300;

const hashOf = oncePerRow(hashConfig);

const LIMITS_PER_PROCESS =
  'rate limits are counted by each process: of several replicas each allows the whole of every ceiling';

/** Services for putting a snapshot in effect. */
export interface SnapshotUpdaterServices {
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly snapshots: SnapshotStore;
  readonly tasks: BackgroundTasks;
  /** What the providers say is left of their limits; undefined: nobody else needs to know. */
  readonly quotas?: ProviderQuotas;
  /** Counters of declared limits of providers; undefined: none are kept. */
  readonly limitStores?: Readonly<Record<'memory' | 'redis', LimitStore>>;
}

interface Sources {
  readonly config: GatewayConfig;
  readonly rows: SnapshotRows | undefined;
}

/**
 * Puts each state of gateway.yaml and of the database in effect, one after the other: the snapshot is made beside the one in force, in
 * slices between requests, and swapped whole. Unchanged parts are shared with the one before.
 */
export class SnapshotUpdater {
  private readonly transports = new Transports();
  private readonly targetStates = new TargetStates();
  private readonly credentials: CredentialSources;
  private readonly prices: PriceBook;
  private readonly providerProblems = new Map<string, string>();
  private readonly policyProblems = new Map<string, string>();
  private readonly checkerNetworks = new CheckerNetworks();
  private readonly guardrails = new GuardrailCompiler(this.checkerNetworks);
  private readonly parts = new SnapshotParts();
  private sources: Sources | undefined;
  /** Ends when all that was asked for is in effect, or could not be put in effect. */
  private queue: Promise<unknown> = Promise.resolve();
  private isLoadQueued = false;
  private isClosed = false;
  /** The first version whose rows are not in effect yet, and the last one. */
  private pending: { readonly since: number; readonly until: number } | undefined;

  constructor(
    private readonly services: SnapshotUpdaterServices,
    private readonly authenticators: Authenticators,
    /** Reads the rows of the database, if there is one. */
    private readonly rowSource?: RowSource,
  ) {
    const { logger } = services;
    this.prices = new PriceBook({ lookUp: lookUpPrices, logger, tasks: services.tasks });
    this.credentials = new CredentialSources(
      (provider, { detail }) => logger.error({ provider, detail }, 'a provider has no credential; retrying'),
      services.quotas,
    );
  }

  /** The configuration in effect. */
  get config(): GatewayConfig | undefined {
    return this.sources?.config;
  }

  /** The version that is in effect as far as its rows go, when `seen` is the last one that was announced. */
  versionInForce(seen: number | undefined): number | undefined {
    return this.pending === undefined || seen === undefined ? seen : Math.min(seen, this.pending.since - 1);
  }

  /** Puts the first configuration in effect, before there are any requests. Throws when it cannot be. */
  start(config: GatewayConfig): void {
    const sources = { config, rows: undefined };
    this.put(sources, atOnce(this.build(sources)));
  }

  /** Looks up the prices that nobody declared; not before the process has started. */
  lookUpPrices(): void {
    this.prices.open();
  }

  /** Puts another configuration in effect. Rejects when it cannot be; then the one before stays. */
  changeConfig(config: GatewayConfig): Promise<void> {
    return this.enqueue(async () => {
      const sources = { config, rows: this.sources?.rows };
      this.put(sources, await inSlices(this.build(sources)));
    });
  }

  /** Has rows loaded that are at least as new as `version`, again and again until it succeeds. */
  wantRows(version: number): void {
    this.pending = { since: this.pending?.since ?? version, until: version };
    if (this.isLoadQueued) return;
    this.isLoadQueued = true;
    void this.enqueue(() => this.loadAndPut()).catch(async (error: unknown) => {
      this.services.tasks.failed('policy_rows', error);
      await sleep(RETRY_MS, undefined, { ref: false });
      if (!this.isClosed && this.pending) this.wantRows(this.pending.until);
    });
  }

  /**
   * Compares the rows in effect with all that the database holds, and loads all of them if any differs although nothing said that it
   * had changed. Rejects while the database is away.
   */
  async checkRows(): Promise<void> {
    const { logger } = this.services;
    if (this.isClosed || !this.rowSource || !this.sources?.rows) return;
    await this.enqueue(() => this.loadAndPut());
    const untold = await findUntoldChanges(this.rowSource, this.sources.rows);
    if (untold?.size === 0 || this.isClosed) return;
    if (untold !== undefined) logger.error({ rows: countEach(untold) }, UNTOLD);
    await this.enqueue(() => this.loadAndPut(loadAllRows));
  }

  /** Settles when all that was asked for until now is in effect, or could not be put in effect. */
  async settled(): Promise<void> {
    await this.queue;
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await this.queue;
    this.credentials.close();
    this.prices.close();
    await this.transports.close();
    await this.checkerNetworks.close();
  }

  private enqueue(work: () => Promise<void>): Promise<void> {
    const done = this.queue.then(work);
    // The caller that enqueued it gets its failure; the next one runs all the same.
    this.queue = done.catch(() => undefined);
    return done;
  }

  private async loadAndPut(load: typeof loadAllRows | typeof loadRows = loadRows): Promise<void> {
    // Changes that are announced from now on may not be in the rows that are read now.
    this.isLoadQueued = false;
    if (this.isClosed || !this.rowSource || !this.sources) return;
    const startedAt = performance.now();
    const before = this.sources.rows;
    const rows = before ? await load(this.rowSource, before) : await this.rowSource.loadAll();
    this.services.tasks.succeeded('policy_rows');
    const loadedAt = performance.now();
    const sources = { config: this.sources.config, rows };
    this.put(sources, await inSlices(this.build(sources)));
    if (this.pending) this.pending = rows.version >= this.pending.until ? undefined : this.pending;
    this.services.logger.debug(
      {
        version: rows.version,
        load_ms: Math.round(loadedAt - startedAt),
        build_ms: Math.round(performance.now() - loadedAt),
      },
      'a snapshot of the database is in force',
    );
  }

  private build({ config, rows }: Sources): Steps<Snapshot> {
    const { logger } = this.services;
    return buildSnapshot({
      config,
      hash: hashOf(config),
      rows,
      authenticate: this.authenticators.choose(config),
      connections: {
        transports: this.transports,
        credentials: this.credentials,
        prices: this.prices,
        targetStates: this.targetStates,
        limitStore: this.services.limitStores?.[config.rate_limits.backend],
      },
      guardrails: this.guardrails,
      parts: this.parts,
      onProviderProblem: onceEach(this.providerProblems, (provider, problem) =>
        logger.error({ provider, problem }, 'a provider of a workspace cannot be used'),
      ),
      onPolicyProblem: onceEach(this.policyProblems, (policy, problem) =>
        logger.error({ policy, problem }, 'a policy cannot be applied; requests that it would check are blocked'),
      ),
    });
  }

  private put(sources: Sources, snapshot: Snapshot): void {
    const { logger, metrics, snapshots } = this.services;
    const isNewConfig = snapshots.current?.hash !== snapshot.hash;
    this.sources = sources;
    snapshots.replace(snapshot);
    this.transports.retireUnwanted();
    this.credentials.putInForce();
    metrics.setConfigHash(snapshot.hash);
    metrics.setSnapshotHash(snapshot.contentHash);
    if (!isNewConfig) return;
    for (const { setting, message } of findUnservedSettings(sources.config)) logger.warn({ setting }, message);
    if (sources.config.rate_limits.backend === 'memory' && hasLimits(sources.config)) {
      logger.warn({ setting: 'rate_limits.backend' }, LIMITS_PER_PROCESS);
    }
  }
}

const UNTOLD = 'rows differ from the database, and nothing said that they had changed; all rows are loaded again';

function countEach(ids: ReadonlyMap<string, readonly string[]>): Record<string, number> {
  return Object.fromEntries([...ids].map(([table, list]) => [table, list.length]));
}

function hasLimits({ teams }: GatewayConfig): boolean {
  return teams.some((team) =>
    [team, ...team.api_keys].some((each) => each.rpm_limit > 0 || each.tpm_limit > 0 || each.max_parallel > 0),
  );
}

/** Reports each problem once, until it is gone or another one. */
function onceEach(problems: Map<string, string>, report: (id: string, problem: string) => void) {
  const known = new Map(problems);
  problems.clear();
  return (id: string, problem: string): void => {
    problems.set(id, problem);
    if (known.get(id) !== problem) report(id, problem);
  };
}

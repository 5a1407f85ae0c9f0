import type { StoredIdentity } from '@multilane/auth';
import type { GatewayConfig } from '@multilane/config';
import type { DatabaseWithSecrets } from '@multilane/persistence';
import type { BackgroundTasks } from '@multilane/telemetry';
import { organizationOf, teamOf, workspaceOf } from '../snapshot/find-policy.js';
import type { RowSource } from '../snapshot/rows/load-rows.js';
import type { SnapshotUpdater, SnapshotUpdaterServices } from '../snapshot/snapshot-updater.js';
import { type FollowedDatabase, followDatabase } from './follow-database.js';
import { createIdentities, type Identities } from './identities.js';
import type { OpenedDatabase } from './open-database.js';
import { ProviderObjects } from './provider-objects.js';
import { UseRecorder } from './use-recorder.js';
import { withTimeLimit } from './with-time-limit.js';

/** Time limit of an identity's wait for the policies that it needs, in milliseconds. */
const WAIT_FOR_POLICIES_MS = 2_000;

/** Time limit of a start's wait for the first policies, in milliseconds; the gateway listens afterwards in any case. */
const FIRST_LOAD_MS = 5_000;

/**
 * A database that has been away for longer than this makes the gateway unready (docs/contract/operations.md#readiness).
 * Milliseconds.
 */
const LONGEST_ABSENCE_MS = 30_000;

/** It is asked about once a second; without an answer for longer than this, in milliseconds, it counts as away. */
const NOTICED_MS = 2_500;

const A_MINUTE_MS = 60_000;

/** Names of the errors that no later look changes. */
const REFUSALS: ReadonlySet<string> = new Set(['SchemaTooNew', 'WrongEncryptionKey']);

/** The gateway's side of the database: identities, policies, and when credentials were used. */
export class GatewayDatabase {
  readonly identities: Identities;
  readonly uses: UseRecorder;
  readonly objects: ProviderObjects;
  readonly rows: RowSource;
  /** Table in which this process reports that it is alive. */
  readonly replicas: OpenedDatabase['database']['replicas'];
  private followed: FollowedDatabase | undefined;

  constructor(
    private readonly opened: OpenedDatabase,
    /** Settings of gateway.yaml in effect. */
    private readonly settings: () => GatewayConfig,
    private readonly services: SnapshotUpdaterServices & { readonly tasks: BackgroundTasks },
  ) {
    const { metrics, tasks } = services;
    const { database } = opened;
    this.identities = createIdentities({
      database,
      sessionIdleMs: () => this.settings().auth.console.session_idle_minutes * A_MINUTE_MS,
      whenKnown: (identity) => this.whenKnown(identity),
      report: tasks.reportOf('identity_lookups'),
    });
    this.objects = new ProviderObjects(database);
    this.replicas = database.replicas;
    this.rows = {
      loadAll: () => database.upstreamSecrets.loadSnapshotRows(),
      loadChanges: (since) => database.upstreamSecrets.loadSnapshotChanges(since),
    };
    metrics.service.setDatabaseAwaySource(() => this.isAway(Date.now()));
    this.uses = new UseRecorder({
      database,
      report: tasks.reportOf('credential_uses'),
    });
  }

  /**
   * Follows the database from now on. Settles when its policies are in effect, or could not be had for some seconds. Rejects with
   * `SchemaTooNew` or `WrongEncryptionKey` where the database is of a later release, or was set up with another key.
   */
  async follow(keeper: SnapshotUpdater): Promise<void> {
    const { followVersion } = await import('@multilane/persistence');
    await this.check((database) => database.checkSchemaRelease());
    await this.check((database) => database.checkEncryptionKey(false));
    const { identities, opened } = this;
    this.followed = followDatabase({ ...opened, followVersion, identities, keeper, ...this.services });
    // A look that fails is reported by who makes it, and made again.
    await withTimeLimit(this.followed.catchUp(), FIRST_LOAD_MS).catch(() => undefined);
  }

  /** The version of the database whose every change is in effect here. */
  get version(): number | undefined {
    return this.followed?.version();
  }

  /**
   * Reason for giving the gateway no traffic; undefined if there is none. One that has teams of gateway.yaml serves them whatever becomes
   * of the database (docs/contract/operations.md#readiness), so it is degraded and stays ready.
   */
  problem(now = Date.now()): string | undefined {
    if (this.servesFile()) return undefined;
    if (this.services.snapshots.current?.version === undefined) return 'no policies from the database yet';
    return this.absenceMs(now) > LONGEST_ABSENCE_MS ? 'the database is away' : undefined;
  }

  /** Dependencies that are away while the gateway continues. */
  degraded(now = Date.now()): string[] {
    return [
      ...(this.isAway(now) ? ['postgres'] : []),
      ...(this.opened.isChannelAway() ? [this.opened.channelName] : []),
    ];
  }

  /** Before the snapshots are closed. */
  stopFollowing(): void {
    this.followed?.close();
  }

  async close(): Promise<void> {
    await this.uses.close();
    await this.opened.close();
  }

  private isAway(now: number): boolean {
    return this.services.snapshots.current?.version === undefined || this.absenceMs(now) > NOTICED_MS;
  }

  /** True if gateway.yaml declares a key that this gateway can serve without the database. */
  private servesFile(): boolean {
    const { teams } = this.settings();
    return teams.some(({ api_keys: keys }) => keys.some(({ key }) => key !== ''));
  }

  /** An unreachable database, or one whose schema is older than a check, counts as healthy. */
  private async check(look: (database: DatabaseWithSecrets) => Promise<void>): Promise<void> {
    await withTimeLimit(look(this.opened.database), FIRST_LOAD_MS).catch((error: unknown) => {
      if (error instanceof Error && REFUSALS.has(error.name)) throw error;
    });
  }

  private absenceMs(now: number): number {
    return now - (this.followed?.lastAnswerAt() ?? now);
  }

  /** A key may be used the moment after its team was made, before word of that came here. */
  private async whenKnown(identity: StoredIdentity): Promise<void> {
    if (!this.followed || this.isKnown(identity)) return;
    // The identity is used all the same; whoever looks reports a failure.
    await withTimeLimit(this.followed.catchUp(), WAIT_FOR_POLICIES_MS).catch(() => undefined);
  }

  private isKnown(identity: StoredIdentity): boolean {
    const snapshot = this.services.snapshots.current;
    if (snapshot?.version === undefined) return false;
    return (
      organizationOf(snapshot, identity) !== undefined &&
      (identity.teamId === undefined || teamOf(snapshot, identity) !== undefined) &&
      (identity.workspaceId === undefined || workspaceOf(snapshot, identity) !== undefined)
    );
  }
}

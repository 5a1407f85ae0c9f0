import type { followVersion as FollowVersion } from '@multilane/persistence';
import type { BackgroundTasks, Metrics } from '@multilane/telemetry';
import type { SnapshotUpdater } from '../snapshot/snapshot-updater.js';
import type { Identities } from './identities.js';
import type { ConnectedDatabase } from './open-database.js';

/** Interval between comparisons of all rows with the database, in milliseconds. */
const CHECK_MS = 720_000;

export interface FollowDatabaseOptions extends ConnectedDatabase {
  readonly followVersion: typeof FollowVersion;
  readonly identities: Identities;
  readonly keeper: SnapshotUpdater;
  readonly tasks: BackgroundTasks;
  readonly metrics: Metrics;
}

/** State of the followed database, for operators. */
export interface FollowedDatabase {
  /** The version whose every change is in effect here; undefined before the first. */
  version(): number | undefined;
  /** Time of the database's last answer, in milliseconds since the epoch; undefined before the first one. */
  lastAnswerAt(): number | undefined;
  /** Settles when all that was changed before the call is in effect, or the database is unavailable. */
  catchUp(): Promise<void>;
  close(): void;
}

/** Applies every change of the database: forgets the identities it names, and puts new rows in effect. */
export function followDatabase(options: FollowDatabaseOptions): FollowedDatabase {
  const { database, channel, identities, keeper, metrics, tasks } = options;
  const follower = options.followVersion({
    database,
    channel,
    onTopics: (topics, version) => {
      identities.evict(topics);
      if (topics.includes('snapshot')) keeper.wantRows(version);
    },
    onReset: (version) => {
      identities.clear();
      keeper.wantRows(version);
    },
    report: tasks.reportOf('policy_changes'),
  });
  const stopChecking = tasks.every('policy_rows', CHECK_MS, () => keeper.checkRows(), 'later');
  const version = (): number | undefined => keeper.versionInForce(follower.version());
  metrics.setPolicyVersionSource(version);
  return {
    version,
    lastAnswerAt: () => follower.lastAnswerAt(),
    catchUp: async () => {
      await follower.catchUp();
      await keeper.settled();
    },
    close: () => {
      void stopChecking();
      follower.close();
    },
  };
}

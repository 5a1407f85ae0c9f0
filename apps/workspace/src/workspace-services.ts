import type { SettingsAtStart } from '@multilane/config';
import type { Database, VersionChannel } from '@multilane/persistence';
import type { BackgroundTasks, Logger, Metrics } from '@multilane/telemetry';
import type { SubjectSource } from './access/authenticate.hook.js';
import type { WorkspaceFinder } from './access/choose-workspace.js';
import type { DeclaredKeys } from './credentials/declared-keys.js';
import type { DeclaredNames } from './declared-names.js';
import type { FollowedSettings } from './followed-settings.js';
import type { KnownPrices } from './known-prices.js';

/** What the modules of the control plane are made on; made once at boot. */
export interface WorkspaceServices {
  /** What of gateway.yaml needs a restart. `followed` has what changes while the service runs. */
  readonly config: SettingsAtStart<'workspace'>;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** What is done beside requests says there how it goes. */
  readonly tasks: BackgroundTasks;
  readonly database: Database;
  readonly declaredKeys: DeclaredKeys;
  readonly declaredNames: DeclaredNames;
  /** Where changes of the database are announced. */
  readonly channel: VersionChannel;
  /** What the channel leads through, where that is away: `redis` or `version_channel`. */
  readonly degradedChannel: () => readonly string[];
  readonly subjects: SubjectSource;
  readonly workspaceFinder: WorkspaceFinder;
  /** The settings that are reloaded from the file while the service runs. */
  readonly followed: FollowedSettings;
  /** Where the prices of models are from. */
  readonly prices: KnownPrices;
}

/** The injection token of `WorkspaceServices`. */
export const WORKSPACE_SERVICES = Symbol('WorkspaceServices');

/** The injection token of the `Database`. */
export const DATABASE = Symbol('Database');

import type { SettingsAtStart } from '@multilane/config';
import type { Database, VersionChannel } from '@multilane/persistence';
import type { BackgroundTasks, Logger, Metrics } from '@multilane/telemetry';
import type { SubjectSource } from '../access/authenticate.hook.js';
import type { WorkspaceFinder } from '../access/choose-workspace.js';
import type { DeclaredKeys } from '../declared/declared-keys.js';
import type { DeclaredNames } from '../declared/declared-names.js';
import type { FollowedSettings } from './followed-settings.js';
import type { KnownModels } from './known-models.js';
import type { KnownPrices } from './known-prices.js';

/** Services that the modules of the control plane are built on; created once at boot. */
export interface WorkspaceServices {
  /** Settings of gateway.yaml that need a restart. `followed` has those that change while the service runs. */
  readonly config: SettingsAtStart<'workspace'>;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** Reports of background work. */
  readonly tasks: BackgroundTasks;
  readonly database: Database;
  readonly declaredKeys: DeclaredKeys;
  readonly declaredNames: DeclaredNames;
  /** Channel that announces changes of the database. */
  readonly channel: VersionChannel;
  /** Connection of the channel that is away: `redis` or `version_channel`. */
  readonly degradedChannel: () => readonly string[];
  readonly subjects: SubjectSource;
  readonly workspaceFinder: WorkspaceFinder;
  /** The settings that are reloaded from the file while the service runs. */
  readonly followed: FollowedSettings;
  /** Models that the price table knows of kinds of provider. */
  readonly models: KnownModels;
  /** Source of the models' prices. */
  readonly prices: KnownPrices;
}

/** The injection token of `WorkspaceServices`. */
export const WORKSPACE_SERVICES = Symbol('WorkspaceServices');

/** The injection token of the `Database`. */
export const DATABASE = Symbol('Database');

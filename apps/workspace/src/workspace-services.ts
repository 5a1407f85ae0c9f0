import type { GatewayConfig } from '@multilane/config';
import type { Database, VersionChannel } from '@multilane/persistence';
import type { Logger, Metrics } from '@multilane/telemetry';
import type { SubjectSource } from './access/authenticate.hook.js';
import type { WorkspaceFinder } from './access/choose-workspace.js';
import type { DeclaredKeys } from './credentials/declared-keys.js';
import type { DeclaredNames } from './declared-names.js';

/** What the modules of the control plane are made on; made once at boot. */
export interface WorkspaceServices {
  readonly config: GatewayConfig;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly database: Database;
  readonly declaredKeys: DeclaredKeys;
  readonly declaredNames: DeclaredNames;
  /** Where changes of the database are announced. */
  readonly channel: VersionChannel;
  readonly subjects: SubjectSource;
  readonly workspaceFinder: WorkspaceFinder;
  /** The way to the identity provider, through the operator's proxy and with its certificate authority. */
  readonly issuerFetch: typeof fetch;
}

/** The injection token of `WorkspaceServices`. */
export const WORKSPACE_SERVICES = Symbol('WorkspaceServices');

/** The injection token of the `Database`. */
export const DATABASE = Symbol('Database');

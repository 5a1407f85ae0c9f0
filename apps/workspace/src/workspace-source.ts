import type { GatewayConfig } from '@multilane/config';
import type { OpenApiDocument } from '@multilane/http';
import type { VersionChannel } from '@multilane/persistence';

/** What the workspace service is started with. */
export interface WorkspaceSource {
  readonly config: GatewayConfig;
  /** The file that `config` was read from. */
  readonly path?: string;
  /** Of the file as `config` was read from it, so that an edit made since is not missed. */
  readonly fingerprint?: string;
  /** Whether edits of the file are followed: true by default. */
  readonly isFollowed?: boolean;
  /** Where the embedded database keeps its files, instead of `database.url`. */
  readonly embeddedFolder?: string;
  /** Where changes are announced, if not over Redis or Postgres as the configuration says: to the other service in this process. */
  readonly channel?: VersionChannel;
  /** The description of another service at the same address, to be shown beside our own. */
  readonly coHostedApi?: () => OpenApiDocument;
}

import type { GatewayConfig } from '@multilane/config';
import type { OpenApiDocument } from '@multilane/http';
import type { VersionChannel } from '@multilane/persistence';

/** Settings that the workspace service starts with. */
export interface WorkspaceSource {
  readonly config: GatewayConfig;
  /** The file that `config` was read from. */
  readonly path?: string;
  /** Fingerprint of the file as `config` was read from it, so that an edit made since is not missed. */
  readonly fingerprint?: string;
  /** True if edits of the file are followed, which is the default. */
  readonly isFollowed?: boolean;
  /** Folder of the embedded database's files, instead of `database.url`. */
  readonly embeddedFolder?: string;
  /** Channel to the other service in this process, in place of Redis or Postgres. */
  readonly channel?: VersionChannel;
  /** The description of another service at the same address, to be shown beside our own. */
  readonly coHostedApi?: () => OpenApiDocument;
}

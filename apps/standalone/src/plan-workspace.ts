import { join } from 'node:path';
import { describeGatewayApi } from '@multilane/gateway';
import type { WorkspaceSource } from '@multilane/workspace';
import { allowLoopback } from './allow-loopback.js';
import { DATABASE_FOLDER } from './data/data-folder.js';
import { readOrMakeEncryptionKey } from './data/encryption-key.js';
import type { Plan } from './plan.js';

/** The control plane on the embedded database, unless the configuration is the user's own and names another one. */
export function planWorkspace({ config, configFile, isFollowed }: Plan, folder: string): WorkspaceSource {
  const key = config.encryption.key ?? readOrMakeEncryptionKey(folder);
  return {
    config: allowLoopback({ ...config, encryption: { ...config.encryption, key } }),
    path: configFile,
    isFollowed,
    coHostedApi: describeGatewayApi,
    ...(config.database.url === undefined ? { embeddedFolder: join(folder, DATABASE_FOLDER) } : {}),
  };
}

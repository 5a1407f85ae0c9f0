import type { EntityManager } from 'typeorm';
import type { Connection } from '../connection/connection.js';
import { PolicyVersionEntity } from '../entities/change.entity.js';
import { WorkspaceModelEntity, WorkspaceProviderEntity } from '../entities/model.entity.js';
import { OrganizationEntity, WorkspaceEntity } from '../entities/organization.entity.js';
import { TeamEntity } from '../entities/team.entity.js';
import type { ProviderSecrets, WorkspaceModelRecord, WorkspaceProviderRecord } from '../records/model.js';
import type { OrganizationRecord, WorkspaceRecord } from '../records/organization.js';
import type { TeamRecord } from '../records/team.js';
import { openSecrets } from '../repositories/providers.js';
import { type SecretBox, SecretBoxError } from '../secrets/secret-box.js';

/** A provider as a gateway needs it: with its secrets, or with the reason why they do not open. */
export type SnapshotProvider = WorkspaceProviderRecord &
  (
    | { readonly secrets: ProviderSecrets; readonly problem?: undefined }
    | { readonly secrets?: undefined; readonly problem: string }
  );

/** All that a gateway holds in memory, as it was at one version. */
export interface SnapshotRows {
  readonly version: number;
  readonly organizations: readonly OrganizationRecord[];
  readonly workspaces: readonly WorkspaceRecord[];
  readonly teams: readonly TeamRecord[];
  readonly providers: readonly SnapshotProvider[];
  readonly models: readonly WorkspaceModelRecord[];
}

/** Reads the rows of all tenants in one transaction that sees one state. Ordered by id, so that equal states are equal. */
export function loadSnapshotRows(connection: Connection, box: SecretBox | undefined): Promise<SnapshotRows> {
  const read = async (manager: EntityManager): Promise<SnapshotRows> => {
    const order = { order: { id: 'ASC' } } as const;
    const version = await manager.findOneByOrFail(PolicyVersionEntity, { id: 1 });
    const organizations = await manager.find(OrganizationEntity, order);
    const workspaces = await manager.find(WorkspaceEntity, order);
    const teams = await manager.find(TeamEntity, order);
    const providers = await manager.find(WorkspaceProviderEntity, order);
    const models = await manager.find(WorkspaceModelEntity, order);
    return {
      version: version.version,
      organizations,
      workspaces,
      teams,
      providers: providers.map((row) => toSnapshotProvider(row, box)),
      models,
    };
  };
  return connection.run((manager) => manager.transaction('REPEATABLE READ', read));
}

/** One provider whose secrets do not open must not keep the others from serving. */
function toSnapshotProvider(row: WorkspaceProviderEntity, box: SecretBox | undefined): SnapshotProvider {
  const { sealedSecrets: _sealed, ...provider } = row;
  try {
    return { ...provider, secrets: openSecrets(box, row) };
  } catch (error) {
    if (!(error instanceof SecretBoxError)) throw error;
    return { ...provider, problem: error.message };
  }
}

import type { GatewayConfig } from '@multilane/config';
import type { SnapshotRows } from '@multilane/persistence';
import type { Organization } from './snapshot.js';

/** The organization of gateway.yaml, with its id where the database has one of that name; the file says what it holds. */
export function findOwnOrganization(
  { organization: { name, products } }: Pick<GatewayConfig, 'organization'>,
  rows: Pick<SnapshotRows, 'organizations'> | undefined,
): Organization {
  const row = rows?.organizations.find((candidate) => candidate.name === name);
  return { id: row?.id, name, products: new Set(products) };
}

/** Every organization of the database by id. */
export function buildOrganizations(
  rows: Pick<SnapshotRows, 'organizations'> | undefined,
  own: Organization,
): Map<string, Organization> {
  const organizations = new Map<string, Organization>();
  for (const { id, name, products } of rows?.organizations ?? []) {
    organizations.set(id, id === own.id ? own : { id, name, products: new Set(products) });
  }
  return organizations;
}

import type { GatewayConfig } from '@multilane/config';
import { type Actor, ConflictError, type Database, type OrganizationRecord } from '@multilane/persistence';

const AT_START: Actor = { type: 'system', id: null, name: 'start' };

/** The workspace that a self-hosted install begins with (decisions section 3). */
const FIRST_WORKSPACE = 'default';

/**
 * The organization of gateway.yaml, with the products that the file grants it and a workspace to begin with. The file
 * wins: what it says of an organization that the database has already is put in force.
 */
export async function prepareTenant(
  database: Database,
  { name, products }: GatewayConfig['organization'],
): Promise<OrganizationRecord> {
  try {
    return await database.change(AT_START, async ({ organizations, workspaces }) => {
      const found = await organizations.findByName(name);
      const organization = found
        ? await organizations.update(found.id, { products, source: 'config' })
        : await organizations.create({ name, products, source: 'config' });
      const { data } = await workspaces.listPage(organization.id, { limit: 1 });
      if (data.length === 0) await workspaces.create(organization.id, { name: FIRST_WORKSPACE });
      return organization;
    });
  } catch (error) {
    // Another replica started at the same moment and was first; what it made is the same.
    const made = error instanceof ConflictError ? await database.organizations.findByName(name) : undefined;
    if (made === undefined) throw error;
    return made;
  }
}

import type { EntityManager } from 'typeorm';
import { NotFoundError } from '../../database-error.js';
import { OrganizationEntity } from '../../entities/organization.entity.js';

/**
 * Lets one change at a time look at several rows of a tenant, for rules such as "one must be left". Anyone who takes this
 * lock takes it before those of the rows. It does not hold up rows that refer to the tenant.
 *
 * @throws NotFoundError
 */
export async function lockTenant(manager: EntityManager, organizationId: string): Promise<void> {
  const lock = { mode: 'for_no_key_update' } as const;
  const row = await manager.findOne(OrganizationEntity, { where: { id: organizationId }, select: { id: true }, lock });
  if (!row) throw new NotFoundError('organization');
}

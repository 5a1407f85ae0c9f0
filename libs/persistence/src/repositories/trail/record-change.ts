import type { ChangeScope } from '../audited-table.js';

/**
 * Writes what happened to a record in the audit trail, for repositories that have no `AuditedTable`.
 *
 * @param action type of the target and verb, such as `docset.create`
 */
export function recordChange(
  { log }: Pick<ChangeScope, 'log'>,
  action: `${string}.${string}`,
  { organizationId }: { readonly organizationId: string },
  { id: targetId, name: targetName }: { readonly id: string; readonly name: string },
  before: object | null,
  after: object | null,
): void {
  const targetType = action.slice(0, action.lastIndexOf('.'));
  log.record({ organizationId, action, targetType, targetId, targetName, before, after });
}

import type { Change } from '@multilane/persistence';
import type { DeclaredNames } from '../../declared/declared-names.js';
import { refuseField } from '../../http/invalid-field.js';
import type { PolicyOwner } from './find-identity.js';

/**
 * The logical name of the model that a name means: in the workspace, else in the catalog; for a policy of the organization
 * in the catalog, else in its workspaces. Fails with 400 for a name that means nothing there, or several models.
 */
export async function resolveModel(
  models: Pick<Change['models'], 'findByName' | 'listLogicalNames'>,
  declared: DeclaredNames,
  { organizationId, workspaceId }: PolicyOwner,
  name: string,
): Promise<string> {
  const inCatalog = declared.findModel(name)?.logicalName;
  if (workspaceId !== null) {
    const model = await models.findByName(organizationId, workspaceId, name);
    const found = model?.logicalName ?? inCatalog;
    if (found === undefined)
      throw refuseField({ path: 'model', message: 'is not the name of a model that the workspace resolves' });
    return found;
  }
  if (inCatalog !== undefined) return inCatalog;
  const found = await models.listLogicalNames(organizationId, name);
  const [only, another] = found;
  if (found.includes(name)) return name;
  if (only === undefined)
    throw refuseField({ path: 'model', message: 'is not the name of a model of gateway.yaml or of a workspace' });
  if (another !== undefined)
    throw refuseField({ path: 'model', message: 'is an alias of several models: use a logical name' });
  return only;
}

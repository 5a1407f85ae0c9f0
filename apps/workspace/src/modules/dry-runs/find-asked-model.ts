import { writeProblem } from '@multilane/contracts';
import type { Database } from '@multilane/persistence';
import type { DeclaredNames } from '../../declared/declared-names.js';
import { refuseField } from '../../http/invalid-field.js';

/** A model that a request names: its logical name, and every name that policies may have for it. */
export interface AskedModel {
  readonly logicalName: string;
  readonly names: readonly string[];
}

/** The model of a name: in the workspace, else in gateway.yaml. Fails with 400 for a name of neither. */
export async function findAskedModel(
  { models }: Pick<Database, 'models'>,
  declared: DeclaredNames,
  place: { readonly organizationId: string; readonly workspaceId: string },
  { name, path }: { readonly name: string; readonly path: string },
): Promise<AskedModel> {
  const model = await models.findByName(place.organizationId, place.workspaceId, name);
  if (model !== undefined) return { logicalName: model.logicalName, names: [model.logicalName, ...model.aliases] };
  const logicalName = declared.findModel(name)?.logicalName;
  if (logicalName === undefined) throw refuseField({ path, message: writeProblem('unknown_asked_model') });
  const names = declared.modelNames.filter((each) => declared.findModel(each)?.logicalName === logicalName);
  return { logicalName, names };
}

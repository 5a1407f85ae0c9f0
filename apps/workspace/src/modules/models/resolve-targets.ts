import type { VirtualModelEntry } from '@multilane/config';
import type { WorkspaceModelRecord } from '@multilane/persistence';
import { refuseField } from './read-model.js';

type Find = (name: string) => Promise<WorkspaceModelRecord | undefined>;

/** What a virtual model names, with the path of each name. */
export function namedModels({ targets, shadow }: Pick<VirtualModelEntry, 'targets' | 'shadow'>): [string, string][] {
  const named = targets.map(({ model }, index): [string, string] => [`targets[${index}].model`, model]);
  return shadow === undefined ? named : [...named, ['shadow.model', shadow.model]];
}

/**
 * The type of a virtual model: that of all its targets. Fails with 400 where a name is of no model of the workspace, leads
 * back to the virtual model, or is of another type.
 *
 * @param selfId The virtual model itself, where it exists already.
 * @param find By any name, in the workspace.
 */
export async function resolveTargets(
  entry: VirtualModelEntry,
  selfId: string | undefined,
  find: Find,
): Promise<string> {
  let type: string | undefined;
  for (const [path, name] of namedModels(entry)) {
    if (name === entry.name) throw refuseField({ path, message: LEADS_BACK });
    const model = await find(name);
    if (model === undefined) {
      throw refuseField({ path, message: 'is not the name of a model, an alias or a virtual model of the workspace' });
    }
    if (await leadsTo(model, selfId, find)) throw refuseField({ path, message: LEADS_BACK });
    type ??= model.type;
    if (model.type !== type)
      throw refuseField({ path, message: `is of type ${model.type}; the others are of ${type}` });
  }
  return type ?? 'chat';
}

const LEADS_BACK = 'leads back to its own virtual model';

async function leadsTo(start: WorkspaceModelRecord, id: string | undefined, find: Find): Promise<boolean> {
  const waiting = [start];
  const seen = new Set<string>();
  for (let model = waiting.pop(); model !== undefined; model = waiting.pop()) {
    if (model.id === id) return true;
    if (seen.has(model.id) || model.routing === null) continue;
    seen.add(model.id);
    for (const [, name] of namedModels(routingOf(model))) {
      const next = await find(name);
      if (next !== undefined) waiting.push(next);
    }
  }
  return false;
}

/** A virtual model that names one of these, beside `exceptId`; undefined where there is none. */
export function findReferrer(
  virtualModels: readonly WorkspaceModelRecord[],
  names: readonly string[],
  exceptId: string,
): WorkspaceModelRecord | undefined {
  return virtualModels.find(
    (model) => model.id !== exceptId && namedModels(routingOf(model)).some(([, name]) => names.includes(name)),
  );
}

function routingOf({ routing }: WorkspaceModelRecord): Pick<VirtualModelEntry, 'targets' | 'shadow'> {
  return routing as unknown as VirtualModelEntry;
}

import type { VirtualModelEntry } from '@multilane/config';
import { writeProblem } from '@multilane/contracts';
import type { WorkspaceModelRecord } from '@multilane/persistence';
import { refuseField } from '../../http/invalid-field.js';
import { namedModels, requiredModels } from '../routing/named-models.js';

type Find = (name: string) => Promise<WorkspaceModelRecord | undefined>;

/**
 * The type of a virtual model: that of all its targets. Fails with 400 if a name is of no model of the workspace, or if a
 * target leads back to the virtual model or is of another type.
 *
 * @param selfId The virtual model itself, where it exists already.
 * @param find By any name, in the workspace.
 */
export async function resolveTargets(
  entry: VirtualModelEntry,
  selfId: string | undefined,
  find: Find,
): Promise<string> {
  return new TargetResolver(selfId, find).resolve(entry);
}

/**
 * Looks each name up once and walks through each virtual model once: virtual models within virtual models multiply, and the
 * change holds the workspace's lock meanwhile.
 */
class TargetResolver {
  private readonly found = new Map<string, WorkspaceModelRecord | undefined>();
  /** Virtual models that do not lead to the one in question. */
  private readonly cleared = new Set<string>();

  constructor(
    private readonly selfId: string | undefined,
    private readonly findInDatabase: Find,
  ) {}

  async resolve(entry: VirtualModelEntry): Promise<string> {
    let type: string | undefined;
    for (const [path, name] of namedModels(entry)) {
      if (name === entry.name) throw refuseField({ path, message: LEADS_BACK });
      const model = await this.find(name);
      if (model === undefined) throw refuseField({ path, message: UNKNOWN });
      if (await this.leadsBack(model)) throw refuseField({ path, message: LEADS_BACK });
      type ??= model.type;
      if (model.type !== type)
        throw refuseField({ path, message: writeProblem('mixed_types', { type: model.type, other: type }) });
    }
    for (const [path, name] of requiredModels(entry)) {
      if (name === entry.name) continue;
      const model = await this.find(name);
      // A virtual model that is renamed still has the old name in the database.
      if (model === undefined || model.id === this.selfId) throw refuseField({ path, message: UNKNOWN });
    }
    return type ?? 'chat';
  }

  private async find(name: string): Promise<WorkspaceModelRecord | undefined> {
    const known = this.found.get(name);
    if (known !== undefined || this.found.has(name)) return known;
    const model = await this.findInDatabase(name);
    this.found.set(name, model);
    return model;
  }

  private async leadsBack(start: WorkspaceModelRecord): Promise<boolean> {
    // Nothing leads to what is new.
    if (this.selfId === undefined) return false;
    const waiting = [start];
    for (let model = waiting.pop(); model !== undefined; model = waiting.pop()) {
      if (model.id === this.selfId) return true;
      if (this.cleared.has(model.id) || model.routing === null) continue;
      this.cleared.add(model.id);
      for (const [, name] of namedModels(routingOf(model))) {
        const next = await this.find(name);
        if (next !== undefined) waiting.push(next);
      }
    }
    return false;
  }
}

const LEADS_BACK = writeProblem('leads_back');
const UNKNOWN = writeProblem('unknown_model_of_workspace');

/** A virtual model that names one of these, beside `exceptId`; undefined if there is none. */
export function findReferrer(
  virtualModels: readonly WorkspaceModelRecord[],
  names: readonly string[],
  exceptId: string,
): WorkspaceModelRecord | undefined {
  const isNamedBy = (routing: Pick<VirtualModelEntry, 'targets' | 'shadow'>): boolean =>
    [...namedModels(routing), ...requiredModels(routing)].some(([, name]) => names.includes(name));
  return virtualModels.find((model) => model.id !== exceptId && isNamedBy(routingOf(model)));
}

function routingOf({ routing }: WorkspaceModelRecord): Pick<VirtualModelEntry, 'targets' | 'shadow'> {
  return routing as unknown as VirtualModelEntry;
}

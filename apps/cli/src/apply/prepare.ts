import { CommandFailure } from '../exit-codes.js';
import type { Remote } from './plan.js';
import type { Wanted } from './read-manifest.js';
import type { Place } from './remote-resources.js';

/** The id of what a plan is still to create. */
export const NOT_YET = '(new)';

/**
 * A resource in the terms of the API: names of others as ids, and its place. Names of what the same manifest creates stand
 * for ids that are not there yet.
 *
 * @throws CommandFailure for the name of something that neither the service nor the manifest has
 */
export function prepare(wanted: Wanted, all: readonly Wanted[], remote: Remote, place: Place): Wanted {
  const { kind } = wanted;
  const { scope, ...fields } = { ...wanted.fields };
  for (const { field, idField, section } of kind.references) {
    const name = fields[field];
    if (name === undefined) continue;
    delete fields[field];
    fields[idField] = name === null ? null : findId(String(name), section, all, remote, wanted);
  }
  if (kind.place === 'either') Object.assign(fields, placeOf(kind.section, scope, place, wanted));
  if (kind.section === 'keys' && typeof fields.workspace === 'boolean') {
    fields.workspace_id = fields.workspace ? (place.workspaceId ?? null) : null;
    delete fields.workspace;
  }
  return { ...wanted, fields };
}

/** Policies hold in the workspace, or with `scope: organization` everywhere. */
function placeOf(section: string, scope: unknown, { workspaceId }: Place, wanted: Wanted): Record<string, unknown> {
  if (scope !== undefined && scope !== 'organization' && scope !== 'workspace') {
    throw new CommandFailure(`${section}: ${wanted.name}: scope: must be workspace or organization`);
  }
  const isEverywhere = scope === 'organization';
  const workspace = { workspace_id: isEverywhere ? null : workspaceId };
  return section === 'rate_limits' ? { ...workspace, scope: isEverywhere ? 'organization' : 'workspace' } : workspace;
}

function findId(
  name: string,
  section: string,
  all: readonly Wanted[],
  remote: Remote,
  { kind, name: own }: Wanted,
): string {
  const row = (remote.get(section) ?? []).find((each) => each.name === name || each.id === name);
  if (row !== undefined) return String(row.id);
  if (all.some((each) => each.kind.section === section && each.name === name)) return NOT_YET;
  throw new CommandFailure(`${kind.section}: ${own}: there is no ${name} among ${section}`);
}

import { isRecord } from '@multilane/contracts';
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
  const fields: Record<string, unknown> = { ...wanted.fields };
  for (const { field, idField, isList, section } of kind.references) {
    const name = fields[field];
    if (name === undefined) continue;
    delete fields[field];
    const idOf = (each: unknown): string => findId(String(each), section, all, remote, wanted);
    if (isList) fields[idField] = toList(name, field, wanted).map(idOf);
    else fields[idField] = name === null ? null : idOf(name);
  }
  if (kind.place === 'either') {
    const { placeField = 'scope' } = kind;
    const asked = fields[placeField];
    delete fields[placeField];
    Object.assign(fields, placeOf(wanted, placeField, asked, place));
  }
  if (kind.section === 'alert_rules' && fields.settings !== undefined)
    fields.settings = sortThresholds(fields.settings);
  if (kind.section === 'keys' && typeof fields.workspace === 'boolean') {
    fields.workspace_id = fields.workspace ? (place.workspaceId ?? null) : null;
    delete fields.workspace;
  }
  return { ...wanted, fields };
}

/** Policies hold in the workspace, or with `scope: organization` everywhere. */
function placeOf(
  { kind: { isPlacedByScope, section }, name }: Wanted,
  field: string,
  asked: unknown,
  { workspaceId }: Place,
): Record<string, unknown> {
  if (asked !== undefined && asked !== 'organization' && asked !== 'workspace') {
    throw new CommandFailure(`${section}: ${name}: ${field}: must be workspace or organization`);
  }
  const isEverywhere = asked === 'organization';
  const scope = { scope: isEverywhere ? 'organization' : 'workspace' };
  if (isPlacedByScope) return scope;
  const workspace = { workspace_id: isEverywhere ? null : workspaceId };
  return section === 'rate_limits' ? { ...workspace, ...scope } : workspace;
}

function toList(value: unknown, field: string, { kind, name }: Wanted): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw new CommandFailure(`${kind.section}: ${name}: ${field}: must be a list of names`);
}

/** The service stores thresholds in order. */
function sortThresholds(settings: unknown): unknown {
  if (!isRecord(settings) || !Array.isArray(settings.thresholds)) return settings;
  const thresholds = [...new Set(settings.thresholds as unknown[])].toSorted((a, b) => Number(a) - Number(b));
  return { ...settings, thresholds };
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

import type { Resource } from '../api/api-client.js';
import type { Remote } from './plan.js';
import { RESOURCE_KINDS, type ResourceKind } from './resource-kinds.js';

/** Fields that the service sets. */
const SET_BY_SERVICE = new Set([
  ...['id', 'object', 'created_at', 'updated_at', 'workspace_id', 'source', 'last_used_at', 'key_hint', 'revision'],
  ...[
    'header_names',
    'disabled',
    'team_id',
    'user_id',
    'service_account_id',
    'api_key_id',
    'hint',
    'problem',
    'progress',
  ],
]);

/** A manifest of what is there. Secrets are left out: the service does not show them. */
export function exportManifest(remote: Remote): Record<string, unknown> {
  const sections = RESOURCE_KINDS.flatMap((kind) => {
    const rows = (remote.get(kind.section) ?? []).filter((row) => row.source !== 'config');
    return rows.length === 0 ? [] : [[kind.section, rows.map((row) => exportOne(kind, row, remote))] as const];
  });
  return Object.fromEntries(sections);
}

function exportOne(kind: ResourceKind, row: Resource, remote: Remote): Record<string, unknown> {
  const fields: Record<string, unknown> = { [kind.nameField]: row[kind.nameField] };
  nameReferences(kind, row, remote, fields);
  const references = new Set(kind.references.map(({ idField }) => idField));
  for (const [field, value] of Object.entries(row)) {
    const isHint = field.startsWith('has_') || field.endsWith('_hint') || field.endsWith('_hints');
    if (SET_BY_SERVICE.has(field) || references.has(field) || isHint || value === null) continue;
    // The settings of a sink are shown without their secrets.
    if (kind.section === 'exports' && kind.secrets.includes(field)) continue;
    // The type of a virtual model follows from its targets.
    if (kind.section === 'virtual_models' && field === 'type') continue;
    fields[field] = value;
  }
  const { placeField = 'scope' } = kind;
  if (kind.place === 'either' && row.workspace_id === null) fields[placeField] = 'organization';
  else delete fields[placeField];
  if (kind.section === 'keys' && row.workspace_id !== null) fields.workspace = true;
  return fields;
}

/** Writes the names of other resources in place of their ids. */
function nameReferences(
  { references }: ResourceKind,
  row: Resource,
  remote: Remote,
  fields: Record<string, unknown>,
): void {
  for (const { field, idField, isList, section } of references) {
    const ids = isList ? row[idField] : [row[idField]];
    const others = Array.isArray(ids) ? ids.flatMap((id) => nameOf(remote, section, id) ?? []) : [];
    if (isList) fields[field] = others;
    else if (others[0] !== undefined) fields[field] = others[0];
  }
}

function nameOf(remote: Remote, section: string, id: unknown): unknown {
  return (remote.get(section) ?? []).find((row) => row.id === id)?.name;
}

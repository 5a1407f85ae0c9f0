import type { ExportSinkEntry } from '@multilane/config';
import type { ExportedItem, TakenSink } from '@multilane/persistence';

/** A record as sinks get it: the fields of docs/contract/audit.md#records, by their names there. */
export type ExportRecord = Readonly<Record<string, unknown>> & { readonly time: string; readonly id: string };

/** Place and kind of a record, also where the fields of the sink leave them out. */
export interface RecordOrigin {
  readonly organizationId: string | null;
  readonly workspaceId: string | null;
  readonly kind: string | null;
}

/** Columns that are for the gateway's own accounts. */
const INTERNAL: ReadonlySet<string> = new Set(['in_series', 'charges']);
const RENAMED: Readonly<Record<string, string>> = { credential_name: 'api_key_name' };
const ALWAYS: ReadonlySet<string> = new Set(['time', 'id']);

/** Makes the record of a row. */
export function readExportRecord(row: NonNullable<ExportedItem['record']>): ExportRecord {
  const { id, time, ...fields } = row;
  const record: Record<string, unknown> = { time: new Date(String(time)).toISOString(), id: String(id) };
  for (const [name, value] of Object.entries(fields)) {
    if (!INTERNAL.has(name)) record[RENAMED[name] ?? name] = value;
  }
  return record as ExportRecord;
}

/** Reads the place and the kind of a record that has all its fields. */
export function readOrigin({
  kind,
  organization_id: organizationId,
  workspace_id: workspaceId,
}: ExportRecord): RecordOrigin {
  return { organizationId: textOf(organizationId), workspaceId: textOf(workspaceId), kind: textOf(kind) };
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** True if a record is one of the place of a sink. Ids decide: places are renamed. */
export function isOfPlace(
  { organization_id: organizationId, workspace_id: workspaceId }: ExportRecord,
  place: Pick<TakenSink, 'organizationId' | 'workspaceId'>,
): boolean {
  if (place.organizationId !== null && organizationId !== place.organizationId) return false;
  return place.workspaceId === null || workspaceId === place.workspaceId;
}

/** True if a sink takes the record: by its filter, and by its share of all records. */
export function isWanted(
  record: ExportRecord,
  { filter, sample_ratio: ratio }: Pick<ExportSinkEntry, 'filter' | 'sample_ratio'>,
): boolean {
  const { endpoints, models, organizations, outcomes, tags, teams, workspaces } = filter;
  return (
    isAmong(organizations, record.organization) &&
    isAmong(workspaces, record.workspace) &&
    isAmong(teams, record.team) &&
    isAmong(models, record.logical_name) &&
    isAmong(endpoints, record.endpoint) &&
    isAmong(outcomes, record.outcome) &&
    hasTags(tags, record.tags) &&
    isSampled(record.id, ratio)
  );
}

/** Leaves the fields that a sink is to get. */
export function pickFields(record: ExportRecord, names: readonly string[] | undefined): ExportRecord {
  if (names === undefined) return record;
  const kept = Object.entries(record).filter(([name]) => ALWAYS.has(name) || names.includes(name));
  return Object.fromEntries(kept) as ExportRecord;
}

function isAmong(wanted: readonly string[] | undefined, value: unknown): boolean {
  return wanted === undefined || (typeof value === 'string' && wanted.includes(value));
}

function hasTags(wanted: Readonly<Record<string, string>>, tags: unknown): boolean {
  const present = (tags ?? {}) as Readonly<Record<string, unknown>>;
  return Object.entries(wanted).every(([name, value]) => Object.hasOwn(present, name) && present[name] === value);
}

/** The last 32 bits of an id are random. */
function isSampled(id: string, ratio: number): boolean {
  return ratio >= 1 || Number.parseInt(id.slice(-8), 16) / 2 ** 32 < ratio;
}

import { isRecord, showExportConfig } from '@multilane/contracts';
import type { Resource } from '../api/api-client.js';
import { type Difference, isAsWanted, isSecretAsWanted } from './compare.js';
import { identityOf, type Wanted } from './read-manifest.js';
import { RESOURCE_KINDS, type ResourceKind } from './resource-kinds.js';

/** Characters of the shown part of an address. */
const LONGEST_HINT = 200;

export type Step =
  | { readonly verb: 'create'; readonly wanted: Wanted }
  | {
      readonly verb: 'update' | 'replace';
      readonly wanted: Wanted;
      readonly id: string;
      readonly differences: readonly Difference[];
    }
  | { readonly verb: 'keep'; readonly wanted: Wanted; readonly id: string }
  | { readonly verb: 'remove'; readonly kind: ResourceKind; readonly name: string; readonly id: string };

/** Resources of the service, by section. */
export type Remote = ReadonlyMap<string, readonly Resource[]>;

/** Ids that a label owns, by section. */
export type Owned = Readonly<Record<string, readonly string[]>>;

export interface Plan {
  readonly steps: readonly Step[];
  /** Problems of the plan. Nothing is done while there are any. */
  readonly problems: readonly string[];
}

/** Compares what is wanted with what is there. Resources that `owned` lists and nobody wants any more are removed. */
export function makePlan(wanted: readonly Wanted[], remote: Remote, owned: Owned = {}): Plan {
  const problems: string[] = [];
  const steps: Step[] = [];
  const kept = new Set<string>();
  for (const each of wanted) {
    const found = (remote.get(each.kind.section) ?? []).filter(
      (row) =>
        identityOf(each.kind, String(row[each.kind.nameField]), row) === identityOf(each.kind, each.name, each.fields),
    );
    const [row, ...others] = found;
    if (others.length > 0)
      problems.push(`There are several ${each.kind.noun}s named ${each.name}. Rename all but one.`);
    if (row !== undefined) kept.add(String(row.id));
    steps.push(planOne(each, row, problems));
  }
  for (const kind of RESOURCE_KINDS.toReversed()) {
    for (const row of remote.get(kind.section) ?? []) {
      const id = String(row.id);
      const isOurs = Object.hasOwn(owned, kind.section) && owned[kind.section]?.includes(id);
      if (isOurs && !kept.has(id)) steps.push({ verb: 'remove', kind, name: String(row[kind.nameField]), id });
    }
  }
  return { steps, problems };
}

function planOne(wanted: Wanted, row: Resource | undefined, problems: string[]): Step {
  if (row === undefined) {
    const { kind, name, fields } = wanted;
    if (kind.section === 'alert_channels' && fields.kind === 'webhook' && fields.secret === undefined) {
      problems.push(`The alert channel ${name} needs a \`secret\`: one that the service makes would be lost.`);
    }
    return { verb: 'create', wanted };
  }
  const id = String(row.id);
  const differences = findDifferences(wanted, row);
  if (differences.length === 0) return { verb: 'keep', wanted, id };
  if (row.source === 'config') {
    problems.push(`The ${wanted.kind.noun} ${wanted.name} is declared in gateway.yaml. Change it there.`);
  }
  const mustReplace = differences.some(({ field }) => wanted.kind.fixed.includes(field));
  return { verb: mustReplace ? 'replace' : 'update', wanted, id, differences };
}

function findDifferences({ kind, fields }: Wanted, row: Resource): Difference[] {
  const differences = kind.section === 'alert_channels' ? compareAddress(fields, row) : [];
  const others = Object.entries(fields).flatMap(([field, value]): Difference[] => {
    if (kind.section === 'alert_channels' && kind.secrets.includes(field)) return [];
    if (kind.section === 'exports' && field === 'config' && isRecord(value)) {
      const isSame = isAsWanted(showExportConfig(value), row.config);
      return isSame ? [] : [{ field, from: undefined, to: undefined, isSecret: true }];
    }
    if (kind.secrets.includes(field)) {
      return isSecretAsWanted(field, value, row) ? [] : [{ field, from: undefined, to: undefined, isSecret: true }];
    }
    if (kind.section === 'guardrails' && field === 'config' && isRecord(value)) return compareGuardrail(value, row);
    if (isAsWanted(value, row[field])) return [];
    return [{ field, from: row[field], to: value }];
  });
  return [...differences, ...others];
}

/** Compares the part of a channel's address that the service shows: the origin, the region or the domains. */
function compareAddress(fields: Readonly<Record<string, unknown>>, { hint }: Resource): Difference[] {
  const shown = [
    ['url', originOf(fields.url)],
    ['routing_key', fields.region ?? 'us'],
    ['to', domainsOf(fields.to)],
  ] as const;
  return shown
    .filter(([field, part]) => fields[field] !== undefined && fields[field] !== null && part !== hint)
    .map(([field]) => ({ field, from: undefined, to: undefined, isSecret: true as const }));
}

const originOf = (url: unknown): unknown => (URL.canParse(String(url)) ? new URL(String(url)).origin : url);

function domainsOf(to: unknown): string {
  const addresses = Array.isArray(to) ? to.map(String) : [];
  const domains = addresses.map((address) => address.slice(address.lastIndexOf('@') + 1).toLowerCase());
  return [...new Set(domains)].join(', ').slice(0, LONGEST_HINT);
}

/** Headers of a checker are secret: the service shows their names. */
function compareGuardrail({ headers, ...config }: Readonly<Record<string, unknown>>, row: Resource): Difference[] {
  const differences: Difference[] = [];
  if (!isAsWanted(config, row.config)) differences.push({ field: 'config', from: row.config, to: config });
  if (headers !== undefined && !isSecretAsWanted('headers', headers, row)) {
    differences.push({ field: 'config.headers', from: undefined, to: undefined, isSecret: true });
  }
  return differences;
}

export function countChanges({ steps }: Plan): number {
  return steps.filter(({ verb }) => verb !== 'keep').length;
}

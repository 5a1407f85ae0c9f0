import type { Environment } from '@multilane/config';
import { isRecord } from '@multilane/contracts';
import { LineCounter, parseAllDocuments } from 'yaml';
import { CommandFailure } from '../exit-codes.js';
import { RESOURCE_KINDS, type ResourceKind } from './resource-kinds.js';

/** One resource as a manifest describes it. */
export interface Wanted {
  readonly kind: ResourceKind;
  readonly name: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

export interface Manifest {
  /** Name or id of the workspace; undefined: the only one that the credential reaches. */
  readonly workspace: string | undefined;
  /** The set that the resources belong to: `--prune` removes what left it. */
  readonly label: string | undefined;
  readonly resources: readonly Wanted[];
}

const MOST_CHARACTERS = 4_000_000;
const MOST_RESOURCES = 10_000;

/**
 * Reads one or more manifests and puts them together. `${NAME}` and `${NAME:-default}` in values are replaced from the environment.
 *
 * @throws CommandFailure with every problem at once
 */
export function readManifests(
  files: readonly { readonly path: string; readonly text: string }[],
  environment: Environment,
): Manifest {
  const problems: string[] = [];
  const documents = files.flatMap(({ path, text }) =>
    parseDocuments(path, text, problems).map((document) => ({ path, document })),
  );
  const resources = documents.flatMap(({ path, document }) => readSections(path, document, environment, problems));
  const workspace = readHead('workspace', documents, problems);
  const label = readHead('label', documents, problems);
  findTwins(resources, problems);
  if (resources.length > MOST_RESOURCES) problems.push(`there are more than ${MOST_RESOURCES} resources`);
  if (problems.length > 0) throw new CommandFailure(['The manifest has problems:', ...problems].join('\n  '));
  return { workspace, label, resources };
}

/** Reads the part that all files together say of the whole. */
function readHead(
  head: 'workspace' | 'label',
  documents: readonly { readonly path: string; readonly document: Readonly<Record<string, unknown>> }[],
  problems: string[],
): string | undefined {
  const values = new Set<string>();
  for (const { path, document } of documents) {
    const value = document[head];
    if (typeof value === 'string' && value !== '') values.add(value);
    else if (value !== undefined) problems.push(`${path}: ${head}: must be a text`);
  }
  if (values.size > 1) problems.push(`${head}: the files name several`);
  return [...values][0];
}

function parseDocuments(path: string, text: string, problems: string[]): Record<string, unknown>[] {
  if (text.length > MOST_CHARACTERS) {
    problems.push(`${path}: is too large`);
    return [];
  }
  const lineCounter = new LineCounter();
  const documents = parseAllDocuments(text, { lineCounter, merge: true, prettyErrors: false, logLevel: 'error' });
  if (!Array.isArray(documents)) return [];
  return documents.flatMap((document) => {
    const [error] = document.errors;
    if (error !== undefined) {
      problems.push(`${path}:${lineCounter.linePos(error.pos[0]).line}: is not valid YAML (${error.code})`);
      return [];
    }
    try {
      const value: unknown = document.toJS({ maxAliasCount: 100 });
      if (value === null) return [];
      if (isRecord(value)) return [value];
    } catch {
      // Too many aliases.
    }
    problems.push(`${path}: must be a mapping of sections such as \`teams:\``);
    return [];
  });
}

function readSections(
  path: string,
  document: Readonly<Record<string, unknown>>,
  environment: Environment,
  problems: string[],
): Wanted[] {
  const known = new Set(['workspace', 'label', ...RESOURCE_KINDS.map(({ section }) => section)]);
  for (const section of Object.keys(document)) {
    if (!known.has(section)) problems.push(`${path}: ${section}: is no section. Sections are ${[...known].join(', ')}`);
  }
  return RESOURCE_KINDS.flatMap((kind) => {
    const list = document[kind.section] ?? [];
    if (!Array.isArray(list)) {
      problems.push(`${path}: ${kind.section}: must be a list`);
      return [];
    }
    return list.flatMap((entry: unknown, index): Wanted[] => {
      const place = `${path}: ${kind.section}[${index}]`;
      const fields = interpolate(entry, environment, place, problems);
      const name = isRecord(fields) ? fields[kind.nameField] : undefined;
      if (isRecord(fields) && typeof name === 'string' && name !== '') return [{ kind, name, fields }];
      problems.push(`${place}.${kind.nameField}: is required`);
      return [];
    });
  });
}

/** The same value with variables replaced. Nothing is replaced twice. */
function interpolate(value: unknown, environment: Environment, place: string, problems: string[]): unknown {
  if (Array.isArray(value)) {
    return value.map((item, index) => interpolate(item, environment, `${place}[${index}]`, problems));
  }
  if (isRecord(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [
        key,
        interpolate(member, environment, `${place}.${key}`, problems),
      ]),
    );
  }
  if (typeof value !== 'string') return value;
  return value.replace(
    /\$\$\{|\$\{([A-Za-z_]\w*)(?::-([^}]*))?\}/g,
    (match, name: string | undefined, fallback: string | undefined) => {
      if (name === undefined) return '${';
      const found = environment[name];
      if (fallback !== undefined) return found || fallback;
      if (found === undefined) problems.push(`${place}: the environment variable ${name} is not set`);
      return found ?? match;
    },
  );
}

/** Returns the name that tells resources of a kind apart: keys have names within their team. */
export function identityOf({ section }: ResourceKind, name: string, fields: Readonly<Record<string, unknown>>): string {
  return section === 'keys' ? `${String(fields.team ?? '')}/${name}` : name;
}

function findTwins(resources: readonly Wanted[], problems: string[]): void {
  const seen = new Set<string>();
  for (const { kind, name, fields } of resources) {
    const identity = `${kind.section}\n${identityOf(kind, name, fields)}`;
    if (seen.has(identity)) problems.push(`${kind.section}: ${name} is there twice`);
    seen.add(identity);
  }
}

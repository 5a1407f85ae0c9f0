import { isRecord } from '@multilane/contracts';
import { parseDocument } from 'yaml';
import { ImportError } from '../import-result.js';
import { hasKeyTwice } from '../read-source.js';
import type { SourceRow } from './usage-row.js';

const SECTIONS = ['teams', 'keys', 'users', 'models'] as const;

type Section = (typeof SECTIONS)[number];

/** Names here by the names of the source. */
export type UsageMapping = Readonly<Record<Section, ReadonlyMap<string, string>>>;

const MOST_NAMES = 20_000;
const MOST_LENGTH = 256;

export const NO_MAPPING: UsageMapping = { teams: new Map(), keys: new Map(), users: new Map(), models: new Map() };

/**
 * Reads a mapping: YAML or JSON with `teams`, `keys`, `users` and `models`, each from a name of the source to a name here.
 *
 * @throws ImportError that names the member
 */
export function parseUsageMapping(text: string): UsageMapping {
  const mapping = readText(text);
  if (!isRecord(mapping)) throw new ImportError('The mapping must be an object with teams, keys, users or models.');
  const unknown = Object.keys(mapping).find((name) => !(SECTIONS as readonly string[]).includes(name));
  if (unknown !== undefined)
    throw new ImportError(`The mapping has \`${unknown}\`. It can have ${SECTIONS.join(', ')}.`);
  const sections = SECTIONS.map((name) => [name, readSection(name, mapping[name])] as const);
  return Object.fromEntries(sections) as Record<Section, ReadonlyMap<string, string>>;
}

function readText(text: string): unknown {
  // To find a name that is twice, the parser would compare each with every other one.
  const document = parseDocument(text, {
    stringKeys: true,
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: 'error',
  });
  if (document.errors.length > 0) throw new ImportError('The mapping is neither YAML nor JSON.');
  if (hasKeyTwice(document)) throw new ImportError('The mapping has a name twice.');
  try {
    return document.toJS({ maxAliasCount: 0 });
  } catch {
    throw new ImportError('The mapping has an alias.');
  }
}

function readSection(name: Section, value: unknown): ReadonlyMap<string, string> {
  if (value === undefined || value === null) return new Map();
  if (!isRecord(value)) throw new ImportError(`\`${name}\` of the mapping must be an object.`);
  const entries = Object.entries(value);
  if (entries.length > MOST_NAMES)
    throw new ImportError(`\`${name}\` of the mapping has more than ${MOST_NAMES} names.`);
  return new Map(
    entries.map(([from, to]) => {
      if (typeof to === 'string' && to.trim() !== '' && to.length <= MOST_LENGTH) return [from, to.trim()];
      throw new ImportError(
        `\`${name}.${from.slice(0, 80)}\` of the mapping must be a name of up to ${MOST_LENGTH} characters.`,
      );
    }),
  );
}

/** Row with the names of here. A team is found by the source's team, else by its key. */
export function mapRow(row: SourceRow, { keys, models, teams, users }: UsageMapping): SourceRow {
  const ofTeam = row.team === null ? undefined : teams.get(row.team);
  const ofKey = [row.key, row.keyHash].flatMap((name) => (name === null ? [] : (teams.get(name) ?? [])))[0];
  return {
    ...row,
    team: ofTeam ?? ofKey ?? row.team,
    key: named(keys, row.key) ?? named(keys, row.keyHash) ?? row.key,
    user: named(users, row.user) ?? row.user,
    model: named(models, row.model) ?? row.model,
  };
}

const named = (names: ReadonlyMap<string, string>, name: string | null): string | undefined =>
  name === null ? undefined : names.get(name);

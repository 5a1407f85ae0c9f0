import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../project-root.js';
import { SHARED_FIXTURES } from '../shared-fixtures.js';

/** A folder with one exchange, or several turns of one conversation, between a caller and a provider. */
export interface FixtureCase {
  /** `<provider>/<case>` */
  name: string;
  /** Stored in this package, or in the collection beside the project, which a checkout may lack. */
  origin: 'own' | 'shared';
  folder: string;
  /** Number of requests in the conversation. */
  turns: number;
}

const ROOTS = {
  own: join(PROJECT_ROOT, 'libs/testing/fixtures'),
  shared: SHARED_FIXTURES,
} as const;

/** The case of that name: the project's own if it has one, so that a test reads the same on every machine. */
export function findCase(name: string): FixtureCase {
  const found = caseAt('own', name) ?? caseAt('shared', name);
  if (!found) throw new Error(`no fixture case ${name}`);
  return found;
}

/** Every case of a provider that this machine has, the project's own first. */
export function listCases(provider: string): FixtureCase[] {
  return (['own', 'shared'] as const).flatMap((origin) => {
    const folder = join(ROOTS[origin], provider);
    const names = existsSync(folder) ? readdirSync(folder).sort() : [];
    return names.flatMap((name) => caseAt(origin, `${provider}/${name}`) ?? []);
  });
}

function caseAt(origin: FixtureCase['origin'], name: string): FixtureCase | undefined {
  const folder = join(ROOTS[origin], name);
  if (!existsSync(folder)) return undefined;
  const answers = readdirSync(folder).filter((file) => /^(response|stream)\b/.test(file));
  const numbered = new Set(answers.flatMap((file) => file.match(/\.(\d+)\./)?.[1] ?? []));
  return { name, origin, folder, turns: Math.max(numbered.size, 1) };
}

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT } from '@multilane/testing';
import { findDetails, listFirst } from './find-details.js';
import type { SeedPerson } from './people.js';
import { createSeedCaller, type Named, startSeedService, takeSession } from './seed-service.js';

/** What a seeded folder says about its company (`company.json`). */
interface SeededFolder {
  readonly owner: { readonly email: string; readonly password: string };
  readonly password: string;
  /** Secrets of authenticator apps, by email address. */
  readonly second_factors?: Readonly<Record<string, string>>;
  readonly workspaces: readonly Named[];
  readonly teams: readonly Named[];
  readonly people: readonly (SeedPerson & { readonly id: string })[];
  readonly key: { readonly id: string; readonly secret: string };
}

/** The console of a seeded folder, as the tests of the console know a world (apps/console/e2e/world.ts). */
export interface ShownConsole {
  readonly url: string;
  readonly cookie: string;
  readonly workspace: Named;
  readonly providerId: string;
  readonly team: Named;
  readonly key: { readonly id: string; readonly secret: string };
  /** Sessions by role: the cookies of somebody who has it. */
  readonly sessions: Readonly<Record<string, string>>;
  /** Addresses of one thing of each kind that has a page of its own or a drawer. */
  readonly details: readonly string[];
}

/** Starts the service of a seeded folder, signs in somebody of each role, and hands them over; ends the service afterwards. */
export async function showConsole<Result>(
  folder: string,
  work: (shown: ShownConsole) => Result | Promise<Result>,
): Promise<Result> {
  const seeded = JSON.parse(readFileSync(join(folder, 'company.json'), 'utf8')) as SeededFolder;
  const service = await startSeedService(folder);
  try {
    return await work(await describeConsole(service.url, seeded));
  } finally {
    await service.stop();
  }
}

async function describeConsole(url: string, seeded: SeededFolder) {
  const { key, owner, password, people, teams, workspaces } = seeded;
  const [workspace] = workspaces;
  const [team] = teams;
  if (workspace === undefined || team === undefined) throw new Error('company.json names no workspace or no team.');
  const signIn = (email: string, secret = password): Promise<string> =>
    takeSession(url, '/auth/login', { email, password: secret }, seeded.second_factors?.[email]);
  const cookie = await signIn(owner.email, owner.password);
  const sessions: Record<string, string> = { owner: cookie };
  const isMember = ({ role, workspace: place }: SeedPerson): boolean => role === 'org_member' && place === 0;
  for (const [role, person] of Object.entries({
    'org-admin': people.find((somebody) => somebody.role === 'org_admin'),
    admin: people.find((somebody) => isMember(somebody) && somebody.workspaceRole === 'admin'),
    editor: people.find((somebody) => isMember(somebody) && somebody.workspaceRole === 'editor'),
    viewer: people.find((somebody) => isMember(somebody) && somebody.workspaceRole === 'viewer'),
  })) {
    if (person === undefined) throw new Error(`Nobody is ${role}.`);
    sessions[role] = await signIn(person.email);
  }
  const caller = createSeedCaller(url, cookie);
  const providers = await listFirst(caller, `/admin/providers?workspace_id=${workspace.id}`);
  const details = await findDetails(caller, workspace.id);
  return { url, cookie, workspace, team, key, providerId: providers ?? '', sessions, details };
}

/** Runs tests of the console in a browser against a console that is shown. Answers the exit code. */
export function runBrowser(
  shown: ShownConsole,
  asked: readonly string[],
  env: Readonly<Record<string, string>>,
): number {
  const folder = join(PROJECT_ROOT, 'apps/console');
  const playwright = [join(folder, 'node_modules/@playwright/test/cli.js'), 'test', ...asked];
  const { error, status } = spawnSync(process.execPath, playwright, {
    cwd: folder,
    env: { ...process.env, ...env, MULTILANE_CONSOLE_WORLD: JSON.stringify(shown) },
    stdio: 'inherit',
  });
  if (error) throw error;
  return status ?? 1;
}

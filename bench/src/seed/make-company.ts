import { ENVIRONMENTS, LIVE_MODELS, LIVE_PROVIDER, MODELS, WORKSPACES } from './company.js';
import { membersOf, OWNER, PASSWORD, PEOPLE } from './people.js';
import type { SeedKey } from './plan-requests.js';
import {
  createSeedCaller,
  inLanes,
  type Named,
  type SeedCaller,
  type SeedService,
  takeSession,
} from './seed-service.js';
import { TEAMS } from './teams.js';

/** The company as the service knows it. */
export interface Company {
  readonly organization: Named;
  readonly workspaces: readonly Named[];
  readonly teams: readonly Named[];
  /** The people's ids, in the order of the list. */
  readonly people: readonly string[];
  readonly keys: readonly SeedKey[];
  /** A key for programs that ask while the pages are looked at. */
  readonly liveKey: { readonly id: string; readonly secret: string };
}

/** Makes the owner. */
export async function setUp({ setupToken, url }: SeedService): Promise<SeedCaller> {
  if (setupToken === undefined) throw new Error('The folder has an owner already: name an empty one.');
  return createSeedCaller(url, await takeSession(url, '/auth/setup', { token: setupToken, ...OWNER }));
}

/** Makes the workspaces with their models, the teams, the people and the keys, over the API. */
export async function makeCompany(owner: SeedCaller): Promise<Company> {
  await owner.call('PATCH', '/org', { reporting_zone: 'Europe/Berlin' });
  const organization = await owner.call('GET', '/org');
  const workspaces = await makeWorkspaces(owner);
  for (const workspace of workspaces) await makeModels(owner, workspace.id);
  const teams = await inLanes(TEAMS, ({ name }) => owner.call('POST', '/admin/teams', { name, rpm_limit: 1_200 }));
  const people = await makePeople(owner, workspaces, teams);
  const { user } = await owner.call<{ user: Named }>('GET', '/auth/session');
  // The owner sees the statements of a team.
  await owner.call('PUT', `/admin/teams/${teams[0]?.id}/members/${user.id}`);
  const keys = await makeKeys(owner, { workspaces, teams, people });
  const live = await owner.call<{ id: string; key: string }>('POST', '/admin/keys', {
    name: 'quickstart',
    team: teams[0]?.name,
    workspace_id: workspaces[0]?.id,
  });
  return { organization, workspaces, teams, people, keys, liveKey: { id: live.id, secret: live.key } };
}

async function makeWorkspaces(owner: SeedCaller): Promise<Named[]> {
  const { data } = await owner.call<{ data: Named[] }>('GET', '/admin/workspaces');
  const [first, ...others] = WORKSPACES;
  const made = [await owner.call('PATCH', `/admin/workspaces/${data[0]?.id}`, { name: first })];
  for (const name of others) made.push(await owner.call('POST', '/admin/workspaces', { name }));
  return made;
}

/** Secrets and addresses that each kind needs. None of them is real. */
const SETTINGS: Readonly<Record<string, object>> = {
  'azure-openai': { base_url: 'https://brightline-sweden.openai.azure.com', api_version: '2025-04-01-preview' },
};

async function makeModels(owner: SeedCaller, workspaceId: string): Promise<void> {
  const query = `?workspace_id=${workspaceId}`;
  const providers = new Map<string, string>();
  for (const { kind, provider: name } of MODELS) {
    if (providers.has(name)) continue;
    const settings = { api_key: `example-key-of-${name}`, ...SETTINGS[kind] };
    const { id } = await owner.call('POST', `/admin/providers${query}`, { name, kind, ...settings });
    providers.set(name, id);
  }
  const live = await owner.call('POST', `/admin/providers${query}`, LIVE_PROVIDER);
  await inLanes(MODELS, ({ contextWindow, name, prices, provider, type, upstream }) =>
    owner.call('POST', `/admin/models${query}`, {
      logical_name: name,
      provider_id: providers.get(provider),
      upstream_model: upstream,
      type,
      prices,
      context_window: contextWindow,
    }),
  );
  for (const [place, name] of LIVE_MODELS.entries()) {
    await owner.call('POST', `/admin/models${query}`, {
      logical_name: name,
      provider_id: live.id,
      upstream_model: 'simulator',
      prices: { input_per_million: 0.2 + place, output_per_million: 0.8 + 4 * place },
    });
  }
  const virtual = { object: 'virtual_model', strategy: 'failover' };
  await owner.call('POST', `/admin/models${query}`, {
    ...virtual,
    name: 'assistant',
    targets: [{ model: 'claude-sonnet' }, { model: 'gpt-5.2' }],
  });
  await owner.call('POST', `/admin/models${query}`, {
    ...virtual,
    name: 'fast',
    strategy: 'weighted',
    targets: [
      { model: 'gpt-5-mini', weight: 3 },
      { model: 'gemini-flash', weight: 1 },
    ],
  });
}

async function makePeople(owner: SeedCaller, workspaces: readonly Named[], teams: readonly Named[]): Promise<string[]> {
  const ids = await inLanes(PEOPLE, async ({ email, name, role, workspace, workspaceRole }) => {
    const place = { workspace_id: workspaces[workspace]?.id, workspace_role: workspaceRole };
    const { token } = await owner.call<{ token: string }>('POST', '/org/invites', { email, role, ...place });
    const cookie = await takeSession(owner.url, '/auth/signup', { token, name, password: PASSWORD });
    return (await createSeedCaller(owner.url, cookie).call<{ user: Named }>('GET', '/auth/session')).user.id;
  });
  const memberships = TEAMS.flatMap((_, team) => membersOf(team).map((person) => ({ team, person })));
  await inLanes(memberships, ({ person, team }) =>
    owner.call('PUT', `/admin/teams/${teams[team]?.id}/members/${ids[person]}`),
  );
  return ids;
}

interface Made {
  readonly workspaces: readonly Named[];
  readonly teams: readonly Named[];
  readonly people: readonly string[];
}

/** Three hundred keys: four programs in three environments and three people, of each team. */
export function planKeys({ people, teams, workspaces }: Made): Omit<SeedKey, 'id'>[] {
  return TEAMS.flatMap(({ programs, workspace }, team) => {
    const place = {
      team,
      teamId: teams[team]?.id ?? '',
      workspace: workspaces[workspace]?.name ?? '',
      workspaceId: workspaces[workspace]?.id ?? '',
    };
    const ofPrograms = programs.flatMap((program) =>
      ENVIRONMENTS.map((environment) => ({
        ...place,
        name: `${program}-${environment}`,
        program,
        environment,
        userId: undefined,
      })),
    );
    const ofPeople = membersOf(team).map((person) => ({
      ...place,
      name: `${PEOPLE[person]?.name}, laptop`,
      program: undefined,
      environment: undefined,
      userId: people[person],
    }));
    return [...ofPrograms, ...ofPeople];
  });
}

async function makeKeys(owner: SeedCaller, made: Made): Promise<SeedKey[]> {
  return inLanes(planKeys(made), async (key) => {
    const { id } = await owner.call('POST', '/admin/keys', {
      name: key.name,
      team: key.teamId,
      workspace_id: key.workspaceId,
      user_id: key.userId,
    });
    return { ...key, id };
  });
}

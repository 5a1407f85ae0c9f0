import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseConfig } from '@multilane/config';
import { serviceDatabases } from '@multilane/testing';
import { applyConfig } from '../../src/app/apply-config.js';
import {
  HOOK_LIMIT_MS,
  refusalOf,
  startTestWorkspace,
  type TestCaller,
  type TestWorkspace,
} from '../start-test-workspace.js';

interface Team {
  readonly id: string;
  readonly name: string;
  readonly source: string;
}

const configOf = (teams: string) => parseConfig(`teams: ${teams}`, { env: {}, sourceName: 'test.yaml' }).config;

describe.each(serviceDatabases())('teams of gateway.yaml on $name: by name, and the file wins', (kind) => {
  let workspace: TestWorkspace;
  let owner: TestCaller;

  beforeAll(async () => {
    workspace = await startTestWorkspace(await kind.create(), 'teams: [{ name: declared, rpm_limit: 5 }]');
    owner = await workspace.signIn();
  }, HOOK_LIMIT_MS);

  afterAll(async () => {
    await workspace?.stop();
    await kind.stop();
  }, HOOK_LIMIT_MS);

  const teams = async (): Promise<readonly Team[]> =>
    ((await owner.send('GET /admin/teams')).json() as { data: Team[] }).data;
  const find = async (name: string): Promise<Team | undefined> => (await teams()).find((team) => team.name === name);

  it('are shown as declared there, and are not changed through the API', async () => {
    const team = await find('declared');
    expect(team).toMatchObject({ source: 'config', rpm_limit: 5, allowed_models: null });
    const answer = await owner.send(`PATCH /admin/teams/${team?.id}`, { rpm_limit: 1 });
    expect(refusalOf(answer)).toEqual([409, 'declared_in_config']);
  });

  it('take over what the database has under the name, keeping its id', async () => {
    const { id } = (await owner.send('POST /admin/teams', { name: 'taken-over', rpm_limit: 9 })).json() as Team;
    const file = configOf('[{ name: declared, rpm_limit: 5 }, { name: taken-over, allowed_models: [], tpm_limit: 7 }]');
    await applyConfig(workspace.database, file);
    expect(await find('taken-over')).toMatchObject({
      id,
      source: 'config',
      rpm_limit: 0,
      tpm_limit: 7,
      allowed_models: [],
    });
  });

  it('take over what differs in case alone, and spell it as the file does', async () => {
    const { id } = (await owner.send('POST /admin/teams', { name: 'Spelled' })).json() as Team;
    const both = '[{ name: declared, rpm_limit: 5 }, { name: taken-over, allowed_models: [], tpm_limit: 7 }';
    await applyConfig(workspace.database, configOf(`${both}, { name: sPELLED }]`));
    expect(await find('sPELLED')).toMatchObject({ id, source: 'config' });
    await applyConfig(workspace.database, configOf(`${both}]`));
    expect(await find('sPELLED')).toMatchObject({ id, source: 'database' });
  });

  it('become changeable when they leave the file, with the values they had', async () => {
    await applyConfig(workspace.database, configOf('[{ name: declared, rpm_limit: 6 }]'));
    const left = await find('taken-over');
    expect(left).toMatchObject({ source: 'database', tpm_limit: 7 });
    expect((await owner.send(`PATCH /admin/teams/${left?.id}`, { tpm_limit: 8 })).status).toBe(200);
    expect(await find('declared')).toMatchObject({ source: 'config', rpm_limit: 6 });
  });

  it('change nothing, and announce no change, when the file says what is in effect already', async () => {
    const before = await workspace.database.version();
    await applyConfig(workspace.database, configOf('[{ name: declared, rpm_limit: 6 }]'));
    expect(await workspace.database.version()).toBe(before);
  });

  it('become changeable with their organization, when the file names another one', async () => {
    const renamed = 'organization: { name: renamed, products: [] }\nteams: [{ name: declared }]';
    const { config } = parseConfig(renamed, { env: {}, sourceName: 'test.yaml' });
    const { database, organizationId } = workspace;
    const { id } = await applyConfig(database, config);
    expect(await database.organizations.find(organizationId)).toMatchObject({ source: 'database' });
    expect(await find('declared')).toMatchObject({ source: 'database' });
    expect(await database.organizations.find(id)).toMatchObject({ name: 'renamed', source: 'config', products: [] });
    expect(await database.teams.listAll(id)).toMatchObject([{ name: 'declared', source: 'config' }]);
    const back = await applyConfig(database, configOf('[{ name: declared, rpm_limit: 6 }]'));
    expect(back).toMatchObject({ id: organizationId, source: 'config' });
    expect(await database.organizations.find(id)).toMatchObject({ source: 'database' });
  });

  it('are put in effect by two replicas at once as by one', async () => {
    const file = configOf('[{ name: declared, rpm_limit: 6 }, { name: raced }]');
    await Promise.all([applyConfig(workspace.database, file), applyConfig(workspace.database, file)]);
    expect((await teams()).filter(({ name }) => name === 'raced')).toHaveLength(1);
  });
});

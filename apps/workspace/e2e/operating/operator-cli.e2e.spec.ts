import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createPasswordHasher, hashToken } from '@multilane/auth';
import { type DatabaseWithSecrets, openDatabase, SecretBox } from '@multilane/persistence';
import { databasesInTurn, serviceDatabases, type TestLocation, testEncryptionKey } from '@multilane/testing';
import { CliHost } from './cli-host.js';
import { addressOf, type CliOptions, type CliRun, runCli } from './run-cli.js';

const LIMIT_MS = 90_000;

const folder = mkdtempSync(join(tmpdir(), 'multilane-cli-'));

const host = new CliHost();

afterAll(async () => {
  await host.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Databases on which every command is tried; the other one has the commands for which the kind of database matters. */
const wholeOn = new Set(serviceDatabases().map(({ name }) => name));

const databases = databasesInTurn(import.meta.filename);

describe.each(databases)('the command line on $name', ({ name, create, createEmpty, stop }) => {
  const isWhole = wholeOn.has(name);
  let location: TestLocation;
  const begun = new Set<string>();

  /**
   * On each database a command runs first in a process of its own, as operators run it; then all share one, because a process
   * takes longer to start than most commands take. There is no gateway.yaml around.
   */
  const cli = (args: readonly string[], options: CliOptions = {}): Promise<CliRun> => {
    const { args: more, env } = addressOf(location);
    const words = args.slice(0, 2).filter((word) => !word.startsWith('-'));
    const command = words.join(' ');
    const isFirst = !begun.has(command);
    begun.add(command);
    const all = { cwd: folder, ...options, env: { ...env, ...options.env } };
    return isFirst ? runCli([...args, ...more], all) : host.run([...args, ...more], all);
  };

  /** Looks into the database: the embedded one has room for one process at a time. */
  async function look<Result>(work: (database: DatabaseWithSecrets) => Promise<Result>): Promise<Result> {
    const database = await openDatabase(location);
    try {
      return await work(database);
    } finally {
      await database.close();
    }
  }

  const organizationOf = (database: DatabaseWithSecrets, named: string) =>
    database.organizations.findByName(named).then((found) => {
      if (!found) throw new Error(`there is no ${named}`);
      return found;
    });

  beforeAll(async () => {
    location = await create();
    await look(async (database) => database.migrate());
  }, LIMIT_MS);

  afterAll(stop, LIMIT_MS);

  it(
    'migrates an empty database, once, and says before that its schema is missing',
    async () => {
      const place = location;
      location = await createEmpty();
      try {
        await look(async (database) => database.isAvailable());
        const early = await cli(['org', 'list']);
        expect([early.code, early.stderr]).toEqual([1, expect.stringContaining('workspace:cli migrate')]);
        const first = await cli(['migrate', '--json']);
        expect([first.code, first.data]).toEqual([0, { applied: expect.arrayContaining([expect.any(String)]) }]);
        expect((await cli(['migrate', '--json'])).data).toEqual({ applied: [] });
        expect((await cli(['org', 'list', '--json'])).data).toEqual({ object: 'list', data: [] });
      } finally {
        location = place;
      }
    },
    LIMIT_MS,
  );

  it(
    'org create makes an organization with a workspace, which holds what it is granted, and the audit trail says who did it',
    async () => {
      const run = await cli(['org', 'create', 'Acme & Sons', '--grant', 'ai_gateway', '--json']);
      expect(run.code).toBe(0);
      expect(run.data).toMatchObject({ name: 'Acme & Sons', products: ['ai_gateway'], source: 'database' });
      await look(async (database) => {
        const { id } = await organizationOf(database, 'Acme & Sons');
        expect((await database.workspaces.listAll(id)).map((workspace) => workspace.name)).toEqual(['default']);
        const { data } = await database.changes.listPage(id, { limit: 10 });
        expect(data).toContainEqual(
          expect.objectContaining({
            action: 'organization.create',
            actorType: 'operator',
            actorName: expect.stringMatching(/^workspace:cli \(.+\)$/),
          }),
        );
      });
      const again = await cli(['org', 'create', 'Acme & Sons']);
      expect([again.code, again.stderr]).toEqual([1, 'There is an organization "Acme & Sons" already.\n']);
      const list = await cli(['org', 'list']);
      expect(list.stdout).toMatch(/NAME +PRODUCTS +SOURCE +ID\n.*Acme & Sons {2}ai_gateway/s);
    },
    LIMIT_MS,
  );

  if (isWhole) {
    it(
      'org products grants and revokes, is the same when repeated, and rejects what gateway.yaml declares',
      async () => {
        await cli(['org', 'create', 'products']);
        const products = async (...args: string[]) =>
          ((await cli(['org', 'products', 'products', '--json', ...args])).data as { products: string[] }).products;
        expect(await products()).toEqual([]);
        expect(await products('--grant', 'ai_gateway', '--grant', 'other')).toEqual(['ai_gateway', 'other']);
        expect(await products('--grant', 'ai_gateway')).toEqual(['ai_gateway', 'other']);
        expect(await products('--revoke', 'other', '--revoke', 'never_held')).toEqual(['ai_gateway']);
        await look((database) =>
          database.change({ type: 'system', id: null, name: 'test' }, ({ organizations }) =>
            organizations.create({ name: 'declared', products: ['ai_gateway'], source: 'config' }),
          ),
        );
        const refused = await cli(['org', 'products', 'declared', '--revoke', 'ai_gateway']);
        expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('declared in gateway.yaml')]);
        expect((await cli(['org', 'products', 'nobody'])).code).toBe(1);
      },
      LIMIT_MS,
    );

    describe('people', () => {
      const token = (run: CliRun): string => (run.data as { token: string }).token;

      beforeAll(async () => {
        await cli(['org', 'create', 'default', '--grant', 'ai_gateway']);
      }, LIMIT_MS);

      it(
        'setup-token makes a token for the first owner, of which the last one is good, and none once somebody has an account',
        async () => {
          const [first, second] = [await cli(['setup-token', '--json']), await cli(['setup-token', '--json'])];
          expect(token(second)).toMatch(/^ml_setup_[0-9A-Za-z]{43}$/);
          await look(async ({ setupTokens }) => {
            expect(await setupTokens.findByHash(hashToken(token(first)))).toBeUndefined();
            expect(await setupTokens.findByHash(hashToken(token(second)))).toBeDefined();
          });
          await cli(['owner', 'create', '--email', 'first@example.com', '--password-stdin'], { stdin: 'p'.repeat(12) });
          const late = await cli(['setup-token']);
          expect([late.code, late.stdout]).toEqual([1, '']);
          const nowhere = await cli(['setup-token', '--org', 'nobody']);
          expect([nowhere.code, nowhere.stderr]).toEqual([1, expect.stringContaining('no organization "nobody"')]);
        },
        LIMIT_MS,
      );

      it(
        'owner create --password-stdin makes an owner who is at home in every workspace, and never shows the password',
        async () => {
          const password = 'correct horse battery ';
          const args = ['owner', 'create', '--email', 'Ada@Example.com', '--name', 'Ada', '--password-stdin'];
          const run = await cli(args, { stdin: `${password}\n` });
          expect(run.code).toBe(0);
          expect(run.stdout + run.stderr).not.toContain('horse');
          await look(async ({ organizations, memberships, users, workspaces }) => {
            const organization = await organizations.findByName('default');
            const [login] = await users.findLogins('ada@example.com');
            expect(login?.user).toMatchObject({ name: 'Ada', role: 'owner', organizationId: organization?.id });
            const hash = login?.passwordHash ?? undefined;
            expect(await createPasswordHasher().verify(password, hash)).toBe(true);
            const places = await memberships.list(organization?.id ?? '', { userId: login?.user.id });
            expect(places.map(({ role }) => role)).toEqual(['admin']);
            expect(await workspaces.listAll(organization?.id ?? '')).toHaveLength(1);
          });
          const again = await cli(args, { stdin: password });
          expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('has an account')]);
        },
        LIMIT_MS,
      );

      it(
        'owner reset-second-factor resets that of a person of the organization, ends the sessions, and says if there is none',
        async () => {
          const email = 'lost@example.com';
          await cli(['owner', 'create', '--email', email, '--password-stdin'], { stdin: 'p'.repeat(12) });
          const reset = (...more: string[]) => cli(['owner', 'reset-second-factor', '--email', email, ...more]);
          expect(await reset()).toMatchObject({ code: 1, stderr: expect.stringContaining('has a second factor') });
          const [login] = await look(async (database) => {
            const found = await database.users.findLogins(email);
            const { id = '', organizationId = '' } = found[0]?.user ?? {};
            await database.change({ type: 'system', id: null, name: 'test' }, async ({ secondFactors, sessions }) => {
              await secondFactors.enable(organizationId, id, { sealed: 'x', step: 1, recoveryCodeHashes: ['y'] });
              const expiresAt = new Date(Date.now() + 60_000);
              await sessions.create(organizationId, { userId: id, hash: hashToken('lost'), expiresAt });
            });
            return found;
          });
          const { id = '', organizationId = '' } = login?.user ?? {};
          expect(await reset()).toMatchObject({ code: 0 });
          const left = await look(async (database) => ({
            factor: await database.secondFactors.find(organizationId, id),
            sessions: await database.sessions.listOfUser(organizationId, id),
          }));
          expect(left).toMatchObject({ factor: { sealed: null, recoveryCodeHashes: [] }, sessions: [] });
          expect(await reset()).toMatchObject({ code: 1 });
        },
        LIMIT_MS,
      );

      it(
        'owner create invites an owner with a token that is stored as its hash only, and revokes an earlier one',
        async () => {
          const invite = () => cli(['owner', 'create', '--org', 'default', '--email', 'Grace@example.com', '--json']);
          const [first, second] = [await invite(), await invite()];
          expect(token(second)).toMatch(/^ml_invite_[0-9A-Za-z]{43}$/);
          await look(async ({ invites, changes, organizations }) => {
            expect(await invites.findByHash(hashToken(token(first)))).toBeUndefined();
            expect(await invites.findByHash(hashToken(token(second)))).toMatchObject({
              email: 'grace@example.com',
              role: 'owner',
              workspaceRole: 'admin',
              acceptedAt: null,
            });
            const { id = '' } = (await organizations.findByName('default')) ?? {};
            expect(JSON.stringify(await changes.listPage(id, { limit: 50 }))).not.toContain(token(second));
          });
        },
        LIMIT_MS,
      );
    });

    describe('config import', () => {
      const file = join(folder, `${name}.yaml`);
      const write = (budget: number): void =>
        writeFileSync(
          file,
          `organization: { name: imported, products: [ai_gateway] }
models: [{ logical_name: simulator, provider: simulator, upstream_model: simulator }]
teams:
  - { name: research, rpm_limit: 60, token_budget_monthly: ${budget}, allowed_models: [simulator] }
  - name: support
    api_keys: [{ name: ci, key: "\${SUPPORT_KEY}" }]
`,
        );
      const env = { SUPPORT_KEY: 'ml-a-key-of-the-file-0123456789' };
      const outcomes = (run: CliRun): string[] =>
        (run.data as { steps: { name: string; outcome: string }[] }).steps.map(
          (step) => `${step.name} ${step.outcome}`,
        );

      it(
        'says with --dry-run what it would do, and does nothing',
        async () => {
          write(1000);
          const run = await cli(['config', 'import', file, '--dry-run', '--json'], { env });
          expect(outcomes(run)).toEqual(['imported created', 'research created', 'support created']);
          expect(run.data).toMatchObject({ dry_run: true, not_imported: { keys: 1, models: 1, providers: 0 } });
          const found = await look(({ organizations }) => organizations.findByName('imported'));
          expect(found).toBeUndefined();
        },
        LIMIT_MS,
      );

      it(
        'writes rows that people may change, updates what differs, and is the same when repeated; keys are not stored',
        async () => {
          write(1000);
          expect((await cli(['config', 'import', file], { env })).stdout).toMatch(/team +support +created/);
          await look(async (database) => {
            const { id, source } = await organizationOf(database, 'imported');
            expect(source).toBe('database');
            const team = await database.teams.findByName(id, 'research');
            expect(team).toMatchObject({ rpmLimit: 60, tokenBudgetMonthly: 1000, source: 'database' });
            expect((await database.credentials.listPage(id, { limit: 5 })).data).toEqual([]);
          });
          write(2000);
          const again = () => cli(['config', 'import', file, '--json'], { env });
          expect(outcomes(await again())).toEqual(['imported unchanged', 'research updated', 'support unchanged']);
          expect(outcomes(await again())).toEqual(['imported unchanged', 'research unchanged', 'support unchanged']);
        },
        LIMIT_MS,
      );

      it(
        'leaves alone what the gateway.yaml in effect declares',
        async () => {
          write(3000);
          await look(async (database) => {
            const { id } = await organizationOf(database, 'imported');
            const team = await database.teams.findByName(id, 'research');
            await database.change({ type: 'system', id: null, name: 'test' }, ({ teams }) =>
              teams.update(id, team?.id ?? '', { source: 'config' }),
            );
          });
          const run = await cli(['config', 'import', file, '--json'], { env });
          expect(outcomes(run)).toEqual(['imported unchanged', 'research declared', 'support unchanged']);
        },
        LIMIT_MS,
      );

      it(
        'exits 1 with every problem of a file that is not valid',
        async () => {
          write(1);
          const run = await cli(['config', 'import', file]);
          expect([run.code, run.stderr]).toEqual([1, expect.stringContaining('SUPPORT_KEY')]);
          const missing = await cli(['config', 'import', join(folder, 'none.yaml')]);
          expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining('does not exist')]);
        },
        LIMIT_MS,
      );
    });
  }

  describe('keys reseal', () => {
    const [oldKey, newKey, lostKey] = [1, 2, 3].map(testEncryptionKey) as [string, string, string];
    let organizationId: string;
    let workspaceId: string;

    /** Registers a provider whose secret is sealed with a key. */
    async function addProvider(named: string, key: string): Promise<string> {
      const database = await openDatabase({ ...location, secretBox: SecretBox.fromKeys(key) });
      const record = await database.change({ type: 'system', id: null, name: 'test' }, ({ providers }) =>
        providers.create(organizationId, {
          workspaceId,
          name: named,
          kind: 'openai',
          secrets: { api_key: `secret of ${named}` },
        }),
      );
      await database.close();
      return record.id;
    }

    const reseal = (keys: string): Promise<CliRun> => {
      if ('url' in location) return cli(['keys', 'reseal', '--json'], { env: { ENCRYPTION_KEY: keys } });
      writeFileSync(join(dirname(location.folder), 'encryption.key'), `${keys}\n`);
      return cli(['keys', 'reseal', '--json']);
    };

    beforeAll(async () => {
      await cli(['org', 'create', 'sealed']);
      await look(async (database) => {
        organizationId = (await organizationOf(database, 'sealed')).id;
        workspaceId = (await database.workspaces.findByName(organizationId, 'default'))?.id ?? '';
      });
    }, LIMIT_MS);

    it(
      'seals everything with the first key, so that the old one may go, and does nothing when repeated',
      async () => {
        const ids = [await addProvider('one', oldKey), await addProvider('two', oldKey)];
        const run = await reseal(`${newKey},${oldKey}`);
        expect([run.code, run.data]).toEqual([
          0,
          {
            key_id: expect.any(String),
            resealed: 2,
            failed: [],
            policies: { resealed: 0, failed: [] },
            workspace_secrets: { resealed: 0, failed: [] },
            mcp_servers: { resealed: 0, failed: [] },
            conversations: { resealed: 0, failed: [] },
            records: { resealed: 0, failed: [] },
          },
        ]);
        expect(run.stdout + run.stderr).not.toContain('secret of');
        const database = await openDatabase({ ...location, secretBox: SecretBox.fromKeys(newKey) });
        const secrets = await Promise.all(ids.map((id) => database.upstreamSecrets.findSecrets(organizationId, id)));
        await database.close();
        expect(secrets).toEqual([{ api_key: 'secret of one' }, { api_key: 'secret of two' }]);
        expect((await reseal(newKey)).data).toMatchObject({ resealed: 0, failed: [] });
      },
      LIMIT_MS,
    );

    it(
      'exits 1 and names those that no key opens, after it has done the others',
      async () => {
        const lost = await addProvider('lost', lostKey);
        await addProvider('three', oldKey);
        const run = await reseal(`${newKey},${oldKey}`);
        const failed = [{ provider_id: lost, problem: expect.stringContaining('which ENCRYPTION_KEY lacks') }];
        expect([run.code, run.data]).toEqual([
          1,
          {
            key_id: expect.any(String),
            resealed: 1,
            failed,
            policies: { resealed: 0, failed: [] },
            workspace_secrets: { resealed: 0, failed: [] },
            mcp_servers: { resealed: 0, failed: [] },
            conversations: { resealed: 0, failed: [] },
            records: { resealed: 0, failed: [] },
          },
        ]);
      },
      LIMIT_MS,
    );
  });

  if (name === 'embedded') {
    it(
      'says that the embedded database is in use while a service has it open',
      async () => {
        await look(async () => {
          const run = await cli(['org', 'list']);
          expect([run.code, run.stderr]).toEqual([1, expect.stringContaining('is in use')]);
        });
      },
      LIMIT_MS,
    );
  }
});

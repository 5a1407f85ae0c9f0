import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { atOnce, type GatewayConfig, parseConfig } from '@multilane/config';
import {
  type Change,
  type DatabaseWithSecrets,
  openDatabase,
  SecretBox,
  type SnapshotRows,
} from '@multilane/persistence';
import { PriceBook } from '@multilane/policy';
import { gatewayConfig, serviceDatabases } from '@multilane/testing';
import fc from 'fast-check';
import { buildSnapshot, type SnapshotSources } from '../../src/snapshot/build-snapshot.js';
import { CheckerNetworks } from '../../src/snapshot/guards/checker-networks.js';
import { GuardrailCompiler } from '../../src/snapshot/guards/guardrail-compiler.js';
import { TargetStates } from '../../src/snapshot/routes/target-states.js';
import { findUntoldChanges, loadRows, type RowSource } from '../../src/snapshot/rows/load-rows.js';
import type { Snapshot } from '../../src/snapshot/snapshot.js';
import { SnapshotParts } from '../../src/snapshot/snapshot-parts.js';
import { CredentialSources } from '../../src/upstream/credentials/credential-sources.js';
import { Transports } from '../../src/upstream/transports.js';
import { ENCRYPTION_KEY } from './make-tenant.js';

const ACTOR = { type: 'operator', id: null, name: 'test' } as const;

/** Any row of the kind that a change picks by number, so that changes meet the same rows. */
const pick = <Row>(rows: readonly Row[], index: number): Row | undefined => rows[index % Math.max(1, rows.length)];

type Step = (change: Change, rows: SnapshotRows, n: number) => Promise<unknown>;

const guardrail = (n: number) => ({ kind: 'regex', phase: 'before', config: { patterns: [`secret-${n % 7}`] } });
const definitions = [
  ['guardrail', guardrail],
  ['cache', (n: number) => ({ ttl_seconds: 1 + (n % 50), models: [`m-${n % 5}`] })],
  ['routing_config', (n: number) => ({ strategy: 'failover', targets: [{ model: `m-${n % 5}` }] })],
  ['pii', () => ({ input: 'redact', output: 'off' })],
] as const;

/** Changes by people to data that gateways hold in memory. A rejected one, as for a name that exists, changes nothing. */
const STEPS: Readonly<Record<string, Step>> = {
  'an organization is made': ({ organizations }, _, n) =>
    organizations.create({ name: `o-${n}`, products: ['ai_gateway'] }),
  'an organization gets other products': ({ organizations }, rows, n) =>
    organizations.update(pick(rows.organizations, n)?.id ?? '', { products: n % 2 ? [] : ['ai_gateway'] }),
  'a workspace is made': ({ workspaces }, rows, n) =>
    workspaces.create(pick(rows.organizations, n)?.id ?? '', { name: `w-${n}` }),
  'a workspace is renamed': ({ workspaces }, rows, n) => {
    const row = pick(rows.workspaces, n);
    return workspaces.rename(row?.organizationId ?? '', row?.id ?? '', `renamed-${n}`);
  },
  'a workspace goes with all that is in it': ({ workspaces }, rows, n) => {
    const row = pick(rows.workspaces, n);
    return workspaces.remove(row?.organizationId ?? '', row?.id ?? '');
  },
  'a team is made': ({ teams }, rows, n) => teams.create(pick(rows.organizations, n)?.id ?? '', { name: `t-${n}` }),
  'a team is narrowed': ({ teams }, rows, n) => {
    const row = pick(rows.teams, n);
    const values = { allowedModels: n % 3 ? [`m-${n % 5}`] : null, rpmLimit: n, tokenBudgetMonthly: n % 2 };
    return teams.update(row?.organizationId ?? '', row?.id ?? '', values);
  },
  'a team goes': ({ teams }, rows, n) => {
    const row = pick(rows.teams, n);
    return teams.remove(row?.organizationId ?? '', row?.id ?? '');
  },
  'a provider is made': ({ providers }, rows, n) => {
    const row = pick(rows.workspaces, n);
    const secrets = { api_key: `sk-${n}` };
    return providers.create(row?.organizationId ?? '', {
      workspaceId: row?.id ?? '',
      name: `p-${n % 9}`,
      kind: 'openai',
      secrets,
    });
  },
  'a provider gets another key': ({ providers }, rows, n) => {
    const row = pick(rows.providers, n);
    return providers.update(row?.organizationId ?? '', row?.id ?? '', { secrets: { api_key: `sk-other-${n}` } });
  },
  'a provider gets another name': ({ providers }, rows, n) => {
    const row = pick(rows.providers, n);
    return providers.update(row?.organizationId ?? '', row?.id ?? '', { name: n % 2 ? 'openai' : `p-${n % 9}` });
  },
  'a provider goes': ({ providers }, rows, n) => {
    const row = pick(rows.providers, n);
    return providers.remove(row?.organizationId ?? '', row?.id ?? '');
  },
  'a model is made': ({ models }, rows, n) => {
    const row = pick(rows.providers, n);
    const { organizationId = '', workspaceId = '', id: providerId = '' } = row ?? {};
    const named = { logicalName: `m-${n % 5}`, upstreamModel: 'gpt-4o', aliases: [`alias-${n % 11}`] };
    return models.create(organizationId, { workspaceId, kind: 'model', type: 'chat', providerId, ...named });
  },
  'a virtual model is made': ({ models }, rows, n) => {
    const { organizationId = '', workspaceId = '' } = pick(rows.models, n) ?? {};
    const routing = { strategy: 'failover', targets: [{ model: `m-${n % 5}` }] };
    return models.create(organizationId, {
      workspaceId,
      kind: 'virtual',
      type: 'chat',
      logicalName: `v-${n % 3}`,
      routing,
    });
  },
  'a model changes': ({ models }, rows, n) => {
    const row = pick(rows.models, n);
    return models.update(row?.organizationId ?? '', row?.id ?? '', {
      contextWindow: 1_000 + n,
      aliases: [`alias-${n % 11}`],
    });
  },
  'a model goes': ({ models }, rows, n) => {
    const row = pick(rows.models, n);
    return models.remove(row?.organizationId ?? '', row?.id ?? '');
  },
  'an MCP server is made': ({ mcpServers }, rows, n) => {
    const { organizationId = '', id: workspaceId = '' } = pick(rows.workspaces, n) ?? {};
    return mcpServers.create(organizationId, { workspaceId, name: `s-${n % 5}`, url: 'https://mcp.example.com/mcp' });
  },
  'an MCP server is switched': ({ mcpServers }, rows, n) => {
    const row = pick(rows.mcpServers, n);
    return mcpServers.update(row?.organizationId ?? '', row?.id ?? '', { enabled: n % 2 === 0 });
  },
  'an MCP server goes': ({ mcpServers }, rows, n) => {
    const row = pick(rows.mcpServers, n);
    return mcpServers.remove(row?.organizationId ?? '', row?.id ?? '');
  },
  'a rate limit is set': ({ rateLimitPolicies }, rows, n) => {
    const { organizationId = '', id: teamId = '' } = pick(rows.teams, n) ?? {};
    const values = {
      name: `l-${n}`,
      scope: 'organization',
      workspaceId: null,
      model: null,
      appliesPer: 'shared',
    } as const;
    return rateLimitPolicies.create(organizationId, { ...values, teamId, requestsPerMinute: 1 + n });
  },
  'a rate limit is narrowed': ({ rateLimitPolicies }, rows, n) => {
    const row = pick(rows.rateLimitPolicies, n);
    const values = { requestsPerMinute: 1 + n, enabled: n % 3 > 0 };
    return rateLimitPolicies.update(row?.organizationId ?? '', row?.id ?? '', values);
  },
  'a rate limit goes': ({ rateLimitPolicies }, rows, n) => {
    const row = pick(rows.rateLimitPolicies, n);
    return rateLimitPolicies.remove(row?.organizationId ?? '', row?.id ?? '');
  },
  'a policy is made': ({ policies }, rows, n) => {
    const workspace = pick(rows.workspaces, n);
    const [kind, define] = pick(definitions, n) ?? definitions[0];
    const workspaceId = n % 3 === 0 ? null : (workspace?.id ?? '');
    return policies.create(workspace?.organizationId ?? '', {
      workspaceId,
      kind,
      name: `policy-${n}`,
      definition: define(n),
    });
  },
  'a policy changes': ({ policies }, rows, n) => {
    const row = pick(rows.policies, n);
    const define = definitions.find(([kind]) => kind === row?.kind)?.[1] ?? guardrail;
    return policies.update(row?.organizationId ?? '', row?.id ?? '', { definition: define(n), enabled: n % 4 > 0 });
  },
  'a policy goes': ({ policies }, rows, n) => {
    const row = pick(rows.policies, n);
    return policies.remove(row?.organizationId ?? '', row?.id ?? '');
  },
};

const NAMES = Object.keys(STEPS);

/** Steps that the others need. */
const NEEDED = [
  'a workspace is made',
  'a team is made',
  'a provider is made',
  'a model is made',
  'an MCP server is made',
  'a rate limit is set',
  'a policy is made',
];

/** Describes a snapshot's decisions, without the parts that belong to the process: connections, and data of earlier requests. */
function describeSnapshot(snapshot: Snapshot) {
  const modelsOf = (models: Snapshot['models']) =>
    [...models].map(([name, { target, ...model }]) => {
      const { credentials, key, provider, providerName, timeouts, transport } = target as typeof target & {
        key: string;
      };
      return [name, { ...model, key, provider, providerName, timeouts, credentials, transport }];
    });
  const virtualOf = (models: Snapshot['virtualModels']) =>
    [...models].map(([name, { route, ...model }]) => [
      name,
      model,
      route.targets.map(({ grants, model: target }) => [grants, target.logicalName]),
    ]);
  const workspaces = [...snapshot.workspaces.values()].map(({ id, organizationId, name, models, virtualModels }) => [
    [id, organizationId, name],
    modelsOf(models),
    virtualOf(virtualModels),
  ]);
  const { contentHash, organizations, ownOrganization, ownTeams, teams, hasTokenBudgets, version } = snapshot;
  const { cache, guards, keys, limits, mcp, routingConfigs } = snapshot;
  return {
    ...{ contentHash, organizations, ownOrganization, ownTeams, teams, hasTokenBudgets, version, keys },
    ...{ cache, guards, limits, mcp, workspaces },
    models: modelsOf(snapshot.models),
    routingConfigs: [...routingConfigsOf(routingConfigs)],
  };
}

function* routingConfigsOf(index: object) {
  const { stored } = index as { stored: ReadonlyMap<string, ReadonlyMap<string, { entry: unknown }>> };
  for (const [place, configs] of stored) for (const [name, { entry }] of configs) yield [place, name, entry];
}

describe.each(serviceDatabases())('a snapshot that is loaded change by change, on the $name database', (kind) => {
  let writers: readonly [DatabaseWithSecrets, DatabaseWithSecrets];
  let source: RowSource;
  let config: GatewayConfig;
  let connections: SnapshotSources['connections'];
  const guardrails = new GuardrailCompiler(new CheckerNetworks());

  beforeAll(async () => {
    const location = await kind.create();
    const secretBox = SecretBox.fromKeys(ENCRYPTION_KEY);
    const first = await openDatabase({ ...location, secretBox });
    // The embedded database has one session.
    const second = 'url' in location ? await openDatabase({ ...location, secretBox }) : first;
    writers = [first, second];
    await first.migrate();
    await first.change(ACTOR, ({ organizations }) => organizations.create({ name: 'default', products: [] }));
    source = {
      loadAll: () => first.upstreamSecrets.loadSnapshotRows(),
      loadChanges: (since) => first.upstreamSecrets.loadSnapshotChanges(since),
    };
    const parsed = parseConfig(gatewayConfig({ upstreamUrl: 'http://127.0.0.1:1' }), { env: {} }).config;
    config = { ...parsed, cache: { ...parsed.cache, backend: 'memory' } };
    connections = {
      transports: new Transports(),
      credentials: new CredentialSources(() => undefined),
      targetStates: new TargetStates(),
      prices: new PriceBook({
        lookUp: () => Promise.resolve([]),
        logger: { info: () => undefined },
        tasks: { failed: () => undefined, succeeded: () => undefined },
      }),
    };
  }, 60_000);

  afterAll(async () => {
    await writers[0].close();
    if (writers[1] !== writers[0]) await writers[1].close();
    await kind.stop();
  }, 30_000);

  const authenticate: SnapshotSources['authenticate'] = () => {
    throw new Error('nobody is authenticated here');
  };

  /** Puts it in effect too: credentials and ways out that it has no use for are closed. */
  function build(rows: SnapshotRows, parts = new SnapshotParts()): Snapshot {
    const problems = { onProviderProblem: () => undefined, onPolicyProblem: () => undefined };
    const sources = { config, hash: 'h', rows, authenticate, connections, guardrails, parts, ...problems };
    const snapshot = atOnce(buildSnapshot(sources));
    connections.transports.retireUnwanted();
    connections.credentials.putInForce();
    return snapshot;
  }

  /** Resolves to whether it was done. */
  async function apply(writer: DatabaseWithSecrets, steps: readonly (readonly [string, number])[], rows: SnapshotRows) {
    const work = async (change: Change): Promise<void> => {
      for (const [name, n] of steps) await STEPS[name]?.(change, rows, n);
    };
    return writer.change(ACTOR, work).then(
      () => true,
      () => false,
    );
  }

  it('equals one that is loaded whole after every change, also where two writers overlap', async () => {
    const done = new Map<string, number>();
    let changes = 0;
    const parts = new SnapshotParts();
    let rows = await source.loadAll();
    let number = 0;
    const run = async (pair: readonly (readonly (readonly [string, number])[])[]): Promise<void> => {
      const named = pair.map((steps) => steps.map(([name, n]) => [name, n + 31 * number++] as const));
      const were = rows;
      const ended = await Promise.all(named.map((steps, index) => apply(writers[index] ?? writers[0], steps, were)));
      for (const [index, steps] of named.entries()) {
        if (ended[index]) for (const [name] of steps) done.set(name, (done.get(name) ?? 0) + 1);
      }
      const told = await source.loadChanges(rows);
      if (told !== undefined && Object.keys(told.tables).length > 0) changes += 1;
      rows = await loadRows(source, rows);
      const whole = await source.loadAll();
      expect(rows).toEqual(whole);
      expect(describeSnapshot(build(rows, parts))).toEqual(describeSnapshot(build(whole)));
      expect(await findUntoldChanges(source, rows)).toEqual(new Map());
    };
    const step = fc.tuple(fc.constantFrom(...NAMES), fc.integer({ min: 0, max: 30 }));
    const both = fc.tuple(
      fc.array(step, { minLength: 1, maxLength: 3 }),
      fc.array(step, { minLength: 1, maxLength: 3 }),
    );
    for (let n = 0; n < 4; n++) for (const needed of NEEDED) await run([[[needed, n]]]);
    await fc.assert(fc.asyncProperty(both, run), { numRuns: 80, endOnFailure: true });
    // The steps that chance left out are run.
    for (const name of NAMES.filter((each) => !done.has(each))) {
      for (let n = 0; n < 20 && !done.has(name); n++) {
        for (const needed of NEEDED) await run([[[needed, n]]]);
        await run([[[name, n]]]);
      }
    }
    expect(changes).toBeGreaterThan(30);
    expect(NAMES.filter((name) => !done.has(name))).toEqual([]);
  }, 300_000);

  it('finds what was written past the triggers, and loads it', async () => {
    const rows = await source.loadAll();
    const { id } = rows.organizations[0] ?? { id: '' };
    await writers[0].inTransaction(async ({ executeSql }) => {
      await executeSql('ALTER TABLE organizations DISABLE TRIGGER note_snapshot_change');
      await executeSql(`UPDATE organizations SET products = '{unseen}' WHERE id = '${id}'`);
      await executeSql('ALTER TABLE organizations ENABLE TRIGGER note_snapshot_change');
    });
    expect((await loadRows(source, rows)).organizations).toBe(rows.organizations);
    expect(await findUntoldChanges(source, rows)).toEqual(new Map([['organizations', [id]]]));
  });
});

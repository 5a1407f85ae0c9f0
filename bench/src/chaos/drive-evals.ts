import { setTimeout as sleep } from 'node:timers/promises';
import { hashToken, newToken, TOKEN_PREFIXES, tokenHint } from '@multilane/auth';
import { type Change, type DatabaseWithSecrets, newId, openDatabase, SecretBox } from '@multilane/persistence';
import { waitUntil } from '@multilane/testing';
import { openSender } from '../open-sender.js';
import { CHAOS_MODEL, OTHER_MODEL } from './chaos-model.js';
import { type ChaosWorld, ENCRYPTION_KEY } from './chaos-world.js';
import { type ChaosOptions, type Finding, listCounts, type OwnCallers } from './finding.js';

const MODELS = [CHAOS_MODEL, OTHER_MODEL];
/** The provider answers each of them otherwise. */
const UPSTREAM_MODELS = ['chaos-upstream', 'chaos-upstream-too'];
const REPEATS = 3;
const CONCURRENCY = 16;
/** The worker is killed once this share of the answers is stored. */
const KILLED_AT = 0.3;
/** A busy machine takes its time, and a dead worker is missed after half a minute. */
const END_LIMIT_MS = 420_000;
const POLL_MS = 500;
const SERVED_LIMIT_MS = 60_000;

type Database = Pick<DatabaseWithSecrets, 'evalRuns' | 'sql'>;

/**
 * Runs an evaluation without interruption, begins it again, and resolves in the middle of it. The second run must count the same as the
 * first one.
 */
export async function startEvals(
  { databaseUrl, gatewayUrls, keys: { organizationId }, upstream }: ChaosWorld,
  { cases }: ChaosOptions,
): Promise<OwnCallers> {
  const answers = cases * MODELS.length * REPEATS;
  const database = await openDatabase({ url: databaseUrl, secretBox: SecretBox.fromKeys(ENCRYPTION_KEY) });
  const queues = await openSender(database, databaseUrl);
  const { token, ...suite } = await makeSuite(database, { organizationId, upstreamUrl: upstream.url, count: cases });
  await Promise.all(gatewayUrls.map((url) => waitForModels(url, token)));
  const start = async (): Promise<string> => {
    const id = newId();
    const run = { id, ...suite, caseCount: cases, total: answers, concurrency: CONCURRENCY };
    const rest = { datasetVersion: 1, maxCostUsd: null, clientAddress: null };
    await database.evalRuns.create({ ...run, ...rest }, 100, (within) =>
      queues.enqueue('eval.run', { run_id: id }, { within }),
    );
    queues.wake('eval.run');
    return id;
  };
  const whole = await start();
  await waitFor(database, organizationId, whole, ({ completedAt }) => completedAt !== null);
  const broken = await start();
  await waitFor(database, organizationId, broken, ({ done }) => done >= answers * KILLED_AT);
  return {
    stop: async () => {
      await waitFor(database, organizationId, broken, ({ completedAt }) => completedAt !== null);
      const finding = await readFinding(database, { whole, broken, cases, answers });
      await queues.close();
      await database.close();
      return finding;
    },
  };
}

interface SuiteWorld {
  readonly organizationId: string;
  readonly upstreamUrl: string;
  /** Number of cases. */
  readonly count: number;
}

/** A workspace with models, a dataset and a suite, and the person as whom it runs. */
async function makeSuite(database: DatabaseWithSecrets, { count, organizationId, upstreamUrl }: SuiteWorld) {
  const team = await database.teams.findByName(organizationId, 'research');
  return database.change({ type: 'operator', id: null, name: 'chaos' }, async (change) => {
    const { id: workspaceId } = await change.workspaces.create(organizationId, { name: 'evaluations' });
    const place = { organizationId, workspaceId };
    await addModels(change, place, upstreamUrl);
    const user = await change.users.create(organizationId, { email: 'chaos@example.com', name: 'Chaos' });
    await change.memberships.set(organizationId, {
      workspaceId,
      userId: user.id,
      role: 'editor',
      teamId: team?.id ?? null,
    });
    const token = newToken(TOKEN_PREFIXES.personalAccessToken);
    const credential = { kind: 'pat', name: 'chaos', hint: tokenHint(token), hash: hashToken(token) } as const;
    await change.credentials.create(organizationId, { ...credential, workspaceId, userId: user.id });
    const { id: datasetId } = await change.evalDatasets.create(place, { name: 'cases', description: '' });
    const cases = Array.from({ length: count }, (_, number) => {
      const key = String(number);
      return { key, content: JSON.stringify({ key, input: `eval-${number}-`, expected: 'right' }) };
    });
    await change.evalDatasets.addVersion(place, datasetId, {
      source: 'upload',
      createdBy: 'chaos',
      characters: 1,
      cases,
    });
    const definition = {
      dataset_id: datasetId,
      targets: MODELS.map((model) => ({ type: 'model', model })),
      graders: [{ type: 'exact' }],
      repeats: REPEATS,
    };
    const values = { name: 'suite', description: '', datasetId, definition };
    const { id: suiteId } = await change.evalSuites.create(place, values);
    const identity = { by: 'member', organizationId, userId: user.id, workspaceId };
    return { ...place, suiteId, datasetId, definition, userId: user.id, identity, token };
  });
}

/** A gateway is told of new models a moment after they are stored. */
async function waitForModels(gatewayUrl: string, token: string): Promise<void> {
  const isServed = async (): Promise<true | undefined> => {
    const answer = await fetch(`${gatewayUrl}/v1/models`, { headers: { authorization: `Bearer ${token}` } });
    const text = await answer.text();
    return (answer.ok && MODELS.every((model) => text.includes(`"${model}"`))) || undefined;
  };
  await waitUntil(`the models at ${gatewayUrl}`, isServed, SERVED_LIMIT_MS);
}

/** People of a workspace ask the models of the workspace, and not those of gateway.yaml. */
async function addModels(
  { models, providers }: Pick<Change, 'models' | 'providers'>,
  { organizationId, workspaceId }: { readonly organizationId: string; readonly workspaceId: string },
  upstreamUrl: string,
): Promise<void> {
  const { id: providerId } = await providers.create(organizationId, {
    workspaceId,
    name: 'chaos',
    kind: 'openai',
    baseUrl: `${upstreamUrl}/v1`,
    secrets: { api_key: 'chaos-upstream-key' },
  });
  const model = { workspaceId, kind: 'model', type: 'chat', providerId } as const;
  for (const [at, logicalName] of MODELS.entries()) {
    await models.create(organizationId, { ...model, logicalName, upstreamModel: UPSTREAM_MODELS[at] ?? logicalName });
  }
}

/** The run when a condition holds. Other processes may be away meanwhile. */
async function waitFor(
  { evalRuns }: Database,
  organizationId: string,
  id: string,
  holds: (run: NonNullable<Awaited<ReturnType<Database['evalRuns']['find']>>>) => boolean,
): Promise<void> {
  const deadline = performance.now() + END_LIMIT_MS;
  while (performance.now() < deadline) {
    const run = await evalRuns.find(organizationId, id);
    if (run !== undefined && holds(run)) return;
    await sleep(POLL_MS);
  }
}

interface Counted {
  readonly status: string;
  /** Number of times that a worker began with the run. */
  readonly beginnings: number;
  /** By target, case and repeat. */
  readonly statuses: ReadonlyMap<string, string>;
  /** Number of answers without a grade, by error. */
  readonly errors: Readonly<Record<string, number>>;
}

async function count({ sql }: Database, id: string): Promise<Counted> {
  const { rows: runs } = await sql.executeSql('SELECT status, fence FROM eval_runs WHERE id = $1', [id]);
  const { rows } = await sql.executeSql(
    'SELECT target, position, repeat, status, error_code AS error FROM eval_results WHERE run_id = $1',
    [id],
  );
  const [run] = runs as { status: string; fence: number }[];
  const results = rows as { target: number; position: number; repeat: number; status: string; error: string | null }[];
  const errors: Record<string, number> = {};
  for (const { error } of results) if (error !== null) errors[error] = (errors[error] ?? 0) + 1;
  return {
    status: run?.status ?? 'gone',
    beginnings: run?.fence ?? 0,
    errors,
    statuses: new Map(
      results.map(({ position, repeat, status, target }) => [`${target} ${position} ${repeat}`, status]),
    ),
  };
}

interface Compared {
  /** Ids of the run that was not interrupted, and of the one that was. */
  readonly whole: string;
  readonly broken: string;
  readonly cases: number;
  readonly answers: number;
}

async function readFinding(database: Database, { answers, cases, ...ids }: Compared): Promise<Finding> {
  const [whole, broken] = [await count(database, ids.whole), await count(database, ids.broken)];
  const keys = new Set([...whole.statuses.keys(), ...broken.statuses.keys()]);
  const different = [...keys].filter((key) => whole.statuses.get(key) !== broken.statuses.get(key)).length;
  const faults = {
    'answers of the whole run missing': answers - whole.statuses.size,
    'answers of the interrupted run missing': answers - broken.statuses.size,
    'answers that differ': different,
    'answers without a grade': countUngraded(whole) + countUngraded(broken),
    'runs that did not complete': [whole, broken].filter(({ status }) => status !== 'completed').length,
    // Otherwise nothing was shown.
    'runs that no kill interrupted': broken.beginnings < 2 ? 1 : 0,
  };
  return {
    text:
      `an evaluation of ${cases.toLocaleString('en')} cases × ${MODELS.length} models × ${REPEATS} repeats: without a kill ` +
      `${describe(whole)}; with kills (begun ${broken.beginnings} times) ${describe(broken)}; answers that differ ${different}`,
    breaches: Object.entries(faults).flatMap(([fault, number]) => (number > 0 ? [`${number} ${fault}`] : [])),
  };
}

/** The passed answers of each target, and those without a grade. */
function describe(counted: Counted): string {
  const { errors, statuses } = counted;
  const passed = MODELS.map(
    (_, target) => [...statuses].filter(([key, status]) => key.startsWith(`${target} `) && status === 'passed').length,
  );
  const ungraded = countUngraded(counted);
  const codes = ungraded > 0 ? ` (${listCounts(errors)})` : '';
  return `passed ${passed.map((number) => number.toLocaleString('en')).join(' and ')}, without a grade ${ungraded}${codes}`;
}

function countUngraded({ statuses }: Counted): number {
  return [...statuses.values()].filter((status) => status !== 'passed' && status !== 'failed').length;
}

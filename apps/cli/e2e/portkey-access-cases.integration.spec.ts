// `npm test` runs these tests in one of six runs, and a sample of them each time: libs/importers/src/portkey/import-portkey-config.spec.ts.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { parseConfig } from '@multilane/config';
import { type ImportResult, importPortkeyConfig, isIncomplete } from '@multilane/importers';
import {
  type FakeUpstream,
  type GatewaySections,
  httpRequest,
  jsonReply,
  openAiChatReplies,
  PROJECT_ROOT,
  type RunningGateway,
  startGateway,
  startUpstream,
  waitUntil,
} from '@multilane/testing';
import { parse, stringify } from 'yaml';
import { PortkeyRules, type World } from './portkey-rules.js';

jest.setTimeout(60_000);

const FOLDER = join(PROJECT_ROOT, 'libs/importers/fixtures/access-portkey');
const CLEAN = 'Say hello.';
const KEY = 'ml-caller-of-the-portkey-cases';

/** Questions that show whether a line of a report is true. A pair begins with the name of a config. */
interface Check {
  /** The routing config is there. */
  readonly serves?: string;
  /** No routing config has the name. */
  readonly lacks?: string;
  /** The config asks this model. */
  readonly asks?: readonly [config: string, model: string];
  /** No request of the case has asked the model, and the result does not have it, or no way leads to it. */
  readonly never?: string;
  readonly refuses?: readonly [config: string, text: string];
  readonly calls_once?: string;
  /** The result listens on this machine alone. */
  readonly local?: true;
  readonly no_keys?: true;
}

interface Case {
  readonly portkey: unknown;
  /** Each config closes the result alone, and does not without what restricts it. */
  readonly alone?: true;
  readonly texts?: readonly string[];
  /** Statuses that providers fail with. */
  readonly failures?: readonly number[];
  readonly local?: true;
  /** Texts that Portkey takes and the result refuses, by config: a line of the report that is not exact says so. */
  readonly fewer?: Readonly<Record<string, readonly string[]>>;
  /** Lines of the report with their checks. Providers, credentials and models of targets are checked without. */
  readonly report?: Readonly<Record<string, readonly [status: string, check: Check]>>;
}

const ALL: readonly (readonly [string, Case])[] = readdirSync(FOLDER).map((name) => [
  name.replace('.yaml', ''),
  parse(readFileSync(join(FOLDER, name), 'utf8')) as Case,
]);
const CASES = ALL.filter(([, { alone }]) => alone === undefined);
const ALONE = ALL.filter(([, { alone }]) => alone).flatMap(([, { portkey }]) =>
  (portkey as { name: string }[]).map((row): [string, typeof row] => [row.name, row]),
);

interface Result {
  readonly server?: { readonly host?: string };
  readonly models?: readonly { readonly logical_name: string; readonly upstream_model: string }[];
  readonly providers?: readonly object[];
  readonly routing_configs?: readonly { readonly name: string }[];
  readonly teams?: readonly object[];
  readonly [section: string]: unknown;
}

const modelIn = (body: unknown): string => String((body as { model?: unknown } | undefined)?.model);
const importCase = (source: unknown): ImportResult => importPortkeyConfig(stringify(source));
const resultOf = ({ yaml }: ImportResult): Result => (parse(yaml) ?? {}) as Result;
const isLocal = (result: Result): boolean => result.server?.host === '127.0.0.1';

/** Values of every variable of every result, by which requests show whose credential they have. */
const ENV = Object.fromEntries(
  ALL.flatMap(([, { portkey }]) => importCase(portkey).variables).map(({ name }) => [name, `secret-of-${name}`]),
);

const ANSWER = { answer: 'Hello there, my friend.', answerTokens: 9 };

describe('a config of Portkey and what it becomes', () => {
  let gateway: RunningGateway;
  let upstream: FakeUpstream;
  let served = 0;
  let failure: number | undefined;
  /** Names of models in the order in which they were asked, since the case began. */
  let asked: string[] = [];

  beforeAll(async () => {
    upstream = await startUpstream({ strict: false });
    gateway = await startGateway({
      config: { models: [{ logical_name: 'start', provider: 'simulator', upstream_model: 'simulator' }] },
      env: ENV,
    });
  });

  beforeEach(() => {
    asked = [];
    failure = undefined;
    upstream.reset();
    upstream.onRequest(({ body }) => {
      asked.push(modelIn(body));
      if (failure !== undefined) return jsonReply({ error: { message: 'out of order' } }, { status: failure });
      return openAiChatReplies.answer({ text: [ANSWER.answer] });
    });
  });

  afterAll(async () => {
    await gateway?.stop();
    await upstream?.close();
  });

  /** The status of the answer, and the models that were asked for it. */
  const ask = async (
    config: string,
    text: string,
  ): Promise<{ status: number; said: string; asked: ReadonlySet<string> }> => {
    const from = asked.length;
    const { status, text: said } = await httpRequest({
      method: 'POST',
      url: `${gateway.baseUrl}/v1/chat/completions`,
      headers: { authorization: `Bearer ${KEY}`, 'x-service-config': config },
      body: { model: 'any', messages: [{ role: 'user', content: text }] },
    });
    return { status, said, asked: new Set(asked.slice(from)) };
  };
  const listed = async (): Promise<string[]> => {
    const { text } = await httpRequest({
      url: `${gateway.baseUrl}/v1/models`,
      headers: { authorization: `Bearer ${KEY}` },
    });
    return (JSON.parse(text) as { data: { id: string }[] }).data.map(({ id }) => id);
  };

  const serve = async ({ server, ...result }: Result): Promise<void> => {
    served += 1;
    const marker = `marker-${served}`;
    const config: GatewaySections = {
      ...result,
      server: { ...server, drain_delay_ms: 0 },
      models: [...(result.models ?? []), { logical_name: marker, provider: 'simulator', upstream_model: 'simulator' }],
      providers: result.providers?.map((provider) => ({ ...provider, base_url: `${upstream.url}/v1` })),
      teams: [{ name: 'callers', api_keys: [{ name: 'k', key: KEY }] }],
    };
    parseConfig(JSON.stringify(config), { env: ENV });
    await gateway.rewriteConfig(config);
    const isThere = async () => (await listed().catch((): string[] => [])).includes(marker) || undefined;
    await waitUntil('the result to be served', isThere, 20_000);
    // Callers name the configs, and none of their models.
    expect((await listed()).filter((name) => !name.startsWith('marker'))).toEqual([]);
  };

  const namesIn = ({ routing_configs: configs = [] }: Result): string[] => configs.map(({ name }) => name);

  /** Asks until a model was asked: chance decides between targets, and misses a half not thirty times. */
  const askUntil = async (config: string, model: string): Promise<void> => {
    for (let number = 0; number < 30 && !asked.includes(model); number += 1) {
      // Answers to questions of before may be cached.
      await ask(config, `Say ${asked.length}.`);
    }
  };

  const checkLine: {
    readonly [Name in keyof Check]-?: (value: NonNullable<Check[Name]>, result: Result) => Promise<void> | void;
  } = {
    serves: async (name, result) => {
      expect(namesIn(result)).toContain(name);
      expect((await ask(name, 'Is it there?')).said).not.toContain('X-Service-Config');
    },
    lacks: async (name, result) => {
      expect(namesIn(result)).not.toContain(name);
      expect((await ask(name, CLEAN)).said).toContain('X-Service-Config');
    },
    asks: async ([config, model]) => {
      await askUntil(config, model);
      expect(asked).toContain(model);
    },
    never: async (model, result) => {
      for (const name of namesIn(result)) for (let number = 0; number < 5; number += 1) await ask(name, CLEAN);
      expect(asked).not.toContain(model);
    },
    refuses: async ([config, text]) => {
      const { status } = await ask(config, text);
      expect([config, text, status >= 400]).toEqual([config, text, true]);
    },
    calls_once: async (config) => {
      const before = asked.length;
      const question = `The same after ${before} questions.`;
      for (const text of [question, question]) expect((await ask(config, text)).status).toBe(200);
      expect(asked.length - before).toBe(1);
    },
    local: (_true, result) => {
      expect(isLocal(result)).toBe(true);
    },
    no_keys: (_true, result) => {
      expect(result.teams).toBeUndefined();
    },
  };

  /** Lines of targets that are as they were: asked, without words in the case. */
  const checkEntry = async (source: unknown, path: string, result: Result): Promise<boolean> => {
    const [, place = '', member] =
      /^(.*?)\.?(provider|api_?key|virtual_key|(?:override_?params|overrideParams)\.model)$/i.exec(path) ?? [];
    if (member === undefined) return /checks\[\d+\]\.id$/.test(path);
    const [target, outer] = [valueAt(source, place), valueAt(source, place.replace(/\.targets\[\d+\]$/, ''))];
    const named = readModel(target) ?? readModel(outer);
    const model = String(named).replace(/^@[^/]+\//, '');
    // A target that was left out keeps nothing, and one that no config leads to is not asked.
    const kept = (result.models ?? []).find(({ upstream_model: upstreamModel }) => upstreamModel === model);
    const routes = JSON.stringify([result.routing_configs, result.virtual_models]);
    if (kept === undefined || !routes.includes(`"model":"${kept.logical_name}"`)) {
      expect(asked).not.toContain(model);
      return true;
    }
    for (const name of namesIn(result)) if (kept.logical_name.startsWith(`${name}/`)) await askUntil(name, model);
    if (!asked.includes(model)) {
      // It stands behind another one, which answers: the comparison of failures asks it.
      expect(routes).toContain('failover');
      return true;
    }
    const request = upstream.requests.find(({ body }) => modelIn(body) === model);
    const key = /os\.environ\/(\w+)/.exec(String((target as Record<string, unknown>).api_key))?.[1] ?? '';
    expect(request?.headers.authorization).toContain(`Bearer secret-of-${key}`);
    return true;
  };

  /** The request of a config may ask no model, and is answered in no case, that it was not at Portkey. */
  const compare = async (
    { rules, result, fewer = {} }: { rules: PortkeyRules; result: Result; fewer?: Case['fewer'] },
    name: string,
    world: World,
  ): Promise<void> => {
    const before = rules.outcomeOf(name, world);
    ({ failure } = world);
    const after = await ask(name, world.text);
    failure = undefined;
    const what = [name, world.text, world.failure];
    expect([what, [...after.asked].filter((model) => !before.asked.has(model))]).toEqual([what, []]);
    if (!before.mayAnswer || fewer[name]?.includes(world.text)) expect([what, after.status]).not.toEqual([what, 200]);
    else expect([what, after.status, after.said]).toEqual([what, 200, after.said]);
    if (world.failure === undefined) return;
    const kept = new Set(result.models?.map(({ upstream_model: model }) => model));
    expect([what, after.asked]).toEqual([what, new Set([...before.asked].filter((model) => kept.has(model)))]);
  };

  const checkReport = async (
    { portkey, report = {} }: Case,
    findings: ImportResult['findings'],
    result: Result,
  ): Promise<void> => {
    const unchecked: string[] = [];
    for (const { path, status } of findings) {
      const [expected, check] = report[path] ?? [];
      if (check === undefined) {
        if (!(await checkEntry(portkey, path, result))) unchecked.push(`${path}: ${status}`);
        continue;
      }
      expect([path, status]).toEqual([path, expected]);
      for (const [name, value] of Object.entries(check)) await checkLine[name as keyof Check](value as never, result);
    }
    expect(unchecked).toEqual([]);
    const paths = new Set(findings.map(({ path }) => path));
    expect(Object.keys(report).filter((path) => !paths.has(path))).toEqual([]);
  };

  it('has ten cases and more', () => {
    expect(ALL.length).toBeGreaterThanOrEqual(10);
    expect(ALONE.length).toBeGreaterThanOrEqual(10);
  });

  it.each(CASES)('lets nobody use more, and each line of the report is true: %s', async (_name, each) => {
    const imported = importCase(each.portkey);
    const { findings, problems } = imported;
    const result = resultOf(imported);
    expect(problems).toEqual([]);
    expect(isLocal(result)).toBe(each.local ?? false);
    await serve(result);
    const rules = new PortkeyRules(each.portkey);
    const { texts = [], failures = [503], fewer } = each;
    for (const name of namesIn(result)) {
      for (const text of [CLEAN, ...texts]) await compare({ rules, result, fewer }, name, { ...ANSWER, text });
    }
    if (each.fewer !== undefined) expect(findings.some(({ status }) => status !== 'exact')).toBe(true);

    await checkReport(each, findings, result);
    const closing = findings.filter(({ status }) => status === 'opens_access').length;
    expect(findings.slice(0, closing).every(({ status }) => status === 'opens_access')).toBe(true);
    expect(isIncomplete(findings)).toBe(findings.some(({ status }) => !['exact', 'approximate'].includes(status)));
    // Targets that fail rest, so that this comes last.
    for (const name of namesIn(result)) {
      for (const status of failures)
        await compare({ rules, result }, name, { ...ANSWER, text: `Fail with ${status}.`, failure: status });
    }
  });

  it.each(ALONE)('closes the result to others, and says so first, for a config alone: %s', (_name, row) => {
    const { findings, yaml } = importCase([row]);
    expect(findings[0]?.status).toBe('opens_access');
    expect(isIncomplete(findings)).toBe(true);
    expect(isLocal(parse(yaml) as Result)).toBe(true);
    const { provider, api_key, override_params } = (row as unknown as { config: Record<string, unknown> }).config;
    const without = importCase([{ ...row, config: { provider, api_key, override_params } }]);
    expect(isLocal(resultOf(without))).toBe(false);
    expect(without.findings.map(({ status }) => status)).not.toContain('opens_access');
  });
});

/** The value at a path of a report. */
function valueAt(source: unknown, path: string): unknown {
  let value = source;
  for (const [, key, index] of path.matchAll(/([^.[\]]+)|\[(\d+)\]/g)) {
    value = (value as Record<string, unknown> | undefined)?.[key ?? index ?? ''];
    if (typeof value === 'string' && value.startsWith('{')) value = JSON.parse(value);
  }
  return value;
}

function readModel(target: unknown): unknown {
  const { override_params: snake, overrideParams: camel } = (target ?? {}) as Record<string, { model?: unknown }>;
  return (snake ?? camel)?.model;
}

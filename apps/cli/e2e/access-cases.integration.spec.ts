import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { parseConfig } from '@multilane/config';
import { importLitellmConfig } from '@multilane/importers';
import {
  type FakeUpstream,
  type GatewaySections,
  httpRequest,
  jsonReply,
  openAiChatReplies,
  openAiResponsesReplies,
  PROJECT_ROOT,
  type RecordedRequest,
  type Reply,
  type RunningGateway,
  startGateway,
  startUpstream,
  waitUntil,
} from '@multilane/testing';
import { type FakeMcpServer, plainTool, startMcpServer } from '@multilane/testing/mcp';
import { parse, stringify } from 'yaml';

jest.setTimeout(60_000);

const FOLDER = join(PROJECT_ROOT, 'libs/importers/fixtures/access');
const PROVIDER_KEY = 'sk-provider-of-the-cases';
const ENV = { OPENAI_API_KEY: PROVIDER_KEY };

/** Questions that show whether a line of a report is true. */
interface Check {
  /** Names that are listed and answer. */
  readonly works?: readonly string[];
  /** Names that answer, and are not listed. */
  readonly answers?: readonly string[];
  /** Names that are not listed and answer nobody. */
  readonly absent?: readonly string[];
  readonly never_calls?: string;
  readonly sends?: { readonly name: string; readonly model: string };
  /** The result listens on this machine alone. */
  readonly local?: true;
  /** True if it does so when the setting of the line stands alone. */
  readonly alone?: true;
  readonly refuses?: { readonly model: string; readonly text: string };
  readonly masks?: { readonly model: string; readonly text: string; readonly hidden: string };
  readonly refuses_key?: string;
  readonly unauthorized?: string;
  readonly too_large?: { readonly model: string; readonly mb: number };
  readonly calls_twice?: string;
  readonly server?: string;
  readonly no_server?: string;
}

interface Case {
  readonly litellm: {
    readonly model_list: readonly {
      readonly model_name: string;
      readonly litellm_params: { readonly model: string };
      readonly model_info?: { readonly team_public_model_name?: string };
    }[];
    readonly [section: string]: unknown;
  };
  /** The list of models of each caller; null: every model. */
  readonly callers: Readonly<Record<string, readonly string[] | null>>;
  /** The names that LiteLLM's documents let each caller use. */
  readonly may: Readonly<Record<string, readonly string[]>>;
  /** Names that the result does not allow: a line of the report that is not exact says so. */
  readonly fewer?: Readonly<Record<string, readonly string[]>>;
  /** Names that LiteLLM's lists leave out. */
  readonly hidden?: readonly string[];
  /** Names that a caller may use, and whose provider fails. */
  readonly fails?: Readonly<Record<string, readonly string[]>>;
  /** Tools of the MCP servers that every caller may use. */
  readonly mcp?: Readonly<Record<string, readonly string[]>>;
  /** Lines of the report with their checks. Names, models and keys of entries are checked without. */
  readonly report: Readonly<Record<string, readonly [status: string, check: Check]>>;
}

const CASES = readdirSync(FOLDER).map((name): readonly [string, Case] => [
  name.replace('.yaml', ''),
  parse(readFileSync(join(FOLDER, name), 'utf8')) as Case,
]);

interface Result {
  readonly server?: { readonly host?: string };
  readonly models?: readonly { readonly logical_name: string }[];
  readonly virtual_models?: readonly { readonly name: string }[];
  readonly providers?: readonly object[];
  readonly mcp?: { readonly servers: readonly object[] };
  readonly [section: string]: unknown;
}

const namesIn = ({ models = [], virtual_models: virtualModels = [] }: Result): string[] => [
  ...models.map(({ logical_name: name }) => name),
  ...virtualModels.map(({ name }) => name),
];

const isRefused = (status: number): boolean => status >= 400 && status < 500;
const keyOf = (caller: string): string => `ml-${caller}-of-the-access-cases`;

/** Answers as the provider: a failure for models that are broken. */
function answer({ path, body }: RecordedRequest): Reply {
  if (modelIn(body).startsWith('broken')) return jsonReply({ error: { message: 'out of order' } }, { status: 500 });
  if (path.endsWith('/embeddings'))
    return jsonReply({
      object: 'list',
      model: modelIn(body),
      data: [{ object: 'embedding', index: 0, embedding: [0.5] }],
      usage: { prompt_tokens: 1, total_tokens: 1 },
    });
  return path.endsWith('/responses') ? openAiResponsesReplies.answer() : openAiChatReplies.answer();
}

const modelIn = (body: unknown): string => String((body as { model?: unknown } | undefined)?.model);

describe('a LiteLLM configuration and what it becomes', () => {
  let gateway: RunningGateway;
  let upstream: FakeUpstream;
  let mcp: FakeMcpServer;
  /** The files that were served. */
  let served = 0;

  beforeAll(async () => {
    upstream = await startUpstream({ strict: false });
    mcp = await startMcpServer({ tools: [plainTool('read'), plainTool('write')] });
    gateway = await startGateway({
      config: { models: [{ logical_name: 'start', provider: 'simulator', upstream_model: 'simulator' }] },
      env: ENV,
    });
  });

  beforeEach(() => {
    upstream.reset();
    upstream.onRequest(answer);
  });

  afterAll(async () => {
    await gateway?.stop();
    await upstream?.close();
    await mcp?.close();
  });

  const post = (key: string, path: string, body: object) =>
    httpRequest({
      method: 'POST',
      url: `${gateway.baseUrl}${path}`,
      headers: { authorization: `Bearer ${key}`, accept: 'application/json, text/event-stream' },
      body,
    });
  const chat = (caller: string, model: string, content = 'Say hello.') =>
    post(keyOf(caller), '/v1/chat/completions', { model, messages: [{ role: 'user', content }] });
  const embed = (caller: string, model: string) => post(keyOf(caller), '/v1/embeddings', { model, input: 'hello' });
  /** 200 where one of the two ways to ask answers. */
  const ask = async (caller: string, model: string): Promise<number> => {
    const answers = await Promise.all([chat(caller, model), embed(caller, model)]);
    const statuses = answers.map(({ status }) => status);
    return statuses.includes(200) ? 200 : Math.max(...statuses);
  };
  const listed = async (caller: string): Promise<string[]> => {
    const { text } = await httpRequest({
      url: `${gateway.baseUrl}/v1/models`,
      headers: { authorization: `Bearer ${keyOf(caller)}` },
    });
    return (JSON.parse(text) as { data: { id: string }[] }).data.map(({ id }) => id);
  };
  const toolsOf = async (caller: string, server: string): Promise<string[]> => {
    const { status, text } = await post(keyOf(caller), `/mcp/${server}`, {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/list',
      params: {},
    });
    return status === 200 ? Array.from(text.matchAll(/"name":"(read|write)"/g), ([, name = '']) => name) : [];
  };

  /** A result as it is, but for where providers and servers are, and who calls. */
  const configOf = ({ server, ...result }: Result, callers: Case['callers'], marker: string): GatewaySections => {
    const known = new Set(namesIn(result));
    const teams = Object.entries(callers).map(([name, allowed]) => ({
      name,
      // A file may not grant what it does not have; rows of a database may.
      ...(allowed && { allowed_models: allowed.filter((model) => known.has(model)) }),
      api_keys: [{ name: 'k', key: keyOf(name) }],
    }));
    return {
      ...result,
      server: { ...server, drain_delay_ms: 0 },
      models: [...(result.models ?? []), { logical_name: marker, provider: 'simulator', upstream_model: 'simulator' }],
      providers: result.providers?.map((provider) => ({ ...provider, base_url: `${upstream.url}/v1` })),
      ...(result.mcp && { mcp: { servers: result.mcp.servers.map((each) => ({ ...each, url: mcp.url })) } }),
      teams: [...teams, { name: 'marker', api_keys: [{ name: 'k', key: keyOf('marker') }] }],
    };
  };

  const serve = async (result: Result, callers: Case['callers']): Promise<void> => {
    served += 1;
    const marker = `marker-${served}`;
    const config = configOf(result, callers, marker);
    parseConfig(JSON.stringify(config), { env: ENV });
    await gateway.rewriteConfig(config);
    await waitUntil(
      'the result to be served',
      async () => ((await listed('marker').catch((): string[] => [])).includes(marker) ? true : undefined),
      20_000,
    );
  };

  const modelsCalled = (): string[] => upstream.requests.map(({ body }) => modelIn(body));

  const checkLine: {
    readonly [Name in keyof Check]-?: (value: NonNullable<Check[Name]>, given: Given) => Promise<void> | void;
  } = {
    works: async (names) => {
      const shown = await listed('every');
      for (const name of names) {
        expect(shown).toContain(name);
        expect([name, await ask('every', name)]).toEqual([name, 200]);
      }
    },
    answers: async (names) => {
      const shown = await listed('every');
      for (const name of names) {
        expect(shown).not.toContain(name);
        expect([name, await ask('every', name)]).toEqual([name, 200]);
      }
    },
    absent: async (names, { each }) => {
      for (const caller of Object.keys(each.callers)) {
        const shown = await listed(caller);
        for (const name of names) {
          expect(shown).not.toContain(name);
          const status = await ask(caller, name);
          expect([caller, name, status, isRefused(status)]).toEqual([caller, name, status, true]);
        }
      }
    },
    never_calls: (model) => {
      expect(modelsCalled().length).toBeGreaterThan(0);
      expect(modelsCalled()).not.toContain(model);
    },
    sends: async ({ name, model }) => {
      // Deployments are chosen by chance: a half is not missed thirty times.
      for (let number = 0; number < 30 && !modelsCalled().includes(model); number += 1) await ask('every', name);
      expect(modelsCalled()).toContain(model);
    },
    local: (_true, { result }) => {
      expect(result.server?.host).toBe('127.0.0.1');
    },
    alone: (_true, { each, path }) => {
      const [section = '', name] = path.split('.');
      const { [section]: value, model_list } = each.litellm;
      const one = name === undefined ? value : { [name]: (value as Record<string, unknown>)[name] };
      const { yaml } = importLitellmConfig(stringify({ model_list, [section]: one }));
      expect((parse(yaml) as Result).server?.host).toBe('127.0.0.1');
      const without = importLitellmConfig(stringify({ model_list }));
      expect((parse(without.yaml) as Result).server).toBeUndefined();
    },
    refuses: async ({ model, text }) => {
      expect((await chat('every', model, text)).status).toBe(400);
      expect((await chat('every', model)).status).toBe(200);
    },
    masks: async ({ model, text, hidden }) => {
      expect(text).toContain(hidden);
      expect((await chat('every', model, text)).status).toBe(200);
      expect(upstream.requests.at(-1)?.rawBody.toString()).not.toContain(hidden);
    },
    refuses_key: async (key) => {
      expect((await post(key, '/v1/chat/completions', { model: 'a', messages: [] })).status).toBe(401);
    },
    unauthorized: async (path) => {
      expect((await httpRequest({ url: `${gateway.baseUrl}${path}` })).status).toBe(401);
    },
    too_large: async ({ model, mb }, { result }) => {
      expect(result.server).toMatchObject({ request_body_limit_mb: 1, upload_limit_mb: 1 });
      const limited = await startGateway({ config: configOf(result, { every: null }, 'marker'), env: ENV });
      const body = { model, messages: [{ role: 'user', content: 'x'.repeat(mb * 1_048_576) }] };
      const { status } = await httpRequest({
        method: 'POST',
        url: `${limited.baseUrl}/v1/chat/completions`,
        headers: { authorization: `Bearer ${keyOf('every')}` },
        body,
      });
      await limited.stop();
      expect(status).toBe(413);
    },
    calls_twice: async (model) => {
      const before = upstream.requests.length;
      for (const question of ['The same.', 'The same.']) await chat('every', model, question);
      expect(upstream.requests.length - before).toBe(2);
    },
    server: async (name, { each }) => {
      for (const caller of Object.keys(each.callers)) expect(await toolsOf(caller, name)).toEqual(each.mcp?.[name]);
    },
    no_server: async (name, { each }) => {
      for (const caller of Object.keys(each.callers)) expect(await toolsOf(caller, name)).toEqual([]);
    },
  };

  interface Given {
    readonly each: Case;
    readonly result: Result;
    readonly path: string;
  }

  /** Lines of entries that are as they were: asked, without words in the case. */
  const checkEntry = async (each: Case, path: string): Promise<boolean> => {
    const [, index, member] =
      /^model_list\[(\d+)\]\.(model_name|litellm_params\.model|litellm_params\.api_key)$/.exec(path) ?? [];
    const entry = each.litellm.model_list[Number(index)];
    if (entry === undefined) return false;
    const model = entry.litellm_params.model.split('/').at(-1) ?? '';
    for (let number = 0; number < 30 && !modelsCalled().includes(model); number += 1)
      await ask('every', entry.model_name);
    const isHidden = each.hidden?.includes(entry.model_name) ?? false;
    if (member === 'model_name') expect((await listed('every')).includes(entry.model_name)).toBe(!isHidden);
    else if (member === 'litellm_params.model') expect(modelsCalled()).toContain(model);
    else {
      const request = upstream.requests.find(({ body }) => modelIn(body) === model);
      expect(request?.headers.authorization).toBe(`Bearer ${PROVIDER_KEY}`);
    }
    return true;
  };

  it('has twenty cases and more', () => {
    expect(CASES.length).toBeGreaterThanOrEqual(20);
  });

  /** Each caller asks each name, and gets what LiteLLM lets it use, but for what the case says is lost. */
  const checkCaller = async (each: Case, result: Result, caller: string): Promise<void> => {
    const may = each.may[caller] ?? [];
    const fewer = each.fewer?.[caller] ?? [];
    const fails = each.fails?.[caller] ?? [];
    const entries = each.litellm.model_list.flatMap(({ model_name: name, model_info: info }) => [
      name,
      info?.team_public_model_name ?? name,
    ]);
    const shown = (await listed(caller)).filter((name) => !name.startsWith('marker'));
    for (const name of new Set([...entries, ...namesIn(result), ...shown, ...may, ...fails])) {
      const status = await ask(caller, name);
      const isShown = shown.includes(name);
      if (fails.includes(name)) expect([caller, name, status]).not.toEqual([caller, name, 200]);
      else if (may.includes(name) && !fewer.includes(name))
        expect([caller, name, status, isShown]).toEqual([caller, name, 200, !each.hidden?.includes(name)]);
      else expect([caller, name, status, isRefused(status), isShown]).toEqual([caller, name, status, true, false]);
    }
  };

  it.each(CASES)('lets nobody use more, and each line of the report is true: %s', async (_name, each) => {
    const { yaml, findings, problems } = importLitellmConfig(stringify(each.litellm));
    expect(problems).toEqual([]);
    const result = (parse(yaml) ?? {}) as Result;
    await serve(result, each.callers);
    for (const caller of Object.keys(each.callers)) await checkCaller(each, result, caller);
    if (each.fewer !== undefined) expect(findings.some(({ status }) => status !== 'exact')).toBe(true);

    const unchecked: string[] = [];
    for (const { path, status } of findings) {
      const [expected, check] = each.report[path] ?? [];
      if (check === undefined) {
        if (!(await checkEntry(each, path))) unchecked.push(`${path}: ${status}`);
        continue;
      }
      expect([path, status]).toEqual([path, expected]);
      for (const [name, value] of Object.entries(check))
        await checkLine[name as keyof Check](value as never, { each, result, path });
    }
    expect(unchecked).toEqual([]);
    const paths = new Set(findings.map(({ path }) => path));
    expect(Object.keys(each.report).filter((path) => !paths.has(path))).toEqual([]);
    const closing = findings.filter(({ status }) => status === 'opens_access').length;
    expect(findings.slice(0, closing).every(({ status }) => status === 'opens_access')).toBe(true);
  });
});

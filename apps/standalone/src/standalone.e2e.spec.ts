import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect as connectTcp } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  copyStandaloneTemplate,
  databasesFolder,
  findClosedPort,
  type HttpAnswer,
  httpRequest,
  PROJECT_ROOT,
  type Service,
  spawnService,
  takeTurns,
  waitUntil,
  waitUntilReady,
} from '@multilane/testing';
import OpenAI, { toFile } from 'openai';
import { OpenAIRealtimeWS } from 'openai/realtime/ws';
import type { RealtimeResponse } from 'openai/resources/realtime/realtime';

const itInTurn = takeTurns(it);

const describeInTurn = takeTurns(describe);

const ENTRY = join(PROJECT_ROOT, 'apps/standalone/dist/main.js');
const ANSWER = 'You said: Say hello.';
const SIMULATED = ['simulator', 'simulator-image', 'simulator-speech', 'simulator-transcription', 'simulator-realtime'];

/** The first start makes a database: a busy machine takes its time. */
const START_LIMIT_MS = 100_000;

jest.setTimeout(120_000);

interface Quickstart {
  base_url: string;
  api_key: string | null;
  models: string[];
}

interface Started extends Service {
  port: number;
  quickstart: Quickstart;
}

const run = promisify(execFile);

/** Runs the built entry in `folder`, in an environment that holds nothing but what is given. */
async function launch(folder: string, env: Record<string, string>, ...args: string[]): Promise<Service> {
  return spawnService('/bin/sh', ['-c', 'cd "$0" && exec "$@"', folder, process.execPath, ENTRY, ...args], env);
}

async function start(folder: string, env: Record<string, string> = {}, ...args: string[]): Promise<Started> {
  const port = await findClosedPort();
  const nobody = `127.0.0.1:${await findClosedPort()}`;
  const service = await launch(folder, { PORT: String(port), OLLAMA_HOST: nobody, ...env }, ...args);
  await waitUntilReady(service, `http://127.0.0.1:${port}/readyz`, START_LIMIT_MS);
  await waitUntil('the welcome', () => service.stdout().includes('Ctrl+C') || undefined, START_LIMIT_MS);
  return { ...service, port, quickstart: JSON.parse(readFileSync(join(folder, '.multilane/quickstart.json'), 'utf8')) };
}

/** A call from a page of the service itself; answers with the cookie that it set, too. */
async function callControlPlane(
  { port }: Started,
  path: string,
  { body, cookie }: { body?: object; cookie?: string },
): Promise<HttpAnswer & { cookie: string }> {
  const address = `http://127.0.0.1:${port}`;
  const headers = { origin: address, ...(cookie === undefined ? {} : { cookie }) };
  const answer = await httpRequest({ url: `${address}${path}`, headers, ...(body === undefined ? {} : { body }) });
  return { ...answer, cookie: answer.headers['set-cookie']?.[0]?.split(';')[0] ?? '' };
}

/** The gateway in the same process does it, and is notified at once: not when it next looks for jobs, in up to 5 s. */
async function testProvider(service: Started, cookie: string): Promise<void> {
  const body = { name: 'own-simulator', kind: 'simulator' };
  const { id } = (await callControlPlane(service, '/admin/providers', { cookie, body })).json() as { id: string };
  const call = { cookie, body: {} };
  // The first one opens the queue.
  const models = await callControlPlane(service, `/admin/providers/${id}/models`, call);
  expect([models.status, models.json()]).toMatchObject([200, { ok: true, data: [{ id: 'simulator' }] }]);
  const startedAt = performance.now();
  const test = await callControlPlane(service, `/admin/providers/${id}/test`, call);
  expect([test.status, test.json()]).toMatchObject([200, { ok: true }]);
  expect(performance.now() - startedAt).toBeLessThan(4_000);
}

const modeOf = (path: string): number => statSync(path).mode & 0o777;

/** The block of the welcome that begins with `opening`, up to the next blank line. */
function findBlock(welcome: string, opening: string): string {
  const block = welcome.split('\n\n').find((part) => part.startsWith(opening));
  if (block === undefined) throw new Error(`no block begins with ${opening} in:\n${welcome}`);
  return block;
}

let folder: string;
let data: string;
const running: Service[] = [];

const makeFolder = (): void => {
  folder = mkdtempSync(join(databasesFolder(), 'multilane-standalone-'));
  data = join(folder, '.multilane');
};

/** A folder with an empty database, which is quicker than one without; that one is the first tests'. */
const makeFolderWithDatabase = async (): Promise<void> => {
  makeFolder();
  await copyStandaloneTemplate(folder);
};

const cleanUp = async (): Promise<void> => {
  await Promise.all(running.splice(0).map((service) => service.stop('SIGKILL')));
  rmSync(folder, { recursive: true, force: true });
};

const tracked = async <Kind extends Service>(service: Promise<Kind>): Promise<Kind> => {
  const started = await service;
  running.push(started);
  return started;
};

describe('npm start in an empty folder, without any provider', () => {
  let service: Started;

  beforeAll(async () => {
    makeFolder();
    service = await tracked(start(folder));
  });
  afterAll(cleanUp);

  it('writes how to call it, for its owner only', () => {
    expect(service.quickstart).toEqual({
      base_url: `http://localhost:${service.port}/v1`,
      api_key: expect.stringMatching(/^ml-[0-9A-Za-z]{32}$/),
      models: SIMULATED,
    });
    expect(modeOf(data)).toBe(0o700);
    expect(modeOf(join(data, 'quickstart.json'))).toBe(0o600);
    expect(modeOf(join(data, 'gateway.yaml'))).toBe(0o600);
  });

  it('says plainly that the simulator is all there is, and what it is', () => {
    expect(service.stdout()).toContain(`Multilane is running at http://localhost:${service.port}\n`);
    expect(service.stdout()).toContain(`API key   ${service.quickstart.api_key}\n`);
    expect(service.stdout()).toMatch(/one model only: the simulator\. .* It is no language model/);
    expect(service.stderr()).toBe('');
  });

  it('prints a curl that streams an answer when it is pasted', async () => {
    const { stdout } = await run('bash', ['-c', findBlock(service.stdout(), 'curl ')]);
    const events = stdout.split('\n\n').filter((event) => event.startsWith('data: '));
    expect(events.length).toBeGreaterThan(3);
    expect(events.at(-1)).toBe('data: [DONE]');
    const texts = events
      .slice(0, -1)
      .map((event) => JSON.parse(event.slice('data: '.length)).choices[0]?.delta.content);
    expect(texts.join('')).toBe(ANSWER);
  });

  it('prints SDK lines that answer when they are pasted into a module', async () => {
    const code = findBlock(service.stdout(), "import OpenAI from 'openai';");
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', code], { cwd: PROJECT_ROOT });
    expect(stdout).toBe(`${ANSWER}\n`);
  });

  it('draws a picture at an address of its own, and transcribes what it says', async () => {
    const { base_url: baseURL, api_key: apiKey } = service.quickstart;
    const client = new OpenAI({ baseURL, apiKey: apiKey ?? '', maxRetries: 0 });
    const request = { model: 'simulator-image', prompt: 'A cat', response_format: 'url' as const };
    const { data } = await client.images.generate(request);
    const picture = await fetch(data?.[0]?.url ?? '');
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
    const input = 'Hello there.';
    const speech = await client.audio.speech.create({ model: 'simulator-speech', voice: 'alloy', input });
    const file = await toFile(Buffer.from(await speech.arrayBuffer()), 'hello.wav');
    const transcript = await client.audio.transcriptions.create({ model: 'simulator-transcription', file });
    expect(transcript.text).toBe(input);
  });

  it('answers over a WebSocket of the official SDK, and upgrades nothing else', async () => {
    const { base_url: baseURL, api_key: apiKey } = service.quickstart;
    const client = new OpenAI({ baseURL, apiKey: apiKey ?? '' });
    // It speaks TLS only, which a proxy would end.
    const options = { createConnection: () => connectTcp(service.port, '127.0.0.1') };
    const realtime = new OpenAIRealtimeWS({ model: 'simulator-realtime', options }, client);
    let text = '';
    const done = await new Promise<RealtimeResponse>((resolve, reject) => {
      realtime.on('error', reject);
      realtime.on('response.output_text.delta', ({ delta }) => (text += delta));
      realtime.on('response.done', ({ response }) => resolve(response));
      realtime.on('session.created', () => {
        const content = [{ type: 'input_text' as const, text: 'Say hello.' }];
        realtime.send({ type: 'conversation.item.create', item: { type: 'message', role: 'user', content } });
        realtime.send({ type: 'response.create', response: { output_modalities: ['text'] } });
      });
    });
    realtime.close();
    expect(text).toBe(ANSWER);
    expect(done).toMatchObject({ status: 'completed', usage: { output_tokens: expect.any(Number) } });
    // The control plane has no sockets, and neither has an unknown path: they answer over HTTP.
    for (const path of ['/admin/teams', '/ui', '/v1/nothing']) {
      const address = `http://127.0.0.1:${service.port}${path}`;
      const headers = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' };
      const { status } = await httpRequest({ url: address, headers });
      expect([path, status >= 200 && status < 500 && status !== 101]).toEqual([path, true]);
    }
  });

  it('serves the official SDK from quickstart.json alone: models, an answer, a stream', async () => {
    const { base_url: baseURL, api_key: apiKey, models } = service.quickstart;
    const client = new OpenAI({ baseURL, apiKey: apiKey ?? '' });
    const model = models[0] ?? '';
    const messages = [{ role: 'user', content: 'Say hello.' }] as const;

    expect((await client.models.list()).data.map(({ id }) => id)).toEqual(SIMULATED);
    const answer = await client.chat.completions.create({ model, messages: [...messages] });
    expect(answer.choices[0]?.message.content).toBe(ANSWER);
    let text = '';
    for await (const chunk of await client.chat.completions.create({ model, messages: [...messages], stream: true })) {
      text += chunk.choices[0]?.delta.content ?? '';
    }
    expect(text).toBe(ANSWER);
  });

  it('serves the control plane at the same address: /ui, its API and one description of both services', async () => {
    const address = `http://127.0.0.1:${service.port}`;
    const page = await httpRequest({ url: `${address}/ui` });
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('<meta name="sign-in" content="setup"')]);
    const { paths } = (await httpRequest({ url: `${address}/openapi.json` })).json() as { paths: object };
    expect(Object.keys(paths)).toEqual(expect.arrayContaining(['/v1/chat/completions', '/admin/teams', '/auth/setup']));
    const closed = await httpRequest({ url: `${address}/admin/teams` });
    expect(closed.status).toBe(401);
  });

  it('rejects another key', async () => {
    const headers = { authorization: 'Bearer ml-00000000000000000000000000000000' };
    const answer = await httpRequest({ url: `http://127.0.0.1:${service.port}/v1/models`, headers });
    expect(answer.status).toBe(401);
    expect(answer.json()).toMatchObject({ error: { code: 'invalid_api_key' } });
  });

  it('does not run twice in one folder, and says which process is there', async () => {
    const second = await tracked(launch(folder, { PORT: String(await findClosedPort()) }));
    expect(await second.exited).toEqual({ code: 1, signal: null });
    expect(second.stderr()).toContain(`Another npm start is running here (pid ${service.pid}).`);
  });

  it('says which port is in use and how to choose another', async () => {
    const elsewhere = mkdtempSync(join(folder, 'elsewhere-'));
    const second = await tracked(launch(elsewhere, { PORT: String(service.port), OLLAMA_HOST: '127.0.0.1:1' }));
    expect(await second.exited).toEqual({ code: 1, signal: null });
    expect(second.stderr()).toContain(
      `Port ${service.port} is in use. Start on another: PORT=${service.port + 1} npm start\n`,
    );
    expect(existsSync(join(elsewhere, '.multilane/lock'))).toBe(false);
  });
});

describeInTurn('npm start, again and again', () => {
  beforeEach(makeFolderWithDatabase);
  afterEach(cleanUp);

  // One folder, started four times: each way to end is followed by a start that finds what was there before.
  it('keeps the key, the owner and the teams over kill -9, SIGINT and SIGTERM, which give the folder back', async () => {
    const first = await tracked(start(folder));
    const token = /ml_setup_[0-9A-Za-z]+/.exec(first.stdout())?.[0];
    const owner = { email: 'ada@example.com', password: 'correct horse battery' };
    const signedIn = await callControlPlane(first, '/auth/setup', { body: { ...owner, token, name: 'Ada' } });
    const team = await callControlPlane(first, '/admin/teams', { cookie: signedIn.cookie, body: { name: 'research' } });
    expect([signedIn.status, team.status]).toEqual([201, 201]);
    await testProvider(first, signedIn.cookie);
    const expectSame = async (service: Started): Promise<void> => {
      expect(service.quickstart.api_key).toBe(first.quickstart.api_key);
      expect(service.stdout()).not.toContain('ml_setup_');
      const { cookie } = await callControlPlane(service, '/auth/login', { body: owner });
      const list = await callControlPlane(service, '/admin/teams', { cookie });
      expect(list.json()).toMatchObject({ data: [{ name: 'research' }, { name: 'demo', source: 'config' }] });
    };

    let service = first;
    for (const signal of ['SIGKILL', 'SIGINT', 'SIGTERM'] as const) {
      const isKilled = signal === 'SIGKILL';
      expect(await service.stop(signal)).toEqual(isKilled ? { code: null, signal } : { code: 0, signal: null });
      expect([signal, readdirSync(data).includes('lock')]).toEqual([signal, isKilled]);
      service = await tracked(start(folder));
      await expectSame(service);
    }
  }, 480_000);
});

describeInTurn('npm start with something to find', () => {
  beforeEach(makeFolderWithDatabase);
  afterEach(cleanUp);

  it('offers the models of a local Ollama, the simulator beside them when it is asked to, and answers through it', async () => {
    const paths: unknown[] = [];
    const ollama = createServer((request, response) => {
      paths.push(request.url);
      const message = { role: 'assistant', content: 'from the Ollama' };
      const completion = {
        id: 'chatcmpl-1',
        object: 'chat.completion',
        created: 1,
        model: 'llama3.2:1b',
        choices: [{ index: 0, message, finish_reason: 'stop' }],
      };
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(request.url === '/api/tags' ? { models: [{ name: 'llama3.2:1b' }] } : completion));
    }).listen(0, '127.0.0.1');
    await once(ollama, 'listening');
    try {
      const address = `127.0.0.1:${(ollama.address() as AddressInfo).port}`;
      const proxy = `http://127.0.0.1:${await findClosedPort()}`;
      const env = { OLLAMA_HOST: address, HTTPS_PROXY: proxy };
      const { quickstart } = await tracked(start(folder, env, '--simulator'));
      expect(quickstart.models).toEqual(['llama3.2:1b', ...SIMULATED]);
      const client = new OpenAI({ baseURL: quickstart.base_url, apiKey: quickstart.api_key ?? '', maxRetries: 0 });
      const messages = [{ role: 'user' as const, content: 'Say hello.' }];
      const answer = await client.chat.completions.create({ model: 'llama3.2:1b', messages });
      expect(answer.choices[0]?.message.content).toBe('from the Ollama');
      expect(paths).toEqual(['/api/tags', '/v1/chat/completions']);
    } finally {
      ollama.closeAllConnections();
      ollama.close();
    }
  });

  it('offers what a provider documents when it cannot be asked, says so, and never shows its key', async () => {
    const secret = 'sk-test-standalone-credential-1';
    const proxy = `http://127.0.0.1:${await findClosedPort()}`;
    const keys = ['OPENAI', 'ANTHROPIC', 'GEMINI', 'COHERE', 'PERPLEXITY'].map((name) => [`${name}_API_KEY`, secret]);
    const env = { ...Object.fromEntries(keys), HTTPS_PROXY: proxy };
    const service = await tracked(start(folder, env));
    const documented = ['gpt-5.4-mini', 'claude-sonnet-5', 'gemini-3.8-flash', 'command-a-03-2025'];
    expect(service.quickstart.models).toEqual(expect.arrayContaining(documented));
    expect(service.quickstart.models).not.toContain('simulator');
    expect(service.stdout()).toContain('A guess, because it could not be asked: it could not be reached.\n');
    expect(service.stdout()).toContain('PERPLEXITY_API_KEY was found; its models are not offered by this version.\n');
    const files = readdirSync(data, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const written = files.map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1'));
    expect([service.stdout(), service.stderr(), ...written].join('\n')).not.toContain(secret);
  });
});

describe('npm start with a gateway.yaml of one’s own', () => {
  const KEY = 'ml-key-of-the-research-team';
  const configText = (model: string): string =>
    [
      'server: { host: 127.0.0.1, drain_delay_ms: 0 }',
      `models: [{ logical_name: ${model}, provider: simulator, upstream_model: simulator }]`,
      `teams: [{ name: research, api_keys: [{ name: ci, key: ${KEY} }] }]`,
    ].join('\n');

  beforeEach(makeFolderWithDatabase);
  afterEach(cleanUp);

  it('uses it as it is, without a demo key, and takes edits over', async () => {
    writeFileSync(join(folder, 'gateway.yaml'), configText('mine'));
    const service = await tracked(start(folder));
    expect(service.quickstart).toEqual({
      base_url: `http://localhost:${service.port}/v1`,
      api_key: null,
      models: ['mine'],
    });
    expect(service.stdout()).toContain(
      'gateway.yaml is in force: its models, teams and keys. No demo key was added.\n',
    );
    expect(service.stdout()).toContain('a key of one of your teams (research)');
    const curl = findBlock(service.stdout(), 'curl ');
    const { stdout } = await run('bash', ['-c', curl], { env: { PATH: '/usr/bin:/bin', MULTILANE_API_KEY: KEY } });
    expect(stdout).toContain('data: [DONE]');

    writeFileSync(join(folder, 'gateway.yaml'), configText('edited'));
    const client = new OpenAI({ baseURL: service.quickstart.base_url, apiKey: KEY });
    await waitUntil('the edited file', async () => {
      const [model] = (await client.models.list()).data;
      return model?.id === 'edited' || undefined;
    });
  });

  itInTurn('starts from the file that GATEWAY_CONFIG names', async () => {
    writeFileSync(join(folder, 'other.yaml'), configText('other'));
    const { quickstart } = await tracked(start(folder, { GATEWAY_CONFIG: 'other.yaml' }));
    expect(quickstart.models).toEqual(['other']);
  });

  it('shows everything that is wrong with it, and does not start', async () => {
    writeFileSync(join(folder, 'gateway.yaml'), 'modles: []\nserver: { port: many }\n');
    const service = await tracked(launch(folder, {}));
    expect(await service.exited).toEqual({ code: 1, signal: null });
    expect(service.stderr()).toContain('gateway.yaml has 2 problems:');
    expect(existsSync(join(data, 'lock'))).toBe(false);
  });

  itInTurn('does not mix the simulator into it', async () => {
    writeFileSync(join(folder, 'gateway.yaml'), configText('mine'));
    const service = await tracked(launch(folder, {}, '--simulator'));
    expect(await service.exited).toEqual({ code: 1, signal: null });
    expect(service.stderr()).toContain('gateway.yaml is in force');
  });
});

describe('the command line', () => {
  beforeEach(makeFolder);
  afterEach(cleanUp);

  it('explains itself with --help, and leaves nothing behind', async () => {
    const service = await tracked(launch(folder, {}, '--help'));
    expect(await service.exited).toEqual({ code: 0, signal: null });
    expect(service.stdout()).toContain('PORT=8081 npm start');
    expect(readdirSync(folder)).toEqual([]);
  });

  itInTurn('rejects an unknown flag with 2', async () => {
    const service = await tracked(launch(folder, {}, '--prot=1'));
    expect(await service.exited).toEqual({ code: 2, signal: null });
    expect(service.stderr()).toContain("'--prot'");
    expect(readdirSync(folder)).toEqual([]);
  });
});

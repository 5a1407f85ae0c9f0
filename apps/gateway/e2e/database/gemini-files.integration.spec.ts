import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import {
  createInProcessChannel,
  type DatabaseWithSecrets,
  openDatabase,
  SecretBox,
  type VersionChannel,
} from '@multilane/persistence';
import {
  type FakeUpstream,
  gatewaySections,
  jsonReply,
  type RecordedRequest,
  type Reply,
  serviceDatabases,
  startUpstream,
  waitUntil,
} from '@multilane/testing';
import OpenAI, { toFile } from 'openai';
import { HOOK_LIMIT_MS } from '../start-pair.js';
import { ENCRYPTION_KEY, makeTenant } from './make-tenant.js';
import { type GatewayInProcess, startGatewayOn } from './start-gateway-on.js';

interface GeminiFile {
  readonly name: string;
  readonly displayName: string;
  readonly mimeType: string;
  readonly sizeBytes: string;
  readonly createTime: string;
  readonly expirationTime: string;
  readonly state: string;
  readonly source: string;
}

/** The account of a Gemini key, which everybody with it shares. */
class GeminiAccount {
  files: GeminiFile[] = [];
  readonly uploads = new Map<string, RecordedRequest>();
  private made = 0;

  constructor(private readonly url: string) {}

  reply(request: RecordedRequest): Reply {
    const { headers, method, path, query } = request;
    if (headers['x-goog-api-key'] !== 'gemini-key') return jsonReply({ error: { code: 403 } }, { status: 403 });
    if (path === '/upload/v1beta/files') return this.upload(request);
    if (path.endsWith(':generateContent')) {
      const content = { role: 'model', parts: [{ text: 'A cat.' }] };
      return jsonReply({ candidates: [{ content, finishReason: 'STOP', index: 0 }] });
    }
    const [, id] = /^\/v1beta\/files\/([\w-]+)$/.exec(path) ?? [];
    if (id === undefined) return this.list(Number(query.get('pageSize')), Number(query.get('pageToken') ?? 0));
    const file = this.files.find(({ name }) => name === `files/${id}`);
    if (file === undefined) return jsonReply({ error: { code: 404, status: 'NOT_FOUND' } }, { status: 404 });
    if (method !== 'DELETE') return jsonReply(file);
    this.files = this.files.filter((each) => each !== file);
    return jsonReply({});
  }

  private list(size: number, from: number): Reply {
    const files = this.files.slice(from, from + Math.min(size, 2));
    const next = from + files.length;
    return jsonReply({
      ...(files.length > 0 && { files }),
      ...(next < this.files.length && { nextPageToken: `${next}` }),
    });
  }

  private upload(request: RecordedRequest): Reply {
    const { headers, query, rawBody } = request;
    const id = query.get('upload_id');
    if (id === null) {
      this.made += 1;
      this.uploads.set(`u${this.made}`, request);
      const url = `${this.url}/upload/v1beta/files?upload_id=u${this.made}&upload_protocol=resumable`;
      return jsonReply({}, { headers: { 'x-goog-upload-url': url, 'x-goog-upload-status': 'active' } });
    }
    const started = this.uploads.get(id);
    const isWhole = headers['x-goog-upload-command'] === 'upload, finalize';
    const said = Number(started?.headers['x-goog-upload-header-content-length']);
    if (!isWhole || said !== rawBody.length) return jsonReply({ error: { code: 400 } }, { status: 400 });
    const { file } = (started?.body ?? {}) as { file: { display_name: string } };
    const made = {
      name: `files/made-${id}`,
      displayName: file.display_name,
      mimeType: String(started?.headers['x-goog-upload-header-content-type']),
      sizeBytes: String(rawBody.length),
      createTime: '2026-11-23T00:00:00Z',
      expirationTime: '2026-11-25T00:00:00Z',
      state: 'ACTIVE',
      source: 'UPLOADED',
    };
    this.files.unshift(made);
    return jsonReply({ file: made });
  }
}

const MODEL = { 'x-service-model': 'gemini-files' };

// docs/contract/files.md#files-of-gemini
describe('files at Gemini', () => {
  const [kind] = serviceDatabases();
  let database: DatabaseWithSecrets;
  let channel: VersionChannel;
  let upstream: FakeUpstream;
  let gateway: GatewayInProcess;
  let account: GeminiAccount;
  /** Tokens of a team, and of another organization. */
  let ada: string;
  let stranger: string;

  beforeAll(async () => {
    if (!kind) throw new Error('no database to test on');
    channel = createInProcessChannel();
    database = await openDatabase({ ...(await kind.create()), channel, secretBox: SecretBox.fromKeys(ENCRYPTION_KEY) });
    await database.migrate();
    upstream = await startUpstream({ strict: false });
    const { models, providers } = gatewaySections(upstream.url) as { models: object[]; providers: object[] };
    const gemini = { provider: 'gemini', upstream_model: 'gemini-3.8-flash' };
    gateway = await startGatewayOn({ database, channel }, upstream.url, {
      providers: [...providers, { name: 'gemini', kind: 'gemini', api_key: 'gemini-key', base_url: upstream.url }],
      models: [
        ...models,
        { logical_name: 'gemini-files', ...gemini, capabilities: { beyond_reference: true } },
        { logical_name: 'gemini-plain', ...gemini },
      ],
    });
    const own = await makeTenant(database, 'default', { upstreamUrl: upstream.url });
    const other = await makeTenant(database, 'other', { upstreamUrl: upstream.url });
    ada = (await own.issueKey(false)).token;
    stranger = (await other.issueKey(false)).token;
    account = new GeminiAccount(upstream.url);
    upstream.onRequest((request) => account.reply(request));
  }, HOOK_LIMIT_MS);

  afterAll(async () => {
    await gateway?.stop();
    await channel?.close();
    await database?.close();
    await upstream?.close();
    await kind?.stop();
  }, HOOK_LIMIT_MS);

  afterEach(() => {
    account.files = [];
  });

  const clientOf = (apiKey: string, defaultHeaders = MODEL) =>
    new OpenAI({ apiKey, baseURL: `${gateway.url}/v1`, maxRetries: 0, defaultHeaders });
  const upload = async (token: string, name = 'ä b.pdf', bytes = Buffer.from('%PDF')) =>
    clientOf(token).files.create({
      file: await toFile(bytes, name, { type: 'application/pdf' }),
      purpose: 'user_data',
    });

  it('are uploaded, described, listed and deleted with the official SDK, and not downloaded', async () => {
    const { files } = clientOf(ada);
    const file = await upload(ada);
    expect(file).toMatchObject({
      object: 'file',
      bytes: 4,
      filename: 'ä b.pdf',
      purpose: 'user_data',
      status: 'processed',
    });
    expect(await files.retrieve(file.id)).toMatchObject({ id: file.id, expires_at: 1_795_564_800 });
    expect((await files.list()).data.map(({ id }) => id)).toEqual([file.id]);
    await expect(files.content(file.id)).rejects.toMatchObject({ status: 400, code: 'provider_rejected_request' });
    expect(await files.delete(file.id)).toEqual({ id: file.id, object: 'file', deleted: true });
    await expect(files.retrieve(file.id)).rejects.toMatchObject({ status: 404, code: 'not_found' });
    expect(account.files).toEqual([]);
  });

  it('are streamed to the provider whatever their size, and recorded with it', async () => {
    const bytes = Buffer.alloc(3_000_000, 'x');
    const { data, request_id: id } = await clientOf(ada)
      .files.create({ file: await toFile(bytes, 'big.txt'), purpose: 'user_data' })
      .withResponse();
    expect(data.bytes).toBe(bytes.length);
    const record = await waitUntil('its record', () =>
      gateway
        .auditLog()
        .split('\n')
        .find((line) => line.includes(`"request_id":"${id}"`)),
    );
    expect(JSON.parse(record)).toMatchObject({ endpoint: 'files', details: { upload_bytes: bytes.length } });
  });

  it('are seen, listed and deleted by who made them alone', async () => {
    const mine: string[] = [];
    for (const name of ['a.pdf', 'b.pdf', 'c.pdf']) {
      mine.unshift((await upload(ada, name)).id);
      await upload(stranger, name);
    }
    const { files } = clientOf(stranger);
    for (const id of [...mine, 'nobodys']) {
      const calls = [files.retrieve(id), files.content(id), files.delete(id)];
      const gone = { status: 404, code: 'not_found', param: 'file_id' };
      await Promise.all(calls.map((call) => expect(call).rejects.toMatchObject(gone)));
      await expect(files.list({ after: id })).rejects.toMatchObject({ status: 404, param: 'after' });
    }
    expect((await clientOf(ada).files.list()).data.map(({ id }) => id)).toEqual(mine);
    expect((await files.list()).data.map(({ id }) => id).filter((id) => mine.includes(id))).toEqual([]);
    const seen: string[] = [];
    for await (const { id } of clientOf(ada).files.list({ limit: 1 })) seen.push(id);
    expect(seen).toEqual(mine);
    expect(account.files).toHaveLength(6);
  });

  it('are named by their address in messages, by who made them alone', async () => {
    const { id } = await upload(ada, 'a.png');
    const url = `https://generativelanguage.googleapis.com/v1beta/files/${id}`;
    const ask = (token: string) =>
      clientOf(token).chat.completions.create({
        model: 'gemini-plain',
        messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url } }] }],
      });
    expect((await ask(ada)).choices[0]?.message.content).toBe('A cat.');
    expect(JSON.stringify(upstream.requests.at(-1)?.body)).toContain(`"fileUri":"${url}"`);
    const before = upstream.requests.length;
    await expect(ask(stranger)).rejects.toMatchObject({
      ...{ status: 404, code: 'not_found', param: 'messages[0].content[0].image_url.url' },
    });
    expect(upstream.requests).toHaveLength(before);
  });

  it('are named by their ids in chats and responses, by who made them alone', async () => {
    const { id } = await upload(ada, 'a.pdf');
    const fileUri = `https://generativelanguage.googleapis.com/v1beta/files/${id}`;
    const chat = (token: string) =>
      clientOf(token).chat.completions.create({
        model: 'gemini-plain',
        messages: [{ role: 'user', content: [{ type: 'file', file: { file_id: id, filename: 'a.pdf' } }] }],
      });
    const respond = (token: string) =>
      clientOf(token).responses.create({
        model: 'gemini-plain',
        input: [{ role: 'user', content: [{ type: 'input_file', file_id: id }] }],
      });
    for (const [ask, param] of [
      [chat, 'messages[0].content[0].file.file_id'],
      [respond, 'input[0].content[0].file_id'],
    ] as const) {
      await ask(ada);
      expect(JSON.stringify(upstream.requests.at(-1)?.body)).toContain(`"fileUri":"${fileUri}"`);
      const before = upstream.requests.length;
      await expect(ask(stranger)).rejects.toMatchObject({ status: 404, code: 'not_found', param });
      expect(upstream.requests).toHaveLength(before);
    }
  });

  it('need a model that is allowed more than the reference', async () => {
    const { files } = clientOf(ada, { 'x-service-model': 'gemini-plain' });
    await expect(files.list()).rejects.toMatchObject({ status: 400, code: 'unsupported_provider' });
  });
});

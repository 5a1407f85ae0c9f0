import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  createInProcessChannel,
  type DatabaseWithSecrets,
  openDatabase,
  SecretBox,
  type VersionChannel,
} from '@multilane/persistence';
import { type FakeUpstream, jsonReply, serviceDatabases, startUpstream, streamReply } from '@multilane/testing';
import { HOOK_LIMIT_MS } from '../start-pair.js';
import { ENCRYPTION_KEY, makeTenant, type Tenant } from './make-tenant.js';
import { type GatewayInProcess, startGatewayOn } from './start-gateway-on.js';

type Name = 'one' | 'two';

/** Bytes of 2 MB, so that an upload goes on while it arrives. */
const LARGE = 'x'.repeat(2_000_000);

describe.each([...serviceDatabases()])('workspace models for media on the $name database', (kind) => {
  let database: DatabaseWithSecrets;
  let channel: VersionChannel;
  let upstream: FakeUpstream;
  let gateway: GatewayInProcess;
  const tenants = new Map<Name, { readonly tenant: Tenant; readonly token: string }>();

  beforeAll(async () => {
    channel = createInProcessChannel();
    const secretBox = SecretBox.fromKeys(ENCRYPTION_KEY);
    database = await openDatabase({ ...(await kind.create()), secretBox, channel });
    await database.migrate();
    upstream = await startUpstream({ strict: false });
    for (const name of ['one', 'two'] as const) {
      const tenant = await makeTenant(database, name, { upstreamUrl: upstream.url });
      const { organizationId, providerId, workspaceId } = tenant;
      const common = { workspaceId, kind: 'model', providerId } as const;
      await tenant.change(async ({ models }) => {
        const create = (logicalName: string, type: 'speech' | 'transcription', upstreamModel: string) =>
          models.create(organizationId, { ...common, logicalName, type, upstreamModel });
        await create('speaker', 'speech', `tts-of-${name}`);
        await create('listener', 'transcription', `whisper-of-${name}`);
        await create(`speaker-of-${name}`, 'speech', 'tts-1');
        await create(`listener-of-${name}`, 'transcription', 'whisper-1');
      });
      tenants.set(name, { tenant, token: (await tenant.issueKey(true)).token });
    }
    gateway = await startGatewayOn({ database, channel }, upstream.url);
  }, HOOK_LIMIT_MS);

  afterAll(async () => {
    await gateway?.stop();
    await channel?.close();
    await database?.close();
    await upstream?.close();
    await kind.stop();
  }, HOOK_LIMIT_MS);

  beforeEach(() => upstream.reset());

  const ask = (name: Name, path: string, body?: object) =>
    gateway.send(path, { token: tenants.get(name)?.token ?? '', body });

  const speak = (name: Name, model: string) => ask(name, '/v1/audio/speech', { model, input: 'Hello', voice: 'alloy' });

  const hear = (name: Name, model: string) => {
    const form = new FormData();
    form.set('model', model);
    form.set('file', new Blob([LARGE]), 'a.wav');
    return ask(name, '/v1/audio/transcriptions', form);
  };

  const listVoices = (name: Name, model: string) => ask(name, `/v1/audio/voices?model=${model}`);

  it.each(['one', 'two'] as const)('the same name is each one’s own, with its own secret: %s', async (name) => {
    upstream.enqueue(streamReply([Buffer.from('sound')], { headers: { 'content-type': 'audio/mpeg' } }));
    expect((await speak(name, 'speaker')).text).toBe('sound');
    upstream.enqueue(jsonReply({ text: 'Hi' }));
    expect((await hear(name, 'listener')).json()).toEqual({ text: 'Hi' });
    const [spoken, transcribed] = upstream.requests;
    expect(spoken?.body).toMatchObject({ model: `tts-of-${name}` });
    expect(transcribed?.rawBody.toString('latin1')).toContain(`whisper-of-${name}`);
    expect([spoken, transcribed].map((call) => call?.headers.authorization)).toEqual(
      Array(2).fill(`Bearer sk-secret-of-${name}`),
    );
  });

  const FOREIGN: [Name, Name][] = [
    ['one', 'two'],
    ['two', 'one'],
  ];
  it.each(FOREIGN)('%s has no model of %s, whatever it is asked for', async (name, other) => {
    const answers = await Promise.all([
      speak(name, `speaker-of-${other}`),
      hear(name, `listener-of-${other}`),
      listVoices(name, `speaker-of-${other}`),
    ]);
    for (const answer of answers) {
      expect([answer.status, answer.json()]).toEqual([
        404,
        { error: expect.objectContaining({ code: 'model_not_found' }) },
      ]);
    }
    expect(upstream.requests).toEqual([]);
  });

  it.each(['one', 'two'] as const)('%s lists the voices of its own', async (name) => {
    const answer = await listVoices(name, `speaker-of-${name}`);
    expect(answer.status).toBe(200);
    expect(answer.json()).toMatchObject({
      data: expect.arrayContaining([expect.objectContaining({ id: 'alloy' })]),
    });
  });

  it('a key that is not bound to a workspace has none of them', async () => {
    const { token } = (await tenants.get('one')?.tenant.issueKey(false)) ?? { token: '' };
    const body = { model: 'speaker', input: 'Hello', voice: 'alloy' };
    const answer = await gateway.send('/v1/audio/speech', { token, body });
    expect(answer.status).toBe(404);
    expect(upstream.requests).toEqual([]);
  });
});

import { afterAll, describe, expect, it } from '@jest/globals';
import { type Actor, openDatabase, SecretBox } from '@multilane/persistence';
import { serviceDatabases, testEncryptionKey } from '@multilane/testing';
import { resealSecrets } from '../../src/modules/providers/reseal-secrets.js';
import { HOOK_LIMIT_MS } from '../start-test-workspace.js';

const OPERATOR: Actor = { type: 'operator', id: null, name: 'test' };
const [LOST_KEY, OLD_KEY, NEW_KEY] = [1, 2, 3].map(testEncryptionKey);

/** More than a batch. */
const COUNT = 230;

describe.each(serviceDatabases())('rotating the encryption key, on $name', (kind) => {
  afterAll(() => kind.stop(), HOOK_LIMIT_MS);

  it('old key removed afterwards still opens everything; what was interrupted continues; each batch is audited', async () => {
    const location = await kind.create();
    const open = (...keys: (string | undefined)[]) =>
      openDatabase({ ...location, secretBox: SecretBox.fromKeys(keys.join(',')) });
    const register = (database: Awaited<ReturnType<typeof open>>, organization: string, count: number) =>
      database.change(OPERATOR, async ({ organizations, workspaces, providers, policies, users }) => {
        const { id } = await organizations.create({ name: organization });
        const definition = { kind: 'http', config: { url: 'https://checker.example.com' } };
        const guardrail = { kind: 'guardrail', workspaceId: null, name: 'g', definition } as const;
        const { id: policyId } = await policies.create(id, {
          ...guardrail,
          secrets: { headers: { 'X-A': 'sk-policy' } },
        });
        const { id: workspaceId } = await workspaces.create(id, { name: 'w' });
        const made: string[] = [];
        for (let index = 0; index < count; index += 1) {
          const secrets = { api_key: `sk-${index}`, headers: { 'x-a': 'b' } };
          made.push((await providers.create(id, { workspaceId, name: `p${index}`, kind: 'openai', secrets })).id);
        }
        const { id: userId } = await users.create(id, { email: `${organization}@example.com`, name: 'Ada' });
        return { id, made, policyId, person: { organizationId: id, workspaceId, userId } };
      });

    const lost = await open(LOST_KEY);
    await lost.migrate();
    const { made: unreadable, policyId: unreadablePolicy, person: stranger } = await register(lost, 'lost', 1);
    const unreadableChat = await lost.chatSessions.create(stranger, { title: 'lost', isShared: false });
    await lost.close();

    const first = await open(OLD_KEY);
    const { id: organizationId, made, policyId, person } = await register(first, 'kept', COUNT);
    const chat = await first.chatSessions.create(person, { title: null, isShared: false, tools: [{ name: 'sealed' }] });
    const unset = { model: null, finishReason: null, requestId: null, toolCalls: [], toolCallId: null };
    const image = { type: 'image/png', data: Buffer.from('89504e470d0a1a0a', 'hex') } as const;
    const text = { ...unset, role: 'user', content: 'Sealed', images: [] } as const;
    for (let index = 0; index < 12; index += 1) {
      await first.chatSessions.create(person, { title: `Chat ${index}`, isShared: false });
    }
    const withImage = { ...text, images: [image] };
    const [seen] = await first.chatMessages.append({ ...person, id: chat.id }, undefined, [withImage, text]);
    const imageId = seen?.images[0]?.id ?? '';
    await first.change(OPERATOR, ({ workspaceSecrets }) =>
      workspaceSecrets.create(organizationId, {
        workspaceId: person.workspaceId,
        name: 'TOKEN',
        description: null,
        value: 'sk-ws',
      }),
    );
    await first.close();

    const both = await open(NEW_KEY, OLD_KEY);
    // Interrupted after its first batch, of which one does not open. That one is in the next batch again.
    const begun = await both.upstreamSecrets.resealProviders(OPERATOR, 100);
    expect(begun.resealed).toBe(99);
    const report = await resealSecrets(both, OPERATOR);
    expect(report).toEqual({
      resealed: COUNT - 99,
      failed: [{ id: unreadable[0], problem: expect.stringContaining('ENCRYPTION_KEY lacks') }],
      policies: {
        resealed: 1,
        failed: [{ id: unreadablePolicy, problem: expect.stringContaining('ENCRYPTION_KEY lacks') }],
      },
      workspaceSecrets: { resealed: 1, failed: [] },
      mcpServers: { resealed: 0, failed: [] },
      conversations: {
        resealed: 13,
        failed: [{ id: unreadableChat.id, problem: expect.stringContaining('ENCRYPTION_KEY lacks') }],
      },
      records: { resealed: 0, failed: [] },
    });
    expect(await resealSecrets(both, OPERATOR)).toMatchObject({ resealed: 0, conversations: { resealed: 0 } });
    await both.close();

    const last = await open(NEW_KEY);
    // One whose key is gone is listed all the same, without its title.
    expect((await last.chatSessions.listPage(stranger, { limit: 20, search: 'lost' })).data).toEqual([]);
    expect((await last.chatSessions.listPage(stranger, { limit: 20 })).data).toMatchObject([{ title: null }]);
    expect((await last.chatSessions.listPage(person, { limit: 20 })).data).toHaveLength(13);
    expect((await last.chatMessages.listPage(chat.id, { limit: 20 })).data).toMatchObject([
      { content: 'Sealed' },
      text,
    ]);
    expect(await last.chatImages.find(chat.id, imageId)).toEqual(image);
    expect(await last.chatSessions.find(organizationId, chat.id)).toMatchObject({ tools: [{ name: 'sealed' }] });
    const { policies, providers } = await last.upstreamSecrets.loadSnapshotRows();
    const secretsOf = new Map(providers.map(({ id, secrets }) => [id, secrets]));
    expect(made.map((id) => secretsOf.get(id)?.api_key)).toEqual(made.map((_id, index) => `sk-${index}`));
    const snapshotOf = (policy: string) => policies.find(({ id }) => id === policy);
    expect(snapshotOf(policyId)?.definition.config).toMatchObject({ headers: { 'X-A': 'sk-policy' } });
    // One that does not open keeps no other from serving, and goes without its headers.
    expect(snapshotOf(unreadablePolicy)).toMatchObject({ problem: expect.stringContaining('ENCRYPTION_KEY lacks') });
    expect(snapshotOf(unreadablePolicy)?.definition.config).not.toHaveProperty('headers');
    expect([...(await last.upstreamSecrets.findWorkspaceSecrets(person, ['TOKEN', 'NONE']))]).toEqual([
      ['TOKEN', 'sk-ws'],
    ]);
    const trail = await last.changes.listPage(organizationId, { limit: 10, filters: { action: 'provider.reseal' } });
    expect(trail.data).toMatchObject([
      { after: { providers: 32 } },
      { after: { providers: 99 } },
      { after: { providers: 99 } },
    ]);
    expect(trail.data[0]).toMatchObject({
      actorType: 'operator',
      after: { keyId: SecretBox.fromKeys(NEW_KEY ?? '').keyId },
    });
    expect(JSON.stringify(trail)).not.toContain('sk-');
    await last.close();
  }, 120_000);
});

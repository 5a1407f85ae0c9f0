import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { serviceDatabases } from '@multilane/testing';
import {
  addTenant,
  HOOK_LIMIT_MS,
  refusalOf,
  startTestWorkspace,
  type TestCaller,
  type TestWorkspace,
} from '../start-test-workspace.js';

interface Session {
  readonly id: string;
  readonly title: string | null;
  readonly shared: boolean;
  readonly leaf_id: string | null;
  readonly message_count: number;
  readonly user_id: string;
  readonly updated_at: string;
}

interface Message {
  readonly id: string;
  readonly parent_id: string | null;
  readonly content: string;
  readonly images: readonly { readonly id: string; readonly media_type: string; readonly bytes: number }[];
}

interface List<Row> {
  readonly data: readonly Row[];
  readonly next_cursor: string | null;
}

const SESSIONS = '/w/chat/sessions';

const PNG = Buffer.from('89504e470d0a1a0a00000000', 'hex');
const urlOf = (bytes: Buffer): string => `data:image/png;base64,${bytes.toString('base64')}`;

describe.each(serviceDatabases())('/w/chat/sessions on $name', (kind) => {
  let workspace: TestWorkspace;
  let ada: TestCaller;
  let bob: TestCaller;
  let stranger: TestCaller;

  beforeAll(async () => {
    workspace = await startTestWorkspace(await kind.create());
    const memberships = [{ workspaceId: workspace.workspaceId, role: 'viewer' as const }];
    ada = await workspace.signIn({ role: 'org_member', memberships });
    bob = await workspace.signIn({ role: 'org_member', memberships });
    const { organizationId } = await addTenant(workspace.database, 'other');
    stranger = await workspace.signIn({ organizationId });
  }, HOOK_LIMIT_MS);

  afterAll(async () => {
    await workspace?.stop();
    await kind.stop();
  }, HOOK_LIMIT_MS);

  const ask = async <Answer>(who: TestCaller, route: string, body?: object, status = 200): Promise<Answer> => {
    const answer = await who.send(route, body);
    expect([answer.status, answer.text]).toEqual([status, expect.any(String)]);
    return answer.json() as Answer;
  };
  const create = (who: TestCaller, body: object = {}) => ask<Session>(who, `POST ${SESSIONS}`, body, 201);
  const read = (who: TestCaller, id: string) => ask<Session>(who, `GET ${SESSIONS}/${id}`);
  const list = (who: TestCaller, query = '') => ask<List<Session>>(who, `GET ${SESSIONS}?limit=200${query}`);
  const say = async (who: TestCaller, id: string, contents: readonly string[], parent?: string | null) => {
    const messages = contents.map((content, index) => ({ role: index % 2 === 0 ? 'user' : 'assistant', content }));
    const body = parent === undefined ? { messages } : { messages, parent_id: parent };
    return (await ask<List<Message>>(who, `POST ${SESSIONS}/${id}/messages`, body, 201)).data;
  };
  const idsOf = ({ data }: List<{ readonly id: string }>) => data.map(({ id }) => id);

  it('saves messages one below the other, and takes the title from the first that the person said', async () => {
    const made = await create(ada);
    expect(made).toMatchObject({ object: 'chat.session', title: null, shared: false, leaf_id: null, message_count: 0 });
    const answer = { role: 'assistant', content: 'Hi', model: 'lane-one', finish_reason: 'stop', request_id: 'r1' };
    const messages = [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: '\n Hello there\nAda' },
      answer,
    ];
    const { data } = await ask<List<Message>>(ada, `POST ${SESSIONS}/${made.id}/messages`, { messages }, 201);
    const [first, second, third] = data;
    expect(data.map(({ parent_id }) => parent_id)).toEqual([null, first?.id, second?.id]);
    expect(third).toMatchObject(answer);
    expect(await ask(ada, `GET ${SESSIONS}/${made.id}/messages`)).toEqual({ object: 'list', data, next_cursor: null });
    const now = await read(ada, made.id);
    expect(now).toMatchObject({ title: 'Hello there', leaf_id: third?.id, message_count: 3, user_id: ada.user?.id });
    await say(ada, made.id, ['More'], third?.id);
    expect((await read(ada, made.id)).title).toBe('Hello there');
  });

  it('shortens a title that it takes from a message, between characters', async () => {
    const { id } = await create(ada);
    await say(ada, id, ['😀'.repeat(200)]);
    expect((await read(ada, id)).title).toBe(`${'😀'.repeat(79)}…`);
  });

  it('keeps branches: another message with the same parent, between which the owner switches', async () => {
    const { id } = await create(ada, { title: 'Branches' });
    const [question, answer] = await say(ada, id, ['One?', 'Yes']);
    const [edited, other] = await say(ada, id, ['Two?', 'No'], null);
    expect(edited?.parent_id).toBeNull();
    expect((await read(ada, id)).leaf_id).toBe(other?.id);
    const before = await read(ada, id);
    const switched = await ask<Session>(ada, `PATCH ${SESSIONS}/${id}`, { leaf_id: answer?.id });
    expect([switched.leaf_id, switched.updated_at]).toEqual([answer?.id, before.updated_at]);
    const [next] = await say(ada, id, ['And now?']);
    expect(next?.parent_id).toBe(answer?.id);
    const all = await ask<List<Message>>(ada, `GET ${SESSIONS}/${id}/messages`);
    expect(all.data.filter(({ parent_id }) => parent_id === null).map((message) => message.id)).toEqual([
      question?.id,
      edited?.id,
    ]);
  });

  it('rejects parents and leaves of other conversations, by name', async () => {
    const { id } = await create(ada);
    const other = await create(ada);
    const [message] = await say(ada, other.id, ['Elsewhere']);
    const messages = [{ role: 'user', content: 'Hello' }];
    const appended = await ada.send(`POST ${SESSIONS}/${id}/messages`, { messages, parent_id: message?.id });
    expect(refusalOf(appended)).toEqual([400, 'invalid_value', 'parent_id']);
    const switched = await ada.send(`PATCH ${SESSIONS}/${id}`, { leaf_id: message?.id });
    expect(refusalOf(switched)).toEqual([400, 'invalid_value', 'leaf_id']);
    expect((await read(ada, id)).message_count).toBe(0);
  });

  it.each([
    [{ messages: [] }, 'messages'],
    [{}, 'messages'],
    [{ messages: [{ role: 'function', content: 'x' }] }, 'messages[0].role'],
    [{ messages: [{ role: 'user', content: 'x'.repeat(200_001) }] }, 'messages[0].content'],
    [{ messages: Array(51).fill({ role: 'user', content: 'x' }) }, 'messages'],
    [{ messages: [{ role: 'user', content: 'x', tokens: 1 }] }, 'messages[0].tokens'],
  ])('rejects messages that are none (%#), by the field', async (body, param) => {
    const { id } = await create(ada);
    expect(refusalOf(await ada.send(`POST ${SESSIONS}/${id}/messages`, body))).toEqual([400, 'invalid_value', param]);
  });

  it('shows a conversation to its person alone until it is shared, and then to the workspace, read only', async () => {
    const { id } = await create(ada, { title: 'Secret plan' });
    await say(ada, id, ['Nobody may know']);
    const owner = await workspace.signIn();
    for (const who of [bob, owner, stranger]) {
      expect(refusalOf(await who.send(`GET ${SESSIONS}/${id}`))).toEqual([404, 'not_found']);
      expect(refusalOf(await who.send(`GET ${SESSIONS}/${id}/messages`))).toEqual([404, 'not_found']);
      expect(refusalOf(await who.send(`PATCH ${SESSIONS}/${id}`, { shared: true }))).toEqual([404, 'not_found']);
    }
    expect(idsOf(await list(bob))).not.toContain(id);
    expect(idsOf(await list(bob, '&q=nobody'))).toEqual([]);

    expect(await ask(ada, `PATCH ${SESSIONS}/${id}`, { shared: true })).toMatchObject({ shared: true });
    expect(await read(bob, id)).toMatchObject({ title: 'Secret plan', user_id: ada.user?.id, user_name: 'org_member' });
    expect((await ask<List<Message>>(bob, `GET ${SESSIONS}/${id}/messages`)).data).toHaveLength(1);
    expect(idsOf(await list(bob, '&owner=others'))).toEqual([id]);
    expect(idsOf(await list(bob, '&owner=own'))).toEqual([]);
    expect(idsOf(await list(bob, '&q=NOBODY'))).toEqual([id]);
    const messages = [{ role: 'user', content: 'Me too' }];
    for (const answer of [
      await bob.send(`PATCH ${SESSIONS}/${id}`, { title: 'Mine' }),
      await bob.send(`DELETE ${SESSIONS}/${id}`),
      await owner.send(`DELETE ${SESSIONS}/${id}`),
      await bob.send(`POST ${SESSIONS}/${id}/messages`, { messages }),
    ]) {
      expect(refusalOf(answer)).toEqual([403, 'permission_denied']);
    }
    expect(refusalOf(await stranger.send(`GET ${SESSIONS}/${id}`))).toEqual([404, 'not_found']);
    expect(idsOf(await list(stranger))).toEqual([]);

    await ask(ada, `PATCH ${SESSIONS}/${id}`, { shared: false });
    expect(refusalOf(await bob.send(`GET ${SESSIONS}/${id}`))).toEqual([404, 'not_found']);
  });

  it('shows none of another workspace, and asks which one where a person reaches several', async () => {
    const owner = await workspace.signIn();
    const { id: second } = await ask<{ id: string }>(owner, 'POST /admin/workspaces', { name: 'second' }, 201);
    expect(refusalOf(await owner.send(`POST ${SESSIONS}`, {}))).toEqual([400, 'invalid_value', 'workspace_id']);
    const made = await ask<Session>(owner, `POST ${SESSIONS}?workspace_id=${second}`, { shared: true }, 201);
    expect(refusalOf(await ada.send(`GET ${SESSIONS}/${made.id}`))).toEqual([404, 'not_found']);
    const elsewhere = await owner.send(`GET ${SESSIONS}/${made.id}?workspace_id=${workspace.workspaceId}`);
    expect(refusalOf(elsewhere)).toEqual([404, 'not_found']);
    expect(idsOf(await list(owner, `&workspace_id=${second}`))).toEqual([made.id]);
    expect(idsOf(await list(owner, `&workspace_id=${workspace.workspaceId}`))).not.toContain(made.id);
  });

  it('lists by the last change, in pages, and finds texts of every branch', async () => {
    const who = await workspace.signIn({
      role: 'org_member',
      memberships: [{ workspaceId: workspace.workspaceId, role: 'viewer' }],
    });
    const made: string[] = [];
    for (const title of ['Alpha', 'Beta', '100% sure', 'Delta']) made.push((await create(who, { title })).id);
    const [alpha = '', beta = '', sure = '', delta = ''] = made;
    await say(who, alpha, ['The needle is here']);
    await say(who, alpha, ['Another branch'], null);
    const own = (query: string) => list(who, `&owner=own${query}`);
    expect(idsOf(await own(''))).toEqual([alpha, delta, sure, beta]);
    expect(idsOf(await own('&order=-created_at'))).toEqual([delta, sure, beta, alpha]);
    expect(idsOf(await own('&order=created_at'))).toEqual(made);
    expect(idsOf(await own('&q=NEEDLE'))).toEqual([alpha]);
    expect(idsOf(await own('&q=lta'))).toEqual([delta]);
    expect(idsOf(await own('&q=%25'))).toEqual([sure]);
    expect(idsOf(await own('&q=nothing'))).toEqual([]);

    for (const query of ['', '&order=-created_at', '&order=created_at', '&q=a']) {
      const seen: string[] = [];
      let cursor = '';
      do {
        const path = `GET ${SESSIONS}?limit=1&owner=own${query}${cursor}`;
        const page = await ask<List<Session>>(who, path);
        seen.push(...idsOf(page));
        cursor = page.next_cursor === null ? '' : `&cursor=${page.next_cursor}`;
      } while (cursor !== '');
      expect(seen).toEqual(idsOf(await own(query)));
    }
    const { next_cursor: foreign } = await ask<List<Session>>(who, `GET ${SESSIONS}?limit=1&order=created_at`);
    for (const cursor of ['x', 'WzFd', foreign]) {
      expect(refusalOf(await who.send(`GET ${SESSIONS}?cursor=${cursor}`))).toEqual([400, 'invalid_value', 'cursor']);
    }
  });

  it('continues a search where a page stopped reading, until everything was read', async () => {
    const who = await workspace.signIn({
      role: 'org_member',
      memberships: [{ workspaceId: workspace.workspaceId, role: 'viewer' }],
    });
    const long = 'x'.repeat(200_000);
    const first = await create(who);
    await say(who, first.id, ['the oldest one']);
    for (let index = 0; index < 3; index += 1) {
      const { id } = await create(who);
      for (let part = 0; part < 3; part += 1) await say(who, id, [long, long, long]);
    }
    const page = await ask<List<Session>>(who, `GET ${SESSIONS}?owner=own&q=oldest`);
    expect([page.data, typeof page.next_cursor]).toEqual([[], 'string']);
    const rest = await ask<List<Session>>(who, `GET ${SESSIONS}?owner=own&q=oldest&cursor=${page.next_cursor}`);
    expect([idsOf(rest), rest.next_cursor]).toEqual([[first.id], null]);
  }, 60_000);

  it('has bounds: bytes and messages of a conversation, and conversations of a person', async () => {
    const { id } = await create(ada);
    const large = '€'.repeat(150_000);
    for (let index = 0; index < 4; index += 1) await say(ada, id, [large]);
    const tooMuch = await ada.send(`POST ${SESSIONS}/${id}/messages`, { messages: [{ role: 'user', content: large }] });
    expect(refusalOf(tooMuch)).toEqual([409, 'conflict']);
    const many = await create(ada);
    for (let index = 0; index < 20; index += 1) await say(ada, many.id, Array(50).fill('x'));
    const oneMore = { messages: [{ role: 'user', content: 'x' }] };
    expect(refusalOf(await ada.send(`POST ${SESSIONS}/${many.id}/messages`, oneMore))).toEqual([409, 'conflict']);
    expect((await read(ada, many.id)).message_count).toBe(1_000);

    const busy = await workspace.signIn();
    const place = [workspace.organizationId, workspace.workspaceId, busy.user?.id];
    await workspace.database.sql.executeSql(
      `INSERT INTO chat_sessions (id, organization_id, workspace_id, user_id)
       SELECT gen_random_uuid(), $1, $2, $3 FROM generate_series(1, 999)`,
      place,
    );
    const last = () => busy.send(`POST ${SESSIONS}?workspace_id=${workspace.workspaceId}`, {});
    const answers = await Promise.all([last(), last(), last()]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
  }, 60_000);

  it('keeps images, calls of tools with their results, and the tools themselves, for those who read it alone', async () => {
    const tools = [{ name: 'find_order', description: 'Finds.', parameters: { type: 'object' } }];
    const { id } = await create(ada, { title: 'Order', tools });
    const calls = [{ id: 'call_1', name: 'find_order', arguments: '{"id":1}' }];
    const messages = [
      { role: 'user', content: '', images: [urlOf(PNG)] },
      { role: 'assistant', content: '', tool_calls: calls },
      { role: 'tool', content: 'shipped', tool_call_id: 'call_1' },
    ];
    const { data } = await ask<List<Message>>(ada, `POST ${SESSIONS}/${id}/messages`, { messages }, 201);
    const image = data[0]?.images[0];
    expect(data).toMatchObject([
      { images: [{ media_type: 'image/png', bytes: PNG.length }], tool_calls: [], tool_call_id: null },
      { images: [], tool_calls: calls },
      { role: 'tool', tool_call_id: 'call_1' },
    ]);
    expect((await ask<List<Message>>(ada, `GET ${SESSIONS}/${id}/messages`)).data).toEqual(data);
    expect(await ask(ada, `GET ${SESSIONS}/${id}`)).toMatchObject({ tools });
    const { data: listed } = await list(ada);
    expect(listed.find((session) => session.id === id)).not.toHaveProperty('tools');
    expect(await ask(ada, `PATCH ${SESSIONS}/${id}`, { tools: [] })).toMatchObject({ tools: [] });

    const path = `${SESSIONS}/${id}/images/${image?.id}`;
    const read_ = await ada.send(`GET ${path}`);
    expect([read_.status, read_.headers['content-type'], read_.headers['x-content-type-options']]).toEqual([
      200,
      'image/png',
      'nosniff',
    ]);
    const { id: another } = await create(ada);
    for (const [who, wrong] of [
      [bob, path],
      [stranger, path],
      [ada, `${SESSIONS}/${another}/images/${image?.id}`],
      [ada, `${SESSIONS}/${id}/images/nothing`],
    ] as const) {
      expect(refusalOf(await who.send(`GET ${wrong}`))).toEqual([404, 'not_found']);
    }
    await ask(ada, `PATCH ${SESSIONS}/${id}`, { shared: true });
    expect((await bob.send(`GET ${path}`)).status).toBe(200);
    expect(refusalOf(await stranger.send(`GET ${path}`))).toEqual([404, 'not_found']);
    const { rows } = await workspace.database.sql.executeSql('SELECT sealed FROM chat_images WHERE session_id = $1', [
      id,
    ]);
    expect(Buffer.from((rows[0] as { sealed: Uint8Array }).sealed).includes(PNG)).toBe(false);
  });

  it.each([
    [{ role: 'user', content: '', images: ['https://example.com/a.png'] }, 'messages[0].images[0]'],
    [{ role: 'user', content: '', images: [urlOf(Buffer.from('<svg/>'))] }, 'messages[0].images[0]'],
    [{ role: 'user', content: '', images: Array(5).fill(urlOf(PNG)) }, 'messages[0].images'],
    [{ role: 'assistant', content: '', images: [urlOf(PNG)] }, 'messages[0].images'],
    [{ role: 'tool', content: '' }, 'messages[0].tool_call_id'],
    [{ role: 'assistant', content: '', tool_calls: [{ id: 'a', name: 'b' }] }, 'messages[0].tool_calls[0].arguments'],
  ])('rejects images and calls that are none (%#), by the field', async (message, param) => {
    const { id } = await create(ada);
    const answer = await ada.send(`POST ${SESSIONS}/${id}/messages`, { messages: [message] });
    expect(refusalOf(answer)).toEqual([400, 'invalid_value', param]);
  });

  it('bounds the images of a conversation, and the tools', async () => {
    const { id } = await create(ada);
    await workspace.database.sql.executeSql('UPDATE chat_sessions SET image_bytes = $2 WHERE id = $1', [
      id,
      16 * 1024 * 1024 - PNG.length,
    ]);
    const messages = [{ role: 'user', content: '', images: [urlOf(PNG)] }];
    await ask(ada, `POST ${SESSIONS}/${id}/messages`, { messages }, 201);
    expect(refusalOf(await ada.send(`POST ${SESSIONS}/${id}/messages`, { messages }))).toEqual([409, 'conflict']);
    const parameters = { description: 'x'.repeat(40_000) };
    const tools = ['one', 'two'].map((name) => ({ name, parameters }));
    expect(refusalOf(await ada.send(`POST ${SESSIONS}`, { tools }))).toEqual([400, 'invalid_value', 'tools']);
  });

  it('stores neither titles nor texts in the clear', async () => {
    const { id } = await create(ada, { title: 'Sealed title' });
    await say(ada, id, ['Sealed text']);
    const { rows } = await workspace.database.sql.executeSql(
      'SELECT s.title_sealed, m.sealed FROM chat_sessions s JOIN chat_messages m ON m.session_id = s.id WHERE s.id = $1',
      [id],
    );
    expect(rows).toEqual([{ title_sealed: expect.stringMatching(/^v1\./), sealed: expect.stringMatching(/^v1\./) }]);
    const { rows: changes } = await workspace.database.sql.executeSql(
      'SELECT count(*)::int AS count FROM changes WHERE target_id = $1',
      [id],
    );
    expect(changes).toEqual([{ count: 0 }]);
  });

  it('goes when its person deletes it, and with its person', async () => {
    const memberships = [{ workspaceId: workspace.workspaceId, role: 'viewer' as const }];
    const leaving = await workspace.signIn({ role: 'org_member', memberships });
    const mine = await create(leaving, { shared: true });
    const kept = await create(leaving, { shared: true });
    await say(leaving, kept.id, ['Hello']);
    expect((await leaving.send(`DELETE ${SESSIONS}/${mine.id}`)).status).toBe(204);
    expect(refusalOf(await leaving.send(`GET ${SESSIONS}/${mine.id}`))).toEqual([404, 'not_found']);
    expect((await bob.send(`GET ${SESSIONS}/${kept.id}`)).status).toBe(200);
    const owner = await workspace.signIn();
    expect((await owner.send(`DELETE /admin/users/${leaving.user?.id}`)).status).toBe(204);
    expect(refusalOf(await bob.send(`GET ${SESSIONS}/${kept.id}`))).toEqual([404, 'not_found']);
    const sql = 'SELECT count(*)::int AS count FROM chat_messages WHERE session_id = $1';
    expect((await workspace.database.sql.executeSql(sql, [kept.id])).rows).toEqual([{ count: 0 }]);
  });

  it('belongs to people: a PAT reaches it, a person who left the workspace does not', async () => {
    const memberships = [{ workspaceId: workspace.workspaceId, role: 'viewer' as const }];
    const person = await workspace.signIn({ role: 'org_member', memberships });
    const { id } = await create(person);
    if (person.user === undefined) throw new Error('no person');
    const pat = await workspace.issuePat(person.user, workspace.workspaceId);
    await say(pat, id, ['From a program']);
    expect((await read(person, id)).title).toBe('From a program');
    const owner = await workspace.signIn();
    const left = await owner.send(`DELETE /admin/workspaces/${workspace.workspaceId}/members/${person.user.id}`);
    expect(left.status).toBe(204);
    expect((await person.send(`GET ${SESSIONS}/${id}`)).status).toBe(403);
  });
});

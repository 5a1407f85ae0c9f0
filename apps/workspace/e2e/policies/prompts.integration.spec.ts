import { beforeAll, describe, expect, it } from '@jest/globals';
import { type HttpAnswer, serviceDatabases } from '@multilane/testing';
import { refusalOf, type TestCaller } from '../start-test-workspace.js';
import { type Policy, startPolicyTests } from './start-policy-tests.js';

const PROMPTS = '/admin/prompts';

const text = (content: string) => ({ messages: [{ role: 'system', content }] });
const first = { version: 1, ...text('One') };
const second = { version: 2, ...text('Two') };

describe.each(serviceDatabases())('prompts on $name (docs/contract/prompts.md)', (kind) => {
  const world = startPolicyTests(kind);
  let editor: TestCaller;

  beforeAll(async () => {
    const { workspace, workspaceId } = world;
    editor = await workspace.signIn({ role: 'org_member', memberships: [{ workspaceId, role: 'editor' }] });
  });

  const create = (body: object = {}, by: TestCaller = editor): Promise<Policy> =>
    world.create(PROMPTS, { ...world.here(), versions: [first, second], ...body }, by);
  const send = (route: string, body?: object, by: TestCaller = editor): Promise<HttpAnswer> => by.send(route, body);
  const move = (id: string, label: string, version: number, by: TestCaller = editor) =>
    send(`PUT ${PROMPTS}/${id}/labels/${label}`, { version }, by);
  const good = (answer: HttpAnswer, status = 200): Record<string, unknown> => {
    expect([answer.status, answer.text]).toEqual([status, expect.any(String)]);
    return answer.json() as Record<string, unknown>;
  };
  const forbidden = (answer: HttpAnswer) => expect(refusalOf(answer).slice(0, 2)).toEqual([403, 'permission_denied']);

  it('are stored with defaults, shown and given to gateways', async () => {
    const made = await create({ description: 'For tests', labels: [{ name: 'production', version: 1 }] });
    expect(made).toMatchObject({
      object: 'prompt',
      enabled: true,
      description: 'For tests',
      versions: [
        { ...first, variables: [], parameters: {}, fixed: [] },
        { ...second, variables: [], parameters: {}, fixed: [] },
      ],
      labels: [{ name: 'production', version: 1 }],
      protected_labels: [],
    });
    expect(good(await send(`GET ${PROMPTS}/${made.id}`))).toEqual(made);
    expect(await world.inSnapshot(made.id)).toMatchObject({
      kind: 'prompt',
      definition: { labels: [{ name: 'production', version: 1 }] },
    });
  });

  it('get new versions, whose numbers count on', async () => {
    const { id } = await create({ versions: [] });
    good(await send(`POST ${PROMPTS}/${id}/versions`, { comment: 'begins', ...text('One') }), 201);
    const changed = good(await send(`POST ${PROMPTS}/${id}/versions`, text('Two')), 201);
    expect(changed.versions).toMatchObject([{ version: 1, comment: 'begins' }, { version: 2 }]);
  });

  it('get distinct numbers for versions that are added at the same time', async () => {
    const { id } = await create({ versions: [] });
    const added = await Promise.all([1, 2, 3, 4].map((n) => send(`POST ${PROMPTS}/${id}/versions`, text(`${n}`))));
    expect(added.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    const { versions } = good(await send(`GET ${PROMPTS}/${id}`)) as { versions: { version: number }[] };
    expect(versions.map(({ version }) => version)).toEqual([1, 2, 3, 4]);
  });

  it.each<[string, object, string]>([
    ['a version that is changed', { versions: [{ ...first, ...text('Other') }, second] }, 'versions[0]'],
    ['the latest version that is removed', { versions: [first] }, 'versions'],
    [
      'a version with an old number',
      { versions: [{ version: 4, ...text('Four') }, second, { version: 1, ...text('New') }] },
      'versions[2]',
    ],
    ['a label to no version', { labels: [{ name: 'x', version: 7 }] }, 'labels[0].version'],
    [
      'a place without a variable',
      { versions: [first, second, { version: 3, ...text('{{x}}') }] },
      'versions[2].messages[0].content',
    ],
    [
      'a model that does not exist',
      { versions: [first, second, { version: 3, model: 'x', ...text('') }] },
      'versions[2]',
    ],
  ])('reject %s', async (_what, body, path) => {
    const { id } = await create();
    const [status, code, param] = refusalOf(await send(`PATCH ${PROMPTS}/${id}`, body));
    expect([status, code, String(param).startsWith(path)]).toEqual([400, 'invalid_value', true]);
  });

  it('remove old versions, whose numbers are not used again', async () => {
    const { id } = await create();
    good(await send(`PATCH ${PROMPTS}/${id}`, { versions: [second] }));
    expect(refusalOf(await send(`PATCH ${PROMPTS}/${id}`, { versions: [first, second] }))).toEqual([
      400,
      'invalid_value',
      'versions[0].version',
    ]);
  });

  it('let editors move labels that are not protected', async () => {
    const { id } = await create();
    expect(good(await move(id, 'staging', 1)).labels).toEqual([{ name: 'staging', version: 1 }]);
    const split = [
      { version: 1, weight: 9 },
      { version: 2, weight: 1 },
    ];
    const moved = good(await send(`PUT ${PROMPTS}/${id}/labels/staging`, { split }));
    expect(moved.labels).toEqual([{ name: 'staging', split }]);
    expect(good(await send(`DELETE ${PROMPTS}/${id}/labels/staging`)).labels).toEqual([]);
    expect(refusalOf(await move(id, 'Staging', 1))).toEqual([400, 'invalid_value', 'label']);
  });

  it('demand the permission to release for everything that changes a protected label', async () => {
    const labels = [{ name: 'production', version: 1 }];
    const { id, name } = await create({ labels, protected_labels: ['production'] });
    forbidden(await move(id, 'production', 2));
    forbidden(await send(`DELETE ${PROMPTS}/${id}/labels/production`));
    for (const body of [{ labels: [] }, { protected_labels: [] }, { enabled: false }, { name: `${name}-old` }]) {
      forbidden(await send(`PATCH ${PROMPTS}/${id}`, body));
    }
    forbidden(await send(`DELETE ${PROMPTS}/${id}`));
    good(await send(`POST ${PROMPTS}/${id}/versions`, text('Three')), 201);
    good(await move(id, 'staging', 3));
    good(await send(`PATCH ${PROMPTS}/${id}`, { description: 'changed' }));
    expect(good(await move(id, 'production', 2, world.admin)).labels).toMatchObject([{ version: 2 }, { version: 3 }]);
    expect((await send(`DELETE ${PROMPTS}/${id}`, undefined, world.admin)).status).toBe(204);
  });

  it('demand it for a prompt of a workspace in the place of a protected one of the organization', async () => {
    const name = world.fresh();
    const labels = [{ name: 'production', version: 1 }];
    const body = { name, workspace_id: null, versions: [first], labels, protected_labels: ['production'] };
    await world.create(PROMPTS, body);
    forbidden(await send(`POST ${PROMPTS}`, { ...world.here(), name, versions: [second] }));
    const { id } = await create();
    forbidden(await send(`PATCH ${PROMPTS}/${id}`, { name }));
    await create({ name }, world.admin);
  });

  it('demand it for a prompt in the place of a protected one of gateway.yaml', async () => {
    const name = 'released';
    forbidden(await send(`POST ${PROMPTS}`, { ...world.here(), name, versions: [second] }));
    const { id } = await create();
    forbidden(await send(`PATCH ${PROMPTS}/${id}`, { name }));
    await create({ name }, world.admin);
    await world.create(PROMPTS, { name, workspace_id: null, versions: [second] });
  });

  it('record in the trail what has changed, and no version twice', async () => {
    const { id } = await create();
    good(await send(`POST ${PROMPTS}/${id}/versions`, text('Three')), 201);
    good(await move(id, 'production', 3));
    const { data } = await world.workspace.database.changes.listPage(world.organizationId, { limit: 100 });
    const [moved, added] = data.filter(({ targetId }) => targetId === id);
    expect(moved).toMatchObject({
      before: { definition: { labels: [] } },
      after: { definition: { labels: [{ name: 'production', version: 3 }] } },
    });
    expect(JSON.stringify(moved)).not.toContain('Three');
    expect(JSON.stringify(added)).toContain('Three');
    expect(JSON.stringify(added)).not.toContain('Two');
  });

  it('use the version of If-Match', async () => {
    const { id } = await create();
    const { headers } = await send(`GET ${PROMPTS}/${id}`);
    const etag = String(headers.etag);
    good(await move(id, 'staging', 1));
    const stale = await editor.send(`PUT ${PROMPTS}/${id}/labels/staging`, { version: 2 }, { 'if-match': etag });
    expect(stale.status).toBe(412);
  });
});

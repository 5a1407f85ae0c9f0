import { createHmac } from 'node:crypto';
import { request as send } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readDefinition } from '@multilane/agents';
import { type HttpAnswer, serviceDatabases } from '@multilane/testing';
import {
  HOOK_LIMIT_MS,
  refusalOf,
  startTestWorkspace,
  type TestCaller,
  type TestWorkspace,
} from '../start-test-workspace.js';

const [kind] = serviceDatabases();
if (kind === undefined) throw new Error('there is always a database');

const STEP = { id: 'a', kind: 'transform', expression: 'input.name' };
const json = <Body = Record<string, unknown>>(answer: HttpAnswer) => answer.json() as Body;
const mac = (secret: string | Buffer, text: string) => createHmac('sha256', secret).update(text);
const seconds = () => Math.floor(Date.now() / 1000);

describe('/w/workflows, /w/secrets and /hooks (docs/contract/workflows.md)', () => {
  let workspace: TestWorkspace;
  let owner: TestCaller;

  beforeAll(async () => {
    workspace = await startTestWorkspace(await kind.create());
    owner = await workspace.signIn();
  }, HOOK_LIMIT_MS);

  afterAll(async () => {
    await workspace?.stop();
    await kind.stop();
  }, HOOK_LIMIT_MS);

  const create = async (definition: object): Promise<string> => {
    const answer = await owner.send('POST /w/workflows', { name: `w ${Math.random()}`, definition });
    expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
    return json<{ id: string }>(answer).id;
  };
  const publish = async (definition: object = { nodes: [STEP] }): Promise<string> => {
    const id = await create(definition);
    expect((await owner.send(`POST /w/workflows/${id}/publish`)).status).toBe(200);
    return id;
  };
  const jobsOf = async (kind: string) =>
    (await workspace.database.sql.executeSql('SELECT data FROM multilane_jobs.job WHERE name = $1', [kind])).rows as {
      data: Record<string, string>;
    }[];

  it('keeps secrets to itself, whoever asks', async () => {
    const made = await owner.send('POST /w/secrets', { name: 'CRM_TOKEN', value: 'sk-very-secret' });
    const { id } = json<{ id: string }>(made);
    const changed = await owner.send(`PATCH /w/secrets/${id}`, { value: 'sk-even-more-secret', description: 'CRM' });
    const listed = await owner.send('GET /w/secrets');
    const trail = await workspace.database.changes.listPage(workspace.organizationId, { limit: 100 });
    expect([made.status, changed.status, json<{ data: object[] }>(listed).data]).toEqual([
      201,
      200,
      [{ ...json(changed), name: 'CRM_TOKEN', description: 'CRM' }],
    ]);
    expect(made.text + changed.text + listed.text + JSON.stringify(trail)).not.toMatch(/sk-/);
    const { rows } = await workspace.database.sql.executeSql('SELECT * FROM workspace_secrets');
    expect(JSON.stringify(rows)).not.toMatch(/sk-/);
    expect(refusalOf(await owner.send('POST /w/secrets', { name: 'CRM_TOKEN', value: 'x' }))).toEqual([
      409,
      'conflict',
      'name',
    ]);
    expect(refusalOf(await owner.send('POST /w/secrets', { name: '1x', value: 'x' }))).toEqual([
      400,
      'invalid_value',
      'name',
    ]);
    expect((await owner.send(`DELETE /w/secrets/${id}`)).status).toBe(204);
    expect(refusalOf(await owner.send(`GET /w/secrets/${id}`))).toEqual([404, 'not_found']);
  });

  it('publishes versions of a draft that has no problems, and names those that it has', async () => {
    const id = await create({ nodes: [{ id: 'h', kind: 'http', url: 'ftp://x', headers: { a: '{{secrets.NONE}}' } }] });
    const check = json<{ valid: boolean; problems: { node: string; path: string }[] }>(
      await owner.send(`POST /w/workflows/${id}/check`, {}),
    );
    expect(check).toMatchObject({
      valid: false,
      problems: [{ node: 'h', path: 'nodes[0].url', problem: { kind: 'not_web_address', values: {} } }],
    });
    const refused = await owner.send(`POST /w/workflows/${id}/publish`);
    expect(refusalOf(refused)).toEqual([400, 'invalid_value', 'definition.nodes[0].url']);
    const missing = {
      definition: {
        nodes: [{ id: 'h', kind: 'http', url: 'https://example.com/', headers: { a: '{{secrets.NONE}}' } }],
      },
    };
    expect(json(await owner.send(`POST /w/workflows/${id}/check`, missing))).toMatchObject({
      problems: [
        {
          node: 'h',
          path: 'nodes[0].headers',
          message: 'name the secret NONE, which the workspace does not have',
          problem: { kind: 'missing_secret', values: { secret: 'NONE' } },
        },
      ],
    });
    const found = await owner.send(`GET /w/workflows/${id}`);
    const etag = { 'if-match': String(found.headers.etag) };
    const changed = await owner.send(`PATCH /w/workflows/${id}`, { definition: { nodes: [STEP] } }, etag);
    expect(json(changed)).toMatchObject({ revision: 2, published_version: null });
    expect((await owner.send(`PATCH /w/workflows/${id}`, { name: 'late' }, etag)).status).toBe(412);
    expect(json(await owner.send(`POST /w/workflows/${id}/publish`))).toMatchObject({ published_version: 1 });
    await owner.send(`PATCH /w/workflows/${id}`, { definition: { nodes: [{ ...STEP, id: 'b' }] } });
    expect(json(await owner.send(`POST /w/workflows/${id}/publish`))).toMatchObject({ published_version: 2 });
    expect(json(await owner.send(`GET /w/workflows/${id}/versions`))).toMatchObject({
      data: [
        { version: 2, definition: { nodes: [{ id: 'b' }] } },
        { version: 1, published_by: expect.any(String) },
      ],
    });
  });

  it('publishes steps that name agents and versions that the workspace has, and no others', async () => {
    const made = json<{ id: string }>(await owner.send('POST /w/agents', { name: 'desk', model: 'm' }));
    const stranger = await workspace.database.change({ type: 'system', id: null, name: 'test' }, async (tables) => {
      const { id: organizationId } = await tables.organizations.create({ name: 'strangers' });
      const { id: workspaceId } = await tables.workspaces.create(organizationId, { name: 'w' });
      const values = { name: 'desk', description: '', definition: readDefinition({ model: 'm' }), createdBy: 'test' };
      return tables.agents.create({ organizationId, workspaceId }, values);
    });
    const task = (agentId: string, more = {}) => ({ kind: 'agent', agent_id: agentId, input: 'Go.', ...more });
    const id = await create({ nodes: [{ id: 'a', ...task(stranger.id) }] });
    const problemsOf = async (node: object) => {
      const answer = await owner.send(`POST /w/workflows/${id}/check`, { definition: { nodes: [node] } });
      return json<{ problems: { path: string }[] }>(answer).problems.map(({ path }) => path);
    };
    expect(refusalOf(await owner.send(`POST /w/workflows/${id}/publish`))).toEqual([
      400,
      'invalid_value',
      'definition.nodes[0].agent_id',
    ]);
    expect(await problemsOf({ id: 'm', kind: 'map', items: '[1]', step: task(stranger.id) })).toEqual([
      'nodes[0].step.agent_id',
    ]);
    expect(await problemsOf({ id: 'a', ...task(made.id, { version: 2 }) })).toEqual(['nodes[0].version']);
    await owner.send(`PATCH /w/workflows/${id}`, { definition: { nodes: [{ id: 'a', ...task(made.id) }] } });
    expect(json(await owner.send(`POST /w/workflows/${id}/publish`))).toMatchObject({ published_version: 1 });
  });

  it('publishes steps that read knowledge bases of the workspace, and no others', async () => {
    const actor = { type: 'system', id: null, name: 'test' } as const;
    const [own, foreign] = await workspace.database.change(actor, async (tables) => {
      const { organizationId, workspaceId } = workspace;
      const { id: other } = await tables.organizations.create({ name: 'next door' });
      const { id: place } = await tables.workspaces.create(other, { name: 'w' });
      const values = { name: 'handbook', embeddingModel: 'e' };
      return [
        await tables.knowledgeBases.create({ organizationId, workspaceId }, values),
        await tables.knowledgeBases.create({ organizationId: other, workspaceId: place }, values),
      ] as const;
    });
    const read = (...ids: string[]) => ({ kind: 'retrieve', kb_ids: ids, query: '"q"' });
    const refuse = async (node: object) => {
      const id = await create({ nodes: [node] });
      return refusalOf(await owner.send(`POST /w/workflows/${id}/publish`));
    };
    const path = 'definition.nodes[0]';
    expect(await refuse({ id: 'a', ...read(own.id, foreign.id) })).toEqual([400, 'invalid_value', `${path}.kb_ids[1]`]);
    expect(await refuse({ id: 'a', ...read(crypto.randomUUID()) })).toEqual([
      400,
      'invalid_value',
      `${path}.kb_ids[0]`,
    ]);
    expect(await refuse({ id: 'm', kind: 'map', items: '[1]', step: read(foreign.id) })).toEqual([
      400,
      'invalid_value',
      `${path}.step.kb_ids[0]`,
    ]);
    await publish({ nodes: [{ id: 'a', ...read(own.id) }] });
  });

  it('knows when a schedule is due, and only while the workflow is published and enabled', async () => {
    const id = await publish();
    const schedule = { cron: '0 9 * * MON', timezone: 'Europe/Berlin' };
    const set = await owner.send(`PATCH /w/workflows/${id}`, { schedule });
    expect(json(set)).toMatchObject({ schedule: { ...schedule, next_run_at: expect.stringMatching(/T0[78]:00:00/) } });
    const off = await owner.send(`PATCH /w/workflows/${id}`, { enabled: false });
    expect(json(off)).toMatchObject({ schedule: { ...schedule, next_run_at: null } });
    const wrong = await owner.send(`PATCH /w/workflows/${id}`, { schedule: { ...schedule, cron: 'often' } });
    expect(refusalOf(wrong)).toEqual([400, 'invalid_value', 'schedule.cron']);
    expect(json(await owner.send(`PATCH /w/workflows/${id}`, { schedule: null }))).toMatchObject({ schedule: null });
  });

  it('starts, lists, cancels and repeats runs', async () => {
    const draft = await create({ nodes: [STEP] });
    expect(refusalOf(await owner.send(`POST /w/workflows/${draft}/runs`, {}))).toEqual([409, 'conflict']);
    expect(json(await owner.send(`POST /w/workflows/${draft}/runs`, { dry_run: true }))).toMatchObject({
      version: null,
      dry_run: true,
    });
    const id = await publish();
    const started = await owner.send(`POST /w/workflows/${id}/runs`, { input: { name: 'Ada' } });
    expect([started.status, json(started)]).toEqual([
      202,
      expect.objectContaining({ status: 'pending', version: 1, input: { name: 'Ada' } }),
    ]);
    const run = json<{ id: string }>(started).id;
    expect((await jobsOf('workflow.run')).map(({ data }) => data.run_id)).toContain(run);
    const { rows } = await workspace.database.sql.executeSql('SELECT identity FROM workflow_runs WHERE id = $1', [run]);
    expect(rows[0].identity).toEqual({
      by: 'member',
      organizationId: workspace.organizationId,
      userId: owner.user?.id,
      workspaceId: workspace.workspaceId,
    });
    expect(refusalOf(await owner.send(`POST /w/workflow-runs/${run}/rerun`, {}))).toEqual([409, 'conflict']);
    expect(json(await owner.send(`POST /w/workflow-runs/${run}/cancel`))).toMatchObject({ status: 'cancelled' });
    expect(refusalOf(await owner.send(`POST /w/workflow-runs/${run}/rerun`, { from_step: 'gone' }))).toEqual([
      400,
      'invalid_value',
      'from_step',
    ]);
    const again = await owner.send(`POST /w/workflow-runs/${run}/rerun`, { from_step: 'a' });
    expect(json(again)).toMatchObject({ rerun_of: run, rerun_from: 'a', trigger: 'rerun', input: { name: 'Ada' } });
    const list = await owner.send(`GET /w/workflow-runs?workflow_id=${id}&status=cancelled`);
    expect(json<{ data: object[] }>(list).data).toMatchObject([{ id: run }]);
    const large = await owner.send(`POST /w/workflows/${id}/runs`, { input: 'x'.repeat(300_000) });
    expect(refusalOf(large)).toEqual([400, 'invalid_value', 'input']);
  });

  it('streams the events of a run, and goes on behind the last one that was seen', async () => {
    const id = await publish();
    const { id: runId } = json<{ id: string }>(await owner.send(`POST /w/workflows/${id}/runs`, {}));
    const run = { runId, workspaceId: workspace.workspaceId };
    const { runEvents } = workspace.database;
    await runEvents.append(run, [
      { kind: 'run.started', data: {} },
      { kind: 'step.started', data: { node: 'a' } },
    ]);
    const stream = openStream(`${workspace.url}/w/workflow-runs/${runId}/events`, owner.headers);
    await stream.saw('step.started');
    await runEvents.append(run, [
      { kind: 'step.completed', data: { node: 'a' } },
      { kind: 'run.completed', data: {} },
    ]);
    const whole = await stream.ended;
    expect(whole.match(/^event: (.*)$/gm)).toEqual(
      ['run.started', 'step.started', 'step.completed', 'run.completed'].map((kind) => `event: ${kind}`),
    );
    expect(whole).toContain('id: 2\nevent: step.started\ndata: {"node":"a","created_at":');
    const rest = await openStream(`${workspace.url}/w/workflow-runs/${runId}/events`, {
      ...owner.headers,
      'last-event-id': '3',
    }).ended;
    expect(rest.match(/^id: (.*)$/gm)).toEqual(['id: 4']);
    const wrong = await owner.send(`GET /w/workflow-runs/${runId}/events`, undefined, { 'last-event-id': 'x' });
    expect(refusalOf(wrong)).toEqual([400, 'invalid_value', 'last-event-id']);
  });

  it('decides about a step that waits for it, once', async () => {
    const id = await publish({ nodes: [{ id: 'ok', kind: 'approval', message: 'Go on?' }] });
    const { id: runId } = json<{ id: string }>(await owner.send(`POST /w/workflows/${id}/runs`, {}));
    const { workflowWork: work } = workspace.database;
    const stepId = await work.transaction(async (sql) => {
      await work.lockRun(sql, runId);
      return (await work.addSteps(sql, runId, [{ nodeId: 'ok' }]))[0] ?? '';
    });
    const decide = (decision: string, step = stepId) =>
      owner.send(`POST /w/workflow-runs/${runId}/steps/${step}/decision`, { decision });
    expect(refusalOf(await decide('approved'))).toEqual([409, 'conflict']);
    const taken = await work.take(stepId);
    await work.transaction(async (sql) => {
      if (taken !== undefined)
        await work.writeOutcome(sql, taken, { status: 'waiting', dueAt: new Date(Date.now() + 60_000) });
    });
    expect(refusalOf(await decide('maybe'))).toEqual([400, 'invalid_value', 'decision']);
    expect(refusalOf(await decide('approved', runId))).toEqual([404, 'not_found']);
    expect((await decide('approved')).status).toBe(202);
    expect(refusalOf(await decide('rejected'))).toEqual([409, 'conflict']);
    expect((await jobsOf('workflow.step')).map(({ data }) => data.step_id)).toEqual([stepId]);
    const steps = json<{ data: object[] }>(await owner.send(`GET /w/workflow-runs/${runId}/steps`)).data;
    expect(steps).toMatchObject([{ node: 'ok', decision: 'approved', iteration: null }]);
  });

  describe('hooks', () => {
    let id: string;
    let secret: string;
    const body = JSON.stringify({ order: 7 });

    beforeAll(async () => {
      id = await publish();
      const hook = json<{ secret: string; path: string }>(await owner.send(`PUT /w/workflows/${id}/hook`, {}));
      expect(hook.path).toBe(`/hooks/${id}`);
      secret = hook.secret;
    });

    const deliver = (headers: Record<string, string>, text: string = body) =>
      workspace.send(`POST /hooks/${id}`, Buffer.from(text), { 'content-type': 'application/json', ...headers });
    const standard = (message: string, by = secret, time = seconds(), text = body) => ({
      'webhook-id': message,
      'webhook-timestamp': String(time),
      'webhook-signature': `v1,${mac(Buffer.from(by.slice(6), 'base64'), `${message}.${time}.${text}`).digest('base64')}`,
    });
    const hub = (text: string, by = secret) => ({ 'x-hub-signature-256': `sha256=${mac(by, text).digest('hex')}` });

    it('start a run for a signed delivery, once', async () => {
      const answer = await deliver(standard('msg_1'));
      expect([answer.status, json(answer)]).toEqual([202, { id: expect.any(String), object: 'workflow.run' }]);
      const run = json(await owner.send(`GET /w/workflow-runs/${json(answer).id}`));
      expect(run).toMatchObject({ trigger: 'hook', input: { body: { order: 7 }, headers: { 'webhook-id': 'msg_1' } } });
      expect(refusalOf(await deliver(standard('msg_1')))).toEqual([409, 'conflict']);
      expect((await deliver(hub(body))).status).toBe(202);
      expect(refusalOf(await deliver(hub(body)))).toEqual([409, 'conflict']);
      expect((await deliver({ ...hub(body), 'x-github-delivery': 'd-1' })).status).toBe(202);
    });

    it.each([
      ['no signature', () => ({})],
      ['another secret', () => standard('msg_2', `whsec_${Buffer.alloc(32).toString('base64')}`)],
      ['another body', () => standard('msg_2', secret, seconds(), 'other')],
      ['an old signature', () => standard('msg_2', secret, seconds() - 301)],
      ['a signature of the future', () => standard('msg_2', secret, seconds() + 301)],
      ['a hub signature of another secret', () => hub(body, 'other')],
      [
        'a Stripe signature where the scheme is another',
        () => ({ 'stripe-signature': `t=${seconds()},v1=${mac(secret, `${seconds()}.${body}`).digest('hex')}` }),
      ],
    ])('reject %s', async (_what, headers) => {
      expect(refusalOf(await deliver(headers()))).toEqual([401, 'invalid_signature']);
    });

    it.each([
      ["GitHub's form, as its JSON", `payload=${encodeURIComponent(body)}`, { order: 7 }],
      ['any other form, as its fields', 'From=%2B49&Body=Hi+there', { From: '+49', Body: 'Hi there' }],
    ])('start a run for %s, whose signature is that of the bytes', async (_what, form, expected) => {
      const type = { 'content-type': 'application/x-www-form-urlencoded' };
      expect(refusalOf(await deliver({ ...type, ...hub(body) }, form))).toEqual([401, 'invalid_signature']);
      const answer = await deliver({ ...type, ...hub(form), 'x-github-event': 'push' }, form);
      expect(answer.status).toBe(202);
      const run = json(await owner.send(`GET /w/workflow-runs/${json(answer).id}`));
      expect(run).toMatchObject({ input: { body: expected, headers: { 'x-github-event': 'push' } } });
    });

    it('are answered for text that no database stores', async () => {
      const type = { 'content-type': 'application/x-www-form-urlencoded' };
      expect((await deliver({ ...type, ...hub('a=%00') }, 'a=%00')).status).toBeLessThan(500);
    });

    it('reject bodies that are too large, compressed or no JSON', async () => {
      expect(refusalOf(await deliver(standard('msg_3', secret, seconds(), 'no JSON'), 'no JSON'))).toEqual([
        400,
        'invalid_value',
      ]);
      expect(refusalOf(await deliver({ ...standard('msg_3'), 'content-encoding': 'gzip' }))).toEqual([
        415,
        'unsupported_media_type',
      ]);
      expect(refusalOf(await deliver({}, 'x'.repeat(300_000)))).toEqual([413, 'payload_too_large']);
    });

    it('accept two secrets while one is replaced, and then the new one alone', async () => {
      const next = json<{ secret: string }>(
        await owner.send(`PUT /w/workflows/${id}/hook`, { keep_previous: true }),
      ).secret;
      expect([(await deliver(standard('msg_4'))).status, (await deliver(standard('msg_5', next))).status]).toEqual([
        202, 202,
      ]);
      const view = json<{ hook: object }>(await owner.send(`GET /w/workflows/${id}`));
      expect(view.hook).toMatchObject({ secret_hints: [`…${next.slice(-4)}`, `…${secret.slice(-4)}`] });
      expect(JSON.stringify(view)).not.toContain(next);
      const stripe = { scheme: 'stripe', secret: 'whsec_of-stripe-itself' };
      await owner.send(`PUT /w/workflows/${id}/hook`, stripe);
      const time = seconds();
      const signed = { 'stripe-signature': `t=${time},v0=x,v1=${mac(stripe.secret, `${time}.${body}`).digest('hex')}` };
      expect([(await deliver(signed)).status, (await deliver(standard('msg_6', next))).status]).toEqual([202, 401]);
      await owner.send(`PATCH /w/workflows/${id}`, { enabled: false });
      expect(refusalOf(await deliver(signed))).toEqual([404, 'not_found']);
      await owner.send(`DELETE /w/workflows/${id}/hook`);
      expect(json(await owner.send(`GET /w/workflows/${id}`))).toMatchObject({ hook: null });
    });
  });
});

/** A stream of events: resolves when it has shown a kind of event, and with all of it when it has ended. */
function openStream(url: string, headers: Readonly<Record<string, string>>) {
  let text = '';
  const watchers = new Set<() => void>();
  const ended = new Promise<string>((resolve, reject) => {
    send(url, { headers }, (response) => {
      response.setEncoding('utf8');
      response.on('data', (piece: string) => {
        text += piece;
        for (const watch of watchers) watch();
      });
      response.on('end', () => resolve(text));
      response.on('error', reject);
    })
      .on('error', reject)
      .end();
  });
  const saw = (kind: string) =>
    new Promise<void>((resolve) => {
      const watch = (): void => {
        if (text.includes(`event: ${kind}\n`)) resolve();
      };
      watchers.add(watch);
      watch();
    });
  return { ended, saw };
}

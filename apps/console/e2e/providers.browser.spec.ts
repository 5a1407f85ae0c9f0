import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { checkPage, expect, test } from './check-page.js';
import { askModel } from './gateway-calls.js';
import { asOwner, openPage, readWorld, signIn } from './world.js';

const KEY = 'sk-house-0123456789abcdef';

/** A runtime in the house that serves two models to those with the key. */
let house: Server;

test.beforeAll(async () => {
  house = createServer((request, response) => {
    const send = (status: number, body: object): void => {
      request.resume();
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    if (request.headers.authorization !== `Bearer ${KEY}`) {
      const error = { message: 'Incorrect API key.', type: 'invalid_request_error', code: 'invalid_api_key' };
      return send(401, { error });
    }
    if (request.url === '/v1/models') {
      return send(200, { object: 'list', data: ['house-small', 'house-large'].map((id) => ({ id, object: 'model' })) });
    }
    send(200, {
      id: 'chat-1',
      object: 'chat.completion',
      created: 1_790_000_000,
      model: 'house-small',
      choices: [{ index: 0, message: { role: 'assistant', content: 'Here.' }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 4, completion_tokens: 1, total_tokens: 5 },
    });
  });
  await new Promise<void>((done) => house.listen(0, '127.0.0.1', done));
});

test.afterAll(async () => {
  house.closeAllConnections();
  await new Promise((done) => house.close(done));
});

test('the list tells how each provider did in the last hour', { tag: '@part-2' }, async ({ page }) => {
  await askModel('lane-one', 'How are you?');
  await signIn(page);
  await openPage(page, '/w/:workspace/providers');
  const { providerId, workspace } = readWorld();
  const { name } = await asOwner().call<{ name: string }>('GET', `/admin/providers/${providerId}`);
  const row = page.getByRole('row').filter({ hasText: name });
  // Records are summed a moment later.
  await expect(async () => {
    await page.reload();
    await expect(row).toContainText(/Works[1-9]\d* requests?, 0% failed/);
  }).toPass();
  await expect(row).toContainText(/(ms|sec) \/ .*(ms|sec)/);
  await asOwner().call('POST', `/admin/providers?workspace_id=${workspace.id}`, {
    name: 'idle one',
    kind: 'simulator',
  });
  await page.reload();
  await expect(page.getByRole('row').filter({ hasText: 'idle one' })).toContainText('No requests');
  await checkPage(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await checkPage(page);
});

test('a model is chosen from those that the price table knows, which fills in the form', { tag: '@part-3' }, async ({
  page,
}) => {
  const { workspace } = readWorld();
  const { id } = await asOwner().call<{ id: string }>('POST', `/admin/providers?workspace_id=${workspace.id}`, {
    name: 'known ones',
    kind: 'openai',
    api_key: 'sk-known-0123456789abcdef',
  });
  await signIn(page);
  await openPage(page, `/w/:workspace/models?open=new&provider=${id}`);
  const form = page.getByRole('dialog', { name: 'Add a model' });
  const upstream = form.getByRole('combobox', { name: 'Name at the provider' });
  await upstream.fill('gpt-4o-mi');
  const option = page.getByRole('option', { name: /^gpt-4o-mini\b/ }).first();
  await expect(option).toContainText('128,000 tokens');
  await expect(option).toContainText('$0.15 in / $0.60 out');
  await option.click();
  await expect(upstream).toHaveValue('gpt-4o-mini');
  await expect(form.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('gpt-4o-mini');
  await expect(form.getByText(/^Known price: \$0\.15 in, \$0\.60 out/)).toBeVisible();
  await checkPage(page);
  await form.getByRole('button', { name: 'Add model' }).click();
  await expect(page.getByRole('dialog', { name: 'gpt-4o-mini', exact: true })).toContainText('128,000');
});

test('a provider is added by its manifest, tested, corrected, and a model that it offers is made, changed and deleted', async ({
  page,
  trouble,
}) => {
  for (const status of [400, 409, 412]) trouble.expectStatus(status);
  const { port } = house.address() as AddressInfo;
  await signIn(page);
  await openPage(page, '/w/:workspace/providers');
  await page.getByRole('button', { name: 'Add provider' }).first().click();
  const form = page.getByRole('dialog', { name: 'Add a provider' });
  const add = form.getByRole('button', { name: 'Add provider' });
  // The field that has the focus shows its choices: Escape closes them, and nothing else.
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('option')).toHaveCount(0);
  await add.click();
  await expect(form.getByText('Choose a provider.')).toBeVisible();
  await form.getByRole('combobox', { name: 'Provider' }).fill('OpenAI-comp');
  await page.getByRole('option', { name: 'OpenAI-compatible' }).click();
  await expect(form.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('openai-compatible');
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('house');
  await form.getByRole('textbox', { name: 'Base URL' }).fill('no address');
  await form.getByRole('textbox', { name: 'API key', exact: true }).fill('sk-mistyped-0123456789');
  await form.getByRole('button', { name: 'Headers and time limits' }).click();
  await form.getByRole('textbox', { name: 'Headers' }).fill('X-Team');
  await add.click();
  await expect(form.getByText('Line 1 is not a header.', { exact: false })).toBeVisible();
  await form.getByRole('textbox', { name: 'Headers' }).fill('X-Team: research');
  await add.click();
  await expect(form.getByRole('textbox', { name: 'Base URL' })).toHaveAttribute('aria-invalid', 'true');
  await form.getByRole('textbox', { name: 'Base URL' }).fill(`http://127.0.0.1:${port}/v1`);
  await add.click();

  const provider = page.getByRole('dialog', { name: 'house', exact: true });
  await provider.getByRole('button', { name: 'Test' }).click();
  await expect(provider.getByRole('alert')).toContainText('The provider cannot be used');
  await checkPage(page);
  await provider.getByRole('button', { name: 'List models' }).click();
  await expect(provider.getByRole('alert')).toHaveCount(2);
  await provider.getByRole('button', { name: 'Edit' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit house' });
  await expect(edit.getByRole('textbox', { name: 'API key', exact: true })).toHaveValue('');
  await edit.getByRole('textbox', { name: 'API key', exact: true }).fill(KEY);
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(edit).toBeHidden();
  await provider.getByRole('button', { name: 'Test' }).click();
  await expect(provider.getByText('The provider accepted the credential')).toBeVisible();
  await provider.getByRole('button', { name: 'List models' }).click();
  await expect(provider.getByText('2 models offered')).toBeVisible();
  await expect(provider.getByRole('alert')).toHaveCount(0);
  await checkPage(page);

  await provider.getByRole('link', { name: 'Add house-small' }).click();
  const making = page.getByRole('dialog', { name: 'Add a model' });
  const name = making.getByRole('textbox', { name: 'Name', exact: true });
  await expect(name).toHaveValue('house-small');
  await expect(making.getByRole('combobox', { name: 'Provider', exact: true })).toHaveValue('house');
  await name.fill('lane-one');
  await making.getByRole('button', { name: 'Add model' }).click();
  await expect(name).toHaveAttribute('aria-invalid', 'true');
  await name.fill('house-small');
  await making.getByRole('textbox', { name: 'Input, per million tokens', exact: true }).fill('2.5');
  await making.getByRole('button', { name: 'Add model' }).click();
  const model = page.getByRole('dialog', { name: 'house-small', exact: true });
  await expect(model).toBeVisible();
  const { id, provider_id } = await findModel();
  // The gateway hears of it a moment later.
  await expect(() => askModel('house-small', 'Are you there?')).toPass();

  await model.getByRole('button', { name: 'Edit' }).click();
  const mine = page.getByRole('dialog', { name: 'Edit house-small' });
  await mine.getByRole('textbox', { name: 'Output, per million tokens', exact: true }).fill('10');
  await asOwner().call('PATCH', `/admin/models/${id}`, { aliases: ['house'] });
  await mine.getByRole('button', { name: 'Save' }).click();
  const conflict = mine.getByRole('alert').filter({ hasText: 'This was changed while you were editing' });
  await expect(conflict.getByRole('row', { name: /Other names/ })).toContainText('house');
  await conflict.getByRole('button', { name: 'Read the new version' }).click();
  await mine.getByRole('textbox', { name: 'Output, per million tokens', exact: true }).fill('10');
  await mine.getByRole('button', { name: 'Save' }).click();
  await expect(mine).toBeHidden();
  const prices = { input_per_million: 2.5, output_per_million: 10 };
  expect(await findModel()).toMatchObject({ aliases: ['house'], prices, upstream_model: 'house-small' });

  // A provider that a model uses stays.
  await openPage(page, `/w/:workspace/providers?open=${provider_id}`);
  const remove = async () => {
    await provider.getByRole('button', { name: 'Delete' }).click();
    const question = page.getByRole('dialog', { name: 'Delete house?' });
    await question.getByRole('button', { name: 'Delete' }).click();
    return question;
  };
  const refused = await remove();
  await expect(refused.getByRole('alert')).toBeVisible();
  await refused.getByRole('button', { name: 'Cancel' }).click();
  await openPage(page, `/w/:workspace/models?open=${id}`);
  await model.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: 'Delete house-small?' }).getByRole('button', { name: 'Delete' }).click();
  await expect(model).toBeHidden();
  await openPage(page, `/w/:workspace/providers?open=${provider_id}`);
  await remove();
  await expect(provider).toBeHidden();
  await expect(page.getByRole('button', { name: /^house/ })).toHaveCount(0);
});

test('the page of a model shows what is known of it', { tag: '@part-1' }, async ({ page }) => {
  await signIn(page);
  const owner = asOwner();
  const place = `workspace_id=${readWorld().workspace.id}`;
  const known = { name: 'known', kind: 'openai' };
  const provider = await owner.call<{ id: string }>('POST', `/admin/providers?${place}`, known);
  const model = await owner.call<{ id: string }>('POST', `/admin/models?${place}`, {
    logical_name: 'known-model',
    provider_id: provider.id,
    upstream_model: 'gpt-5.5',
  });
  await openPage(page, `/w/:workspace/models?open=${model.id}`);
  const drawer = page.getByRole('dialog', { name: 'known-model', exact: true });
  await expect(drawer.getByText('Reasoning efforts')).toBeVisible();
  await expect(drawer.getByText('max_completion_tokens')).toBeVisible();
  await expect(drawer.getByText('Parameters that it does not take')).toBeVisible();
  await expect(drawer.getByText('1,050,000')).toBeVisible();
  await checkPage(page);
  await owner.call('DELETE', `/admin/models/${model.id}`);
  await owner.call('DELETE', `/admin/providers/${provider.id}`);
});

interface ModelAnswer {
  readonly id: string;
  readonly provider_id: string;
}

async function findModel(): Promise<ModelAnswer> {
  const { workspace } = readWorld();
  const path = `/admin/models?q=house-small&workspace_id=${workspace.id}`;
  const { data } = await asOwner().call<{ data: ModelAnswer[] }>('GET', path);
  const [model] = data;
  if (model === undefined) throw new Error('There is no such model.');
  return model;
}

test('the list and the panel of a provider tell what is in cool-down, since when, until when and why', async ({
  page,
}) => {
  await signIn(page);
  const { providerId } = readWorld();
  const since = new Date(Date.now() - 120_000).toISOString();
  const until = new Date(Date.now() + 40_000).toISOString();
  const coolDowns = [
    { kind: 'model', subject: 'lane-model', reason: 'rate_limited', status: 429, since, until, gateways: 2 },
    { kind: 'credential', subject: '…1234', reason: 'rejected', status: null, since, until, gateways: 1 },
  ];
  await page.route('**/admin/providers/health?*', async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { data: { provider_id: string; cool_downs: unknown[] }[] };
    // Nothing of this world is in cool-down; the answer has the list all the same.
    expect(answer.data.map(({ cool_downs: list }) => list)).toEqual(answer.data.map(() => []));
    for (const health of answer.data) if (health.provider_id === providerId) health.cool_downs = coolDowns;
    await route.fulfill({ response, json: answer });
  });
  await openPage(page, '/w/:workspace/providers');
  await expect(page.getByText('2 in cool-down')).toHaveCount(1);
  await checkPage(page);
  await openPage(page, `/w/:workspace/providers?open=${providerId}`);
  const notice = page.getByRole('dialog').getByRole('alert').filter({ hasText: 'In cool-down' });
  await expect(notice).toContainText('Model lane-model: routes try their other targets.');
  await expect(notice).toContainText('The provider asked for fewer requests. It answered 429.');
  await expect(notice).toContainText('Credential …1234: the other credentials are used.');
  await expect(notice).toContainText('2 gateways');
  await expect(notice.locator(`time[datetime="${since}"]`)).toHaveCount(2);
  await expect(notice.locator(`time[datetime="${until}"]`)).toHaveCount(2);
  await checkPage(page);
});

test('a provider can be changed once its kinds are there, and the form that was opened stays', async ({ page }) => {
  await signIn(page);
  const { providerId } = readWorld();
  await page.route('**/admin/provider-kinds*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    await route.continue();
  });
  const kinds = page.waitForResponse(/provider-kinds/);
  await openPage(page, `/w/:workspace/providers?open=${providerId}`);
  await page.getByRole('dialog').getByRole('button', { name: 'Edit' }).click();
  await kinds;
  const name = page.getByRole('dialog', { name: /^Edit / }).getByRole('textbox', { name: 'Name', exact: true });
  await name.fill('kept');
  await expect(name).toHaveValue('kept');
});

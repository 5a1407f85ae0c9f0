import { checkPage, expect, test } from './check-page.js';
import { tabTo } from './keyboard.js';
import { asOwner, openPage, readWorld, signIn } from './world.js';

const STEPS = {
  nodes: [
    { id: 'greet', kind: 'transform', expression: '{ "text": "Hello " & input.name }' },
    { id: 'ask', kind: 'approval', message: 'Send it?' },
  ],
  edges: [{ from: 'greet', to: 'ask' }],
};

async function addWorkflow(name: string): Promise<string> {
  const path = `/w/workflows?workspace_id=${readWorld().workspace.id}`;
  return (await asOwner().call<{ id: string }>('POST', path, { name, definition: STEPS })).id;
}

test('a workflow is built by keyboard, published, run, and its approval given', async ({ page }) => {
  await signIn(page);
  await openPage(page, '/w/:workspace/workflows?open=new');
  const form = page.getByRole('dialog', { name: 'Create a workflow' });
  await form.getByLabel('Name').fill('Greeting');
  await form.getByRole('button', { name: 'Create workflow' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Greeting' })).toBeVisible();
  const add = page.getByRole('button', { name: 'Add a step' });
  for (const kind of ['Transform', 'Approval, connected']) {
    await tabTo(page, add);
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: kind, exact: true }).press('Enter');
    await page.getByRole('menu').waitFor({ state: 'hidden' });
  }
  const step = page.getByRole('region', { name: 'Step', exact: true });
  await step.getByLabel('Message').fill('Send it?');
  const graph = page.getByRole('region', { name: 'Graph of the workflow' });
  await expect(graph.getByText('1 problem')).toHaveCount(1);
  await checkPage(page);
  await page.getByRole('article', { name: 'transform_1' }).getByRole('button').first().click();
  await step.getByLabel('Expression').fill('{ "text": "Hello " & input.name }');
  await expect(page.getByText('No problems.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(step.getByLabel('Expression')).toHaveValue('');
  await page.getByRole('button', { name: 'Redo' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Draft saved')).toBeVisible();
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('Version 1 published')).toBeVisible();

  await page.getByRole('button', { name: 'Run', exact: true }).click();
  const start = page.getByRole('dialog', { name: 'Run Greeting' });
  await start.getByLabel('Input').fill('{ "name": "Ada" }');
  await start.getByRole('button', { name: 'Run', exact: true }).click();
  const run = page.getByRole('region', { name: 'Run', exact: true });
  await tabTo(page, run.getByRole('button', { name: 'Approve approval_1' }));
  await page.keyboard.press('Enter');
  await expect(run).toHaveAttribute('aria-busy', 'false', { timeout: 30_000 });
  await run.getByRole('button', { name: 'Input and output of transform_1' }).click();
  await expect(run.getByRole('region', { name: 'Output of transform_1' })).toContainText('Hello Ada');
  await page.setViewportSize({ width: 390, height: 844 });
  await checkPage(page);
});

test('a draft that somebody else changed is not overwritten unseen, and what starts it is set', {
  tag: '@part-3',
}, async ({ page, trouble }) => {
  trouble.expectStatus(412);
  const id = await addWorkflow('Shared');
  await signIn(page);
  await openPage(page, `/w/:workspace/workflows/${id}`);
  const graph = page.getByRole('region', { name: 'Graph of the workflow' });
  await graph.getByRole('group', { name: 'ask, Approval' }).press('Enter');
  await page.keyboard.press('Delete');
  await expect(page.getByRole('article', { name: 'ask' })).toHaveCount(0);
  const nodes = [{ ...STEPS.nodes[0], name: 'Theirs' }];
  await asOwner().call('PATCH', `/w/workflows/${id}`, { definition: { nodes, edges: [] } });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('This was changed while you were editing')).toBeVisible();
  await checkPage(page);
  await page.getByRole('button', { name: 'Overwrite with mine' }).click();
  await expect(page.getByText('Not saved')).toHaveCount(0);

  await page.getByRole('tab', { name: 'Triggers' }).click();
  await page.getByRole('button', { name: 'Add a schedule' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('0 9 * * MON-FRI')).toBeVisible();
  await page.getByRole('button', { name: 'Add a hook' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'I have copied it' }).click();
  await expect(page.getByText(`/hooks/${id}`)).toBeVisible();
  await checkPage(page);
});

test('a new step is seen, wherever the picture was moved to, and connected only when that is asked for', async ({
  page,
}) => {
  const id = await addWorkflow('Placed');
  await signIn(page);
  await openPage(page, `/w/:workspace/workflows/${id}`);
  const graph = page.getByRole('region', { name: 'Graph of the workflow' });
  const pane = await graph.boundingBox();
  expect(pane?.height).toBeGreaterThan(400);
  for (const [name, kind] of [
    ['wait_1', 'Wait'],
    ['wait_2', 'Wait'],
    ['http_1', 'HTTP request, connected'],
  ] as const) {
    await page.getByRole('button', { name: 'Add a step' }).click();
    await page.getByRole('menuitem', { name: kind, exact: true }).click();
    await expect(graph.getByRole('group', { name: new RegExp(`^${name},`) })).toBeInViewport({ ratio: 1 });
  }
  const row = page.getByRole('article', { name: 'wait_2' });
  await row.getByRole('button').first().click();
  await expect(row.getByText('→ http_1')).toBeVisible();
  await expect(page.getByText('→ wait_1')).toHaveCount(0);
  await checkPage(page);
});

test('a step that failed shows what it sent and what was answered', { tag: '@part-2' }, async ({ page }) => {
  const { url } = readWorld();
  const nodes = [{ id: 'call', kind: 'http', method: 'GET', url: `${url}/nowhere` }];
  const path = `/w/workflows?workspace_id=${readWorld().workspace.id}`;
  const { id } = await asOwner().call<{ id: string }>('POST', path, {
    name: 'Failing',
    definition: { nodes, edges: [] },
  });
  await asOwner().call('POST', `/w/workflows/${id}/publish`);
  const run = await asOwner().call<{ id: string }>('POST', `/w/workflows/${id}/runs`, { input: {} });
  await signIn(page);
  await openPage(page, `/w/:workspace/workflows/${id}?tab=runs&run=${run.id}`);
  const shown = page.getByRole('region', { name: 'Run', exact: true });
  await expect(shown).toHaveAttribute('aria-busy', 'false', { timeout: 30_000 });
  await expect(shown.getByRole('region', { name: 'Sent by call' })).toContainText('/nowhere');
  await checkPage(page);
});

test('a secret is added, changed and deleted, and its value is never shown', async ({ page }) => {
  await signIn(page);
  await openPage(page, '/w/:workspace/secrets?open=new');
  const form = page.getByRole('dialog', { name: 'Add a secret' });
  await form.getByLabel('Name').fill('SHOP_KEY');
  await form.getByRole('textbox', { name: 'Value' }).fill('hidden-value');
  await form.getByRole('button', { name: 'Add secret' }).click();
  await expect(page.getByText('SHOP_KEY')).toBeVisible();
  await page.getByRole('button', { name: 'Actions for SHOP_KEY' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Change' }).click();
  const edit = page.getByRole('dialog', { name: 'Change SHOP_KEY' });
  await expect(edit.getByRole('textbox', { name: 'Value' })).toHaveValue('');
  await edit.getByLabel('Description').fill('Of the shop');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Of the shop')).toBeVisible();
  await checkPage(page);
  await page.getByRole('button', { name: 'Actions for SHOP_KEY' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No secrets in this workspace yet.')).toBeVisible();
});

test('the model of a step is one of those of the workspace', { tag: '@part-1' }, async ({ page }) => {
  const path = `/w/workflows?workspace_id=${readWorld().workspace.id}`;
  const definition = { nodes: [{ id: 'ask', kind: 'model', messages: [{ role: 'user', content: 'Hello' }] }] };
  const { id } = await asOwner().call<{ id: string }>('POST', path, { name: 'With a model', definition });
  await signIn(page);
  await openPage(page, `/w/:workspace/workflows/${id}`);
  await page.getByRole('article', { name: 'ask' }).getByRole('button').first().click();
  const step = page.getByRole('region', { name: 'Step', exact: true });
  await expect(step.getByText('Model: Fill in this field.')).toBeVisible();
  await step.getByRole('combobox', { name: 'Model', exact: true }).click();
  await page.getByRole('option', { name: 'lane-two' }).click();
  await expect(page.getByText('No problems.')).toBeVisible();
  await checkPage(page);
});

test('problems of a graph are told beside their step in the language of the reader, and in JSON with its name', {
  tag: '@part-2',
}, async ({ page }) => {
  const path = `/w/workflows?workspace_id=${readWorld().workspace.id}`;
  const definition = {
    nodes: [
      { id: 'call', kind: 'http', url: 'ftp://example.com', headers: { a: '{{secrets.NONE}}' } },
      { id: 'check', kind: 'condition', expression: 'steps.gone.output.ok' },
    ],
    edges: [{ from: 'call', to: 'nowhere' }],
  };
  const { id } = await asOwner().call<{ id: string }>('POST', path, { name: 'Wrong', definition });
  await signIn(page);
  await openPage(page, `/w/:workspace/workflows/${id}`);
  const texts = {
    en: {
      edge: 'Connections: The connection leads to or from a step that does not exist. Remove it.',
      address: 'URL: Enter an address that begins with http:// or https://.',
      step: 'Expression: There is no step gone.',
    },
    'zh-CN': {
      edge: '连线：此连线的一端是不存在的步骤。请移除该连线。',
      address: 'URL：请输入以 http:// 或 https:// 开头的地址。',
      step: '表达式：没有步骤 gone。',
    },
  } as const;
  for (const [language, { address, edge, step }] of Object.entries(texts)) {
    await page.evaluate((name) => localStorage.setItem('console-language', name), language);
    await page.reload();
    await expect(page.getByText(edge)).toBeVisible();
    await page.getByRole('article', { name: 'call' }).getByRole('button').first().click();
    await expect(page.getByText(address)).toBeVisible();
    await page.getByRole('article', { name: 'check' }).getByRole('button').first().click();
    await expect(page.getByText(step)).toBeVisible();
    await checkPage(page);
    await page.getByText('JSON', { exact: true }).click();
    await expect(page.getByText(`call – ${address}`)).toBeVisible();
    await checkPage(page);
  }
  await page.evaluate(() => localStorage.removeItem('console-language'));
});

import type { Page } from '@playwright/test';
import { checkPage, expect, test } from './check-page.js';
import { askModel, waitForRecord } from './gateway-calls.js';
import { addPerson, asOwner, openPage, readWorld, signIn } from './world.js';

test.beforeEach(({ page }) => signIn(page));

interface Series {
  readonly series: readonly { readonly total: { readonly requests: number; readonly refused_requests: number } }[];
}

/** Sums of all requests of the workspace that count. */
async function readSums() {
  const { series } = await asOwner().call<Series>(
    'GET',
    `/admin/usage/series?workspace_id=${readWorld().workspace.id}`,
  );
  return series[0]?.total ?? { requests: 0, refused_requests: 0 };
}

const outcomesOf = (page: Page) => page.getByRole('region', { name: 'Requests by outcome' });

test('rejected requests are counted, with their codes and models, and lead to the list of them', async ({ page }) => {
  await askModel('lane-one', 'Say something.');
  const { requestId } = await askModel('a-model-that-is-not-there', 'Say something.', 404);
  await waitForRecord(requestId);
  const { refused_requests: rejected } = await readSums();
  await openPage(page, '/w/:workspace');
  const link = outcomesOf(page).getByRole('link', { name: `Show ${rejected} rejected requests` });
  await expect(link).toBeVisible();
  await expect(outcomesOf(page).getByText('Success')).toBeVisible();
  const rates = page.getByRole('table', { name: 'Error rates' });
  await expect(rates.getByRole('row', { name: /No model of this name/ })).toBeVisible();
  await checkPage(page);
  await page.getByRole('radiogroup', { name: 'Error rates' }).getByText('Key').click();
  await expect(rates.getByRole('row', { name: /^first/ })).toContainText('%');

  await link.click();
  await expect(page).toHaveURL(/requests\?.*outcome=refused/);
  await expect(page.getByRole('combobox', { name: 'Outcome' })).toHaveValue('Rejected');
  await expect(page.getByText('Rejected · 404').first()).toBeVisible();
  await expect(page.getByRole('row').getByText('Success', { exact: true })).toHaveCount(0);

  await page.goBack();
  await page.getByRole('table', { name: 'Errors by code' }).getByRole('link', { name: 'model_not_found' }).click();
  await expect(page).toHaveURL(/error_code=model_not_found/);
  await expect(page.getByText('Rejected · 404').first()).toBeVisible();
});

test('pages that are looked at add nothing to the requests, and the list can leave endpoints out', async ({ page }) => {
  const { requestId } = await askModel('lane-two', 'Say something else.');
  await waitForRecord(requestId);
  const before = await readSums();
  const reads = `/admin/audit?kind=read&endpoint=/v1/models&workspace_id=${readWorld().workspace.id}`;
  await openPage(page, '/w/:workspace/playground');
  await expect(page.getByRole('heading', { level: 1, name: 'Playground' })).toBeVisible();
  await openPage(page, '/w/:workspace/connect');
  await expect(page.getByRole('heading', { level: 1, name: 'Connect' })).toBeVisible();
  await expect
    .poll(async () => (await asOwner().call<{ data: unknown[] }>('GET', reads)).data.length)
    .toBeGreaterThan(0);
  expect(await readSums()).toEqual(before);

  await openPage(page, '/w/:workspace/requests');
  await expect(
    page
      .getByRole('row')
      .getByText(/^chat\.completions/)
      .first(),
  ).toBeVisible();
  await expect(page.getByRole('row').getByText('/v1/models', { exact: true })).toHaveCount(0);
  await page.getByRole('combobox', { name: 'Without endpoints' }).click();
  await page.getByRole('option', { name: 'chat.completions' }).click();
  await expect(page).toHaveURL(/exclude_endpoint=chat\.completions/);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('row').getByText(/^chat\.completions/)).toHaveCount(0);
  await checkPage(page);
});

test('a workspace with models that do not chat offers no first model', async ({ page }) => {
  const owner = asOwner();
  const { id } = await owner.call<{ id: string }>('POST', '/admin/workspaces', { name: 'embeddings only' });
  const query = `?workspace_id=${id}`;
  await openPage(page, `/w/${id}`);
  await expect(page.getByRole('heading', { name: 'Register the first model of this workspace' })).toBeVisible();
  const provider = await owner.call<{ id: string }>('POST', `/admin/providers${query}`, {
    name: 'simulated',
    kind: 'simulator',
  });
  await owner.call('POST', `/admin/models${query}`, {
    logical_name: 'vectors',
    provider_id: provider.id,
    upstream_model: 'simulator',
    type: 'embedding',
  });
  await page.reload();
  await expect(page.getByText('No model to chat with')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Register the first model of this workspace' })).toHaveCount(0);
  await checkPage(page);
});

test('a person without a workspace is told what to do, and is led to one as soon as there is one', async ({
  browser,
}) => {
  const { url, workspace } = readWorld();
  const email = 'newcomer@example.com';
  const cookie = await addPerson(email, 'New Comer');
  const context = await browser.newContext();
  const page = await context.newPage();
  await signIn(page, cookie);
  await page.goto(`${url}/ui`);
  await expect(page.getByRole('heading', { level: 1, name: 'No workspace yet' })).toBeVisible();
  await expect(page.getByText(email)).toBeVisible();
  const { data } = await asOwner().call<{ data: { user_id: string }[] }>('GET', `/org/members?q=${email}`);
  await asOwner().call('PUT', `/admin/workspaces/${workspace.id}/members/${data[0]?.user_id}`, { role: 'viewer' });
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page).toHaveURL(new RegExp(`/w/${workspace.id}`));
  await context.close();
});

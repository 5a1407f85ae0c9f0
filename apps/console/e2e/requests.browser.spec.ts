import { checkPage, expect, test } from './check-page.js';
import { askModel, waitForRecord } from './gateway-calls.js';
import { closeByEscape } from './keyboard.js';
import { openPage, readWorld, signIn } from './world.js';

const PHONE = { width: 390, height: 844 };

test('a request is found by its exact id, opened, and explained part by part', async ({ page, trouble }) => {
  const { requestId } = await askModel('lane-one', 'What is a lane?');
  await waitForRecord(requestId);
  // Nothing is captured in this world: the API answers 404 and the page says why.
  trouble.expectStatus(404);
  await signIn(page);
  await openPage(page, '/w/:workspace/requests');
  await page.getByLabel('Request ID').fill(requestId);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`request_id=${requestId}`));
  const rows = page.getByRole('table').getByRole('row');
  await expect(rows).toHaveCount(2);

  await rows.nth(1).getByRole('button').click();
  const drawer = page.getByRole('dialog', { name: 'lane-one' });
  await expect(drawer.getByTitle(requestId)).toBeVisible();
  // The key can be stopped from here.
  await expect(drawer.locator(`a[href*="/keys?open=${readWorld().key.id}"]`)).toBeVisible();
  await checkPage(page);
  await drawer.getByRole('tab', { name: 'Timeline' }).click();
  await expect(drawer.getByText('The model was named directly: nothing had to be routed.')).toBeVisible();
  await checkPage(page);
  await drawer.getByRole('tab', { name: 'Cost' }).click();
  await expect(drawer.getByText('Prompt tokens')).toBeVisible();
  await drawer.getByRole('tab', { name: 'Policies' }).click();
  await expect(drawer.getByText(/No guardrail, limit or adjustment/)).toBeVisible();
  await drawer.getByRole('tab', { name: 'Messages' }).click();
  await expect(drawer.getByText('Payloads are not captured')).toBeVisible();
  await checkPage(page);

  // The address holds all of it.
  await page.reload();
  await expect(page.getByRole('dialog').getByText('Payloads are not captured')).toBeVisible();
  await closeByEscape(page, page.getByRole('dialog'));
  await expect(page).not.toHaveURL(/open=/);
});

test('an id that no request has says so, and the filters can be cleared', { tag: '@part-4' }, async ({ page }) => {
  const { requestId } = await askModel('lane-two', 'Hello');
  await waitForRecord(requestId);
  await signIn(page);
  await openPage(page, '/w/:workspace/requests?request_id=no-such-request');
  await expect(page.getByText('No request matches these filters.')).toBeVisible();
  await checkPage(page);
  await page.getByRole('button', { name: 'Clear filters' }).last().click();
  await expect(page.getByLabel('Request ID')).toHaveValue('');
  await expect(page.getByRole('cell', { name: /lane-two/ }).first()).toBeVisible();
});

test('a list that cannot be read is explained and can be read again', { tag: '@part-0' }, async ({ page, trouble }) => {
  trouble.expectStatus(503);
  await signIn(page);
  const error = { code: 'database_unavailable', message: 'The database cannot be reached.', param: null };
  await page.route(/\/admin\/audit\?/, (route) => route.fulfill({ status: 503, json: { error } }));
  await openPage(page, '/w/:workspace/requests');
  const notice = page.locator('#page').getByRole('alert');
  await expect(notice).toContainText('The database cannot be reached.');
  await checkPage(page);
  await page.unrouteAll();
  await notice.getByRole('button', { name: 'Try again' }).click();
  await expect(notice).toBeHidden();
});

test('a phone shows requests on its first screen, and filters behind a button that counts them', async ({ page }) => {
  const { requestId } = await askModel('lane-one', 'Is this a phone?');
  await waitForRecord(requestId);
  await signIn(page);
  await page.setViewportSize(PHONE);
  await openPage(page, '/w/:workspace/requests');
  await expect(page.getByRole('cell', { name: /lane-/ }).first()).toBeInViewport();
  const filters = page.getByRole('button', { name: /^Filters/ });
  await expect(filters).toHaveAttribute('aria-expanded', 'false');
  await expect(page.getByRole('combobox', { name: 'Outcome', exact: true })).toBeHidden();
  await filters.click();
  await page.getByRole('combobox', { name: 'Outcome', exact: true }).click();
  await page.getByRole('option', { name: 'Success' }).click();
  await expect(filters).toHaveText('Filters1');
  await checkPage(page);
  await filters.click();
  await expect(page.getByRole('combobox', { name: 'Outcome', exact: true })).toBeHidden();
  await expect(page).toHaveURL(/outcome=success/);
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(filters).toBeHidden();
  await expect(page.getByRole('combobox', { name: 'Outcome', exact: true })).toBeVisible();
});

test('requests fit a phone, with long names and text from right to left', { tag: '@part-0' }, async ({ page }) => {
  await signIn(page);
  const { workspace } = readWorld();
  const row = {
    id: '01930000-0000-7000-8000-00000000000a',
    time: new Date().toISOString(),
    outcome: 'failed',
    status: 502,
    error_code: 'agent_run_interrupted',
    endpoint: 'chat.completions',
    logical_name: `مسار-${'long-name-'.repeat(20)}`,
    model: null,
    provider: 'simulated',
    credential_name: 'مفتاح',
    team: 'x'.repeat(120),
    total_tokens: null,
    cost_usd: null,
    duration_ms: 1234,
    workspace_id: workspace.id,
  };
  await page.route(/\/admin\/audit\?/, (route) => route.fulfill({ json: { data: [row], next_cursor: null } }));
  await page.setViewportSize(PHONE);
  await openPage(page, '/w/:workspace/requests');
  await expect(page.getByText('Failed · 502')).toBeVisible();
  // The list says why, so that nobody has to open each request.
  await expect(page.getByText('agent_run_interrupted')).toBeVisible();
  await checkPage(page);
});

import type { Page } from '@playwright/test';
import { checkPage, expect, test } from './check-page.js';
import { askModel, sendChat, waitForRecord } from './gateway-calls.js';
import { addPerson, asOwner, openPage, readWorld, signIn } from './world.js';

const PHONE = { width: 390, height: 844 };

/** Asks a model and waits until lists have the request. */
async function makeRequest(model: string, text: string): Promise<string> {
  const { requestId } = await askModel(model, text);
  await waitForRecord(requestId);
  return requestId;
}

/** Opens the list with one request, and its drawer. */
async function openRequest(page: Page, requestId: string, tab = 'summary') {
  const { data } = await asOwner().call<{ data: { id: string }[] }>('GET', `/admin/audit?request_id=${requestId}`);
  await openPage(page, `/w/:workspace/requests?request_id=${requestId}&open=${data[0]?.id}&tab=${tab}`);
  return page.getByRole('dialog');
}

test('a request is marked with a note, found by its mark, and loses it again', async ({ page }) => {
  const requestId = await makeRequest('lane-one', 'Is this good?');
  await signIn(page);
  const drawer = await openRequest(page, requestId);
  await drawer.getByRole('button', { name: 'Bad', exact: true }).click();
  await expect(drawer.getByRole('button', { name: 'Bad', exact: true })).toHaveAttribute('aria-pressed', 'true');
  await drawer.getByLabel('Note').fill('Says nothing about lanes.');
  await drawer.getByRole('button', { name: 'Save note' }).click();
  await expect(drawer.getByText('Ada Byron')).toBeVisible();
  await expect(drawer.getByRole('button', { name: 'Save note' })).toBeDisabled();
  await checkPage(page);

  await openPage(page, `/w/:workspace/requests?rating=bad&request_id=${requestId}`);
  await expect(page.getByRole('cell').getByRole('img', { name: 'Bad' })).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Add marked requests to a dataset' })).toBeVisible();
  await page.getByRole('button', { name: 'More filters' }).click();
  await expect(page.getByRole('combobox', { name: 'Mark' })).toHaveValue('Bad');
  await checkPage(page);
  await page.keyboard.press('Escape');
  await openPage(page, `/w/:workspace/requests?rating=good&request_id=${requestId}`);
  await expect(page.getByText('No request matches these filters.')).toBeVisible();

  const again = await openRequest(page, requestId);
  await expect(again.getByLabel('Note')).toHaveValue('Says nothing about lanes.');
  await again.getByRole('button', { name: 'Remove mark' }).click();
  await expect(again.getByLabel('Note')).toBeHidden();
});

test('selected requests are marked together, and two of them are compared', async ({ page, trouble }) => {
  // Nothing is captured: the comparison says so.
  trouble.expectStatus(404);
  let reads = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/payload')) reads += 1;
  });
  const customer = `compare-${Date.now()}`;
  await signIn(page);
  const first = await makeRequest('lane-one', `First of ${customer}`);
  const second = await makeRequest('lane-two', `Second of ${customer}`);
  await openPage(page, '/w/:workspace/requests?range=1h');
  const rows = page.getByRole('table').getByRole('row');
  await rows.nth(1).getByRole('checkbox').check();
  const bar = page.getByRole('region', { name: 'Selected rows' });
  await expect(bar.getByRole('button', { name: 'Compare' })).toBeDisabled();
  await rows.nth(2).getByRole('checkbox').check();
  await bar.getByRole('button', { name: 'Mark as good' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as good' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Close|Done/ })
    .last()
    .click();
  await expect(page.getByRole('cell').getByRole('img', { name: 'Good' })).toHaveCount(2);

  await rows.nth(1).getByRole('checkbox').check();
  await rows.nth(2).getByRole('checkbox').check();
  await bar.getByRole('button', { name: 'Compare' }).click();
  const drawer = page.getByRole('dialog', { name: 'Compare two requests' });
  const differences = drawer.getByRole('table', { name: 'Differences' });
  await expect(differences.getByRole('row', { name: /^Model / })).toContainText('lane-one');
  await expect(differences.getByRole('row', { name: /^Model / })).toContainText('lane-two');
  await expect(drawer.getByText('Payloads are not captured')).toHaveCount(2);
  await expect(page).toHaveURL(/compare=/);
  await checkPage(page);
  // Each payload is asked for once, though it is not there.
  expect(reads).toBe(2);
  await page.reload();
  await expect(differences).toBeVisible();
  await page.setViewportSize(PHONE);
  await checkPage(page);
  expect(first).not.toBe(second);
});

test('the requests of a session are one tree, each of which opens', async ({ page }) => {
  const session = `tree-${Date.now()}`;
  const ask = async (model: string): Promise<string> => {
    const body = { model, messages: [{ role: 'user', content: 'Go on' }] };
    const response = await sendChat(body, { 'x-session-id': session });
    const requestId = response.headers.get('x-request-id') ?? '';
    await waitForRecord(requestId);
    return requestId;
  };
  await ask('lane-one');
  const last = await ask('lane-two');
  await signIn(page);
  const drawer = await openRequest(page, last, 'tree');
  const tree = drawer.getByRole('list', { name: 'Run and session' });
  await expect(tree.getByRole('listitem')).toHaveCount(3);
  await expect(tree.getByText(/2 requests/)).toBeVisible();
  await expect(tree.locator('[aria-current]')).toContainText('lane-two');
  await checkPage(page);
  await page.setViewportSize(PHONE);
  await checkPage(page);
  await tree.getByRole('button', { name: 'lane-one' }).click();
  await expect(tree.locator('[aria-current]')).toContainText('lane-one');
});

test('the capture of payloads is switched on for a time, said while it lasts, and switched off', async ({ page }) => {
  await signIn(page);
  await openPage(page, '/w/:workspace/requests');
  await page.getByRole('button', { name: 'Capture payloads' }).click();
  const dialog = page.getByRole('dialog', { name: 'Capture payloads of this workspace' });
  await expect(dialog.getByText('1 hour')).toBeVisible();
  await checkPage(page);
  await dialog.getByRole('button', { name: 'Start capturing' }).click();
  const banner = page.getByRole('status').filter({ hasText: 'Payloads of this workspace are captured until' });
  await expect(banner).toBeVisible();
  await checkPage(page);

  // The setting reaches the gateway with the snapshot, a moment later.
  await expect(async () => {
    const requestId = await makeRequest('lane-one', 'Keep this text');
    const { data } = await asOwner().call<{ data: { id: string }[] }>('GET', `/admin/audit?request_id=${requestId}`);
    await asOwner().call('GET', `/admin/audit/${data[0]?.id}/payload`);
  }).toPass();
  const { data } = await asOwner().call<{ data: { id: string }[] }>('GET', '/admin/audit?limit=1&model=lane-one');
  await openPage(page, `/w/:workspace/requests?open=${data[0]?.id}&tab=messages`);
  await expect(page.getByRole('dialog').getByText('Keep this text', { exact: true })).toBeVisible();
  await page.getByRole('dialog').getByRole('tab', { name: 'Summary' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Make a guardrail' }).click();
  const form = page.getByRole('dialog', { name: 'Create a guardrail' });
  await expect(form.getByRole('textbox', { name: /^Text of message/ }).first()).toHaveValue('Keep this text');
  await expect(form.getByText('lane-one').first()).toBeVisible();
  await checkPage(page);

  await openPage(page, '/w/:workspace/requests');
  await banner.getByRole('button', { name: 'Stop capturing' }).click();
  await expect(banner).toBeHidden();
  await expect(page.getByRole('button', { name: 'Capture payloads' })).toBeVisible();
});

test('a route with a place for a fallback is made from a request', async ({ page }) => {
  const requestId = await makeRequest('lane-one', 'Route me');
  await signIn(page);
  const drawer = await openRequest(page, requestId);
  await drawer.getByRole('button', { name: 'Make a route with a fallback' }).click();
  const form = page.getByRole('dialog', { name: /virtual model/i });
  await expect(form.getByLabel('Name', { exact: false }).first()).toHaveValue('lane-one-with-fallback');
  await expect(form.getByText('lane-one', { exact: true }).or(form.getByRole('combobox').nth(1)).first()).toBeVisible();
  await checkPage(page);
});

test('a viewer sees their own requests and changes, and nobody else’s', async ({ page }) => {
  const { url, workspace } = readWorld();
  const others = await makeRequest('lane-one', 'Not theirs');
  const cookie = await addPerson(`own.${Date.now()}@example.com`, 'Vera Viewer', {
    workspace_id: workspace.id,
    workspace_role: 'viewer',
  });
  const response = await fetch(`${url}/v1/chat/completions?workspace_id=${workspace.id}`, {
    method: 'POST',
    headers: { cookie, origin: url, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'lane-two', messages: [{ role: 'user', content: 'Mine' }] }),
  });
  expect(response.status).toBe(200);
  await waitForRecord(response.headers.get('x-request-id') ?? '');
  await signIn(page, cookie);
  await openPage(page, '/w/:workspace/requests');
  const rows = page.getByRole('table').getByRole('row');
  await expect(rows).toHaveCount(2);
  await expect(page.getByText(/^Your own requests in this workspace/)).toBeVisible();
  await checkPage(page);
  await rows.nth(1).getByRole('button').first().click();
  const drawer = page.getByRole('dialog');
  await expect(drawer.getByRole('tab')).toHaveText(['Summary', 'Cost']);
  await expect(drawer.getByRole('button', { name: 'Bad', exact: true })).toBeHidden();
  await checkPage(page);
  await openPage(page, `/w/:workspace/requests?request_id=${others}`);
  await expect(page.getByText('No request matches these filters.')).toBeVisible();
  await openPage(page, '/w/:workspace/changes');
  await expect(page.getByText(/^What you changed yourself/)).toBeVisible();
  await expect(page.getByRole('table').getByText('Ada Byron')).toHaveCount(0);
  await checkPage(page);
});

test('messages leave the actions of a page free', async ({ page }) => {
  const requestId = await makeRequest('lane-one', 'Where do messages appear?');
  await signIn(page);
  const drawer = await openRequest(page, requestId);
  await drawer.getByRole('button', { name: 'Good', exact: true }).click();
  const message = page.getByText('Marked as good');
  await expect(message).toBeVisible();
  const box = await message.boundingBox();
  expect(box?.y ?? 0).toBeGreaterThan((page.viewportSize()?.height ?? 0) / 2);
});

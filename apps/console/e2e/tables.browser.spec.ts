import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { checkPage, expect, test } from './check-page.js';
import { askModel, waitForRecord } from './gateway-calls.js';
import { asOwner, openPage, readWorld, signIn } from './world.js';

const KEYS = '/w/:workspace/keys';
const REQUESTS = '/w/:workspace/requests';

test.beforeEach(({ page }) => signIn(page));

async function addKeys(prefix: string, count: number): Promise<void> {
  const owner = asOwner();
  for (let index = 0; index < count; index++) {
    const limits = { rpm_limit: (index * 7) % 11, budget_usd_monthly: index };
    await owner.call('POST', '/admin/keys', { name: `${prefix}-${index}`, team: 'research', ...limits });
  }
}

const namesOf = (page: Page) =>
  page.getByRole('table').locator('tbody tr[data-row] td:nth-child(2) p:first-child').allTextContents();

test('keys are sorted by the server, with columns and a density that the browser remembers', async ({ page }) => {
  await addKeys('sorted', 4);
  await openPage(page, `${KEYS}?q=sorted-`);
  await expect(page.getByRole('row')).toHaveCount(5);
  await page.getByRole('button', { name: 'Sort by Name' }).click();
  await expect(page).toHaveURL(/order=name/);
  await expect.poll(() => namesOf(page)).toEqual(['sorted-0', 'sorted-1', 'sorted-2', 'sorted-3']);
  await page.getByRole('button', { name: 'Sort by Name' }).click();
  await expect(page.getByRole('columnheader', { name: /Name/ })).toHaveAttribute('aria-sort', 'descending');
  await expect.poll(() => namesOf(page)).toEqual(['sorted-3', 'sorted-2', 'sorted-1', 'sorted-0']);

  await page.getByRole('button', { name: 'Columns and density' }).click();
  await page.getByRole('checkbox', { name: 'Requests per minute' }).check();
  await page.getByRole('checkbox', { name: 'Team' }).uncheck();
  await page.getByText('Compact').click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Sort by Requests per minute' }).click();
  await expect.poll(() => namesOf(page)).toEqual(['sorted-0', 'sorted-2', 'sorted-1', 'sorted-3']);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Sort by Requests per minute' })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Team' })).toHaveCount(0);
  await checkPage(page);
});

test('a list goes on to its end as one scrolls, and shows few of its rows at once', async ({ page }) => {
  await addKeys('many', 60);
  const { data } = await asOwner().call<{ data: { id: string }[] }>('GET', '/admin/keys?q=many-&limit=1');
  expect(data).toHaveLength(1);
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().includes('/admin/keys?')) asked++;
    // Names come with the rows.
    expect(request.url()).not.toMatch(/\/admin\/(keys|users|workspaces)\/[0-9a-f-]{36}/);
  });
  await openPage(page, `${KEYS}?q=many-&order=name`);
  await expect(page.getByRole('row')).toHaveCount(51);
  await page
    .getByRole('button', { name: /^many-/ })
    .last()
    .scrollIntoViewIfNeeded();
  await expect(page.getByRole('row')).toHaveCount(61);
  expect(asked).toBe(2);
});

test('selected keys get limits and are disabled and revoked, with a report row by row', async ({ page, trouble }) => {
  await addKeys('bulk', 3);
  await openPage(page, `${KEYS}?q=bulk-&order=name`);
  await page.getByRole('checkbox', { name: 'Select all rows that are loaded' }).check();
  const bar = page.getByRole('region', { name: 'Selected rows' });
  await expect(bar.getByText('3 selected')).toBeVisible();
  await bar.getByRole('button', { name: 'Set limits' }).click();
  const form = page.getByRole('dialog', { name: 'Limits of 3 keys' });
  await form.getByLabel('Requests per minute').fill('9');
  await form.getByRole('button', { name: 'Set limits' }).click();
  const report = page.getByRole('dialog', { name: 'Set limits' });
  await expect(report.getByText('3 done, 0 failed')).toBeVisible();
  await checkPage(page);
  await report.getByRole('button', { name: 'Close' }).last().click();
  const { data } = await asOwner().call<{ data: { id: string; rpm_limit: number; budget_usd_monthly: number }[] }>(
    'GET',
    '/admin/keys?q=bulk-&order=name',
  );
  expect(data.map(({ rpm_limit }) => rpm_limit)).toEqual([9, 9, 9]);
  // Fields that the form did not change stay as each key had them.
  expect(data.map(({ budget_usd_monthly }) => budget_usd_monthly)).toEqual([0, 1, 2]);

  // One of them is gone by the time: the others are revoked all the same.
  trouble.expectStatus(404);
  await page.getByRole('checkbox', { name: 'Select all rows that are loaded' }).check();
  await asOwner().call('DELETE', `/admin/keys/${data[0]?.id}`);
  await bar.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('dialog', { name: 'Revoke: 3 selected' }).getByRole('button', { name: 'Revoke' }).click();
  const revoked = page.getByRole('dialog', { name: 'Revoke', exact: true });
  await expect(revoked.getByText('2 done, 1 failed')).toBeVisible();
  await expect(revoked.getByText('The key does not exist.')).toBeVisible();
  await revoked.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByText('No key matches the search.')).toBeVisible();
});

test('keys are imported from a file with a report line by line, and exported as one', async ({ page, trouble }) => {
  trouble.expectStatus(400);
  await openPage(page, `${KEYS}?q=filed-`);
  await page.getByRole('button', { name: 'Import CSV' }).click();
  const lines = ['name,team,rpm_limit', 'filed-a,research,5', 'filed-b,no-such-team,', '"filed-=x",research,'].join(
    '\n',
  );
  const dialog = page.getByRole('dialog', { name: 'Import keys' });
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'k.csv', mimeType: 'text/csv', buffer: Buffer.from(lines) });
  await expect(dialog.getByText('3 rows')).toBeVisible();
  await checkPage(page);
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(dialog.getByText('2 done, 1 failed')).toBeVisible();
  await expect(dialog.getByText('Line 3: filed-b')).toBeVisible();
  const [secrets] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download the new keys' }).click(),
  ]);
  expect(await readFile(await secrets.path(), 'utf8')).toMatch(/^name,team,key\r\nfiled-a,research,ml-/);
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByRole('row')).toHaveCount(3);

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export CSV' }).click(),
  ]);
  const text = await readFile(await file.path(), 'utf8');
  expect(text).toContain('filed-a');
  expect(text).toContain('filed-=x');
  expect(text.trimEnd().split('\r\n')).toHaveLength(3);
});

test('keys are found by state and team, and lead to their requests', async ({ page }) => {
  const { key, team } = readWorld();
  await openPage(page, `${KEYS}?q=first&team=${team.id}`);
  await expect(page.getByRole('combobox', { name: 'Team' })).toHaveValue('research');
  await page.getByRole('combobox', { name: 'State' }).click();
  await page.getByRole('option', { name: 'Active' }).click();
  await expect(page).toHaveURL(/state=active/);
  await page.getByRole('link', { name: 'Requests of first' }).click();
  await expect(page).toHaveURL(new RegExp(`requests\\?.*key=${key.id}`));
  await expect(page.getByRole('combobox', { name: 'Key or token' })).toHaveValue('first');
});

test('requests are sorted, narrowed by pickers and ranges, and read one after the other', async ({ page }) => {
  const ids: string[] = [];
  for (const text of ['one', 'two', 'three']) {
    const { requestId } = await askModel('lane-one', text);
    await waitForRecord(requestId);
    ids.push(requestId);
  }
  await openPage(page, REQUESTS);
  await page.getByRole('combobox', { name: 'Model' }).fill('lane-one');
  await page.getByRole('option', { name: 'lane-one' }).click();
  await expect(page).toHaveURL(/model=lane-one/);
  await page.getByRole('button', { name: 'Sort by Duration' }).click();
  await page.getByRole('button', { name: 'Sort by Duration' }).click();
  await expect(page).toHaveURL(/order=-duration_ms/);
  await expect(page.getByRole('columnheader', { name: /Duration/ })).toHaveAttribute('aria-sort', 'descending');

  await page.getByRole('button', { name: 'More filters' }).click();
  await page.getByLabel('At least (ms)').fill('600000');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('No request matches these filters.')).toBeVisible();
  await page.getByRole('button', { name: /More filters/ }).click();
  await page.getByLabel('At least (ms)').fill('0');
  await page.getByLabel('From').fill('2020-01-01T00:00');
  await checkPage(page);
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByRole('combobox', { name: 'Time' })).toHaveValue('Custom');

  await page.locator('tr[data-row]').first().click();
  const drawer = page.getByRole('dialog', { name: 'lane-one' });
  await expect(drawer.getByRole('button', { name: 'Previous' })).toBeDisabled();
  const opened = page.url();
  await drawer.getByRole('button', { name: 'Next' }).click();
  await expect(page).not.toHaveURL(opened);
  await drawer.getByRole('button', { name: 'Previous' }).click();
  await expect(page).toHaveURL(opened);
  await checkPage(page);
});

test('teams and models are made from files and removed together, and people are sorted', async ({ page, trouble }) => {
  trouble.expectStatus(400);
  await openPage(page, '/org/teams?q=crowd-');
  await importFile(page, 'name,rpm_limit\ncrowd-a,10\ncrowd-b,30\ncrowd-c,20');
  await expect(page.getByText('3 done, 0 failed')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('button', { name: 'Sort by Requests per minute' }).click();
  await expect.poll(() => namesOf(page)).toEqual(['crowd-a', 'crowd-c', 'crowd-b']);
  await checkPage(page);

  await openPage(page, '/w/:workspace/models?q=bulky-');
  await importFile(page, 'logical_name,provider,upstream_model\nbulky-1,simulated,simulator\nbulky-2,nobody,x');
  await expect(page.getByText('1 done, 1 failed')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('checkbox', { name: 'Select bulky-1' }).check();
  await page.getByRole('region', { name: 'Selected rows' }).getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: 'Delete: 1 selected' }).getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('1 done, 0 failed')).toBeVisible();

  await openPage(page, '/org/people');
  await page.getByRole('button', { name: 'Sort by Role' }).click();
  await expect(page).toHaveURL(/order=role/);
  await checkPage(page);

  // The service sends no mail: the links of the invitations are in a file.
  await importFile(page, 'email,role\ninvited.by.file@example.com,org_admin');
  await expect(page.getByText('1 done, 0 failed')).toBeVisible();
  const [links] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('dialog').getByRole('button', { name: 'Download the links' }).click(),
  ]);
  const written = await readFile(await links.path(), 'utf8');
  expect(written).toMatch(/^email,link\r\ninvited\.by\.file@example\.com,http\S+\/ui\/invite#token=\S+\r\n$/);
});

async function importFile(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Import CSV' }).click();
  const dialog = page.getByRole('dialog');
  const file = { name: 'f.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
  await dialog.locator('input[type=file]').setInputFiles(file);
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
}

test('a view is saved for everybody in the workspace, opened again and deleted', async ({ page }) => {
  await openPage(page, `${REQUESTS}?outcome=failed&order=-cost_usd&range=7d`);
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('button', { name: 'Save this view' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save this view' });
  await dialog.getByLabel('Name').fill('Dear failures');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();

  await openPage(page, `${REQUESTS}?model=lane-one`);
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('button', { name: 'Dear failures', exact: true }).click();
  await expect(page).toHaveURL(/outcome=failed/);
  await expect(page).toHaveURL(/order=-cost_usd/);
  await expect(page).not.toHaveURL(/model=/);
  await page.getByRole('button', { name: 'Views' }).click();
  await expect(page.getByRole('button', { name: 'Delete the view Dear failures' })).toBeVisible();
  await checkPage(page);
  await page.getByRole('button', { name: 'Delete the view Dear failures' }).click();
  await expect(page.getByText('No saved views yet.')).toBeVisible();
});

test('a request is sent again to another model, compared, and opened in the playground', async ({ page }) => {
  const { requestId } = await askModel('lane-one', 'What is a lane?');
  await waitForRecord(requestId);
  const { data } = await asOwner().call<{ data: { id: string }[] }>('GET', `/admin/audit?request_id=${requestId}`);
  const id = data[0]?.id ?? '';
  const stored = {
    id,
    object: 'audit_payload',
    time: new Date().toISOString(),
    expires_at: new Date().toISOString(),
    request: { model: 'simulator', stream: true, messages: [{ role: 'user', content: 'What is a lane?' }] },
    answer: { choices: [{ message: { role: 'assistant', content: 'The first answer' } }] },
    is_truncated: false,
  };
  const cheap = await asOwner().call<{ id: string }>('POST', `/admin/models?workspace_id=${readWorld().workspace.id}`, {
    logical_name: 'cheap-lane',
    provider_id: readWorld().providerId,
    upstream_model: 'simulator',
    prices: { input_per_million: 0.1, output_per_million: 0.4 },
  });
  // Nothing is captured in this world.
  await page.route('**/payload', (route) => route.fulfill({ json: stored }));
  await openPage(page, `${REQUESTS}?open=${id}&tab=replay`);
  const drawer = page.getByRole('dialog', { name: 'lane-one' });
  await drawer.getByRole('combobox', { name: 'Model to ask' }).click();
  await expect(page.getByRole('option', { name: 'cheap-lane' })).toContainText(
    '$0.10 in, $0.40 out per million tokens',
  );
  await page.getByRole('option', { name: 'cheap-lane' }).click();
  const sent = page.waitForRequest('**/v1/chat/completions*');
  await drawer.getByRole('button', { name: 'Send again' }).click();
  expect((await sent).postDataJSON()).toEqual({
    model: 'cheap-lane',
    messages: [{ role: 'user', content: 'What is a lane?' }],
  });
  await expect(drawer.getByRole('group', { name: 'Original' })).toContainText('The first answer');
  const again = drawer.getByRole('group', { name: 'Replay' });
  await expect(again).not.toContainText('The first answer');
  // Both sides say which model answered; a model with prices has a cost.
  await expect(again.getByText(/cheap-lane/).first()).toBeVisible();
  await expect(again).toContainText('$0.0000');
  await expect(drawer.getByRole('group', { name: 'Original' })).toContainText('lane-one');
  await checkPage(page);
  await drawer.getByRole('button', { name: 'Open in the playground' }).click();
  await expect(page).toHaveURL(/playground/);
  await expect(page.getByText('What is a lane?').first()).toBeVisible();
  await asOwner().call('DELETE', `/admin/models/${cheap.id}`);
});

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { checkPage, expect, test } from './check-page.js';
import { addPerson, asOwner, openPage, readWorld, signIn } from './world.js';

const ALERTS = '/w/:workspace/alerts';

/** A receiver of webhooks: the titles that it was sent. */
async function startReceiver(): Promise<{ readonly url: string; readonly titles: string[]; readonly server: Server }> {
  const titles: string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { data } = JSON.parse(Buffer.concat(chunks).toString()) as { data: { title: string } };
      titles.push(data.title);
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, titles, server };
}

/** Reads a list of the page again until it says so. */
async function expectRow(page: Page, tab: string, name: RegExp, text: string | RegExp): Promise<void> {
  await expect(async () => {
    await openPage(page, `${ALERTS}?tab=${tab}`);
    await expect(page.getByRole('row', { name }).first()).toContainText(text, { timeout: 5_000 });
  }).toPass({ timeout: 150_000 });
}

test('a channel is created, tested and seen in the deliveries, and a rule is created', async ({ page, trouble }) => {
  trouble.expectStatus(400);
  test.setTimeout(300_000);
  const receiver = await startReceiver();
  try {
    await signIn(page);
    await openPage(page, ALERTS);
    await expect(page.getByText('Nothing to look at.')).toBeVisible();
    await page.getByRole('tab', { name: 'Channels' }).click();
    await page.getByRole('button', { name: 'Create channel' }).first().click();
    const channel = page.getByRole('dialog', { name: 'Create channel' });
    await channel.getByLabel('Name').fill('Hook');
    await channel.getByLabel('Address').fill('http://169.254.169.254/');
    await channel.getByRole('button', { name: 'Create channel' }).click();
    await expect(channel.getByText(/is refused|not allowed/)).toBeVisible();
    await checkPage(page);
    await channel.getByLabel('Address').fill(receiver.url);
    await channel.getByRole('button', { name: 'Create channel' }).click();
    const secret = page.getByRole('dialog', { name: 'Signing secret' });
    await expect(secret.getByText(/^whsec_/)).toBeVisible();
    await secret.getByRole('button', { name: 'I have copied it' }).click();
    await page.getByRole('button', { name: 'Actions for Hook' }).click();
    await page.getByRole('menuitem', { name: 'Send a test' }).click();
    await expectRow(page, 'deliveries', /Test of the channel Hook/, 'Delivered');
    expect(receiver.titles).toEqual(['Test of the channel Hook']);
    await checkPage(page);

    await page.getByRole('tab', { name: 'Rules' }).click();
    await page.getByRole('button', { name: 'Create rule' }).first().click();
    const rule = page.getByRole('dialog', { name: 'Create rule' });
    await rule.getByLabel('Name').fill('Budgets of keys');
    await rule.getByRole('button', { name: 'Create rule' }).click();
    await expect(page.getByRole('row', { name: /Budgets of keys/ })).toContainText('Inbox only');
    // Forms of budgets tell who hears of them, and other files expect nobody.
    const rules = `/admin/alerts/rules?workspace_id=${readWorld().workspace.id}`;
    const { data } = await asOwner().call<{ data: readonly { id: string }[] }>('GET', rules);
    for (const { id } of data) await asOwner().call('DELETE', `/admin/alerts/rules/${id}`);
  } finally {
    receiver.server.close();
  }
});

test('an editor is offered no changes of what administrators of the workspace made', async ({ page }) => {
  const owner = asOwner();
  const query = `?workspace_id=${readWorld().workspace.id}`;
  const rule = { name: 'of the workspace', kind: 'rate_limited', settings: { requests: 50 }, channel_ids: [] };
  const { id } = await owner.call<{ id: string }>('POST', `/admin/alerts/rules${query}`, rule);
  const invite = { workspace_id: readWorld().workspace.id, workspace_role: 'editor' };
  await signIn(page, await addPerson('edith.alerts@example.com', 'Edith Editor', invite));
  await openPage(page, `${ALERTS}?tab=rules`);
  await expect(page.getByRole('row', { name: /of the workspace/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Create rule' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Actions for of the workspace' })).toHaveCount(0);
  await openPage(page, `${ALERTS}?tab=rules&open=${id}`);
  await expect(page.getByRole('row', { name: /of the workspace/ })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await owner.call('DELETE', `/admin/alerts/rules/${id}`);
});

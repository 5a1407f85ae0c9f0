import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { checkPage, expect, test } from './check-page.js';
import { asOwner, openPage, readWorld, signIn } from './world.js';

const ALERTS = '/w/:workspace/alerts';
const MODEL = 'with a price for alerts';

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

/** Makes a key with a budget of a cent, and spends it. */
async function spendBudget(): Promise<void> {
  const { providerId, team, url, workspace } = readWorld();
  const owner = asOwner();
  await owner.call('POST', '/admin/models', {
    logical_name: MODEL,
    provider_id: providerId,
    upstream_model: 'simulator',
    prices: { input_per_million: 1000, output_per_million: 1000 },
  });
  const { key } = await owner.call<{ key: string }>('POST', '/admin/keys', {
    name: 'alarming',
    team: team.name,
    workspace_id: workspace.id,
    budget_usd: 0.01,
  });
  await expect
    .poll(async () => {
      const answer = await fetch(`${url}/v1/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model: MODEL, messages: [{ role: 'user', content: 'How much is this?' }] }),
      });
      return answer.status;
    })
    .toBe(402);
}

/** Reads a list of the page again until it says so. */
async function expectRow(page: Page, tab: string, name: RegExp, text: string | RegExp): Promise<void> {
  await expect(async () => {
    await openPage(page, `${ALERTS}?tab=${tab}`);
    await expect(page.getByRole('row', { name }).first()).toContainText(text, { timeout: 5_000 });
  }).toPass({ timeout: 150_000 });
}

test('a channel is tested, and a budget that is spent reaches it and the inbox', async ({ page }) => {
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
    await rule.getByRole('textbox', { name: 'Thresholds' }).fill('5000');
    await rule.getByRole('textbox', { name: 'Thresholds' }).press('Enter');
    await rule.getByRole('button', { name: 'Create rule' }).click();
    await expect(rule.getByText(/must be 1 to 10 numbers/)).toBeVisible();
    await checkPage(page);
    await rule.getByRole('textbox', { name: 'Thresholds' }).press('Backspace');
    await rule
      .getByRole('combobox', { name: 'Channels' })
      .or(rule.getByRole('textbox', { name: 'Channels' }))
      .click();
    await page.getByRole('option', { name: 'Hook' }).click();
    await rule.getByLabel('Name').click();
    await rule.getByRole('button', { name: 'Create rule' }).click();
    await expect(page.getByRole('row', { name: /Budgets of keys/ })).toContainText('Hook');

    await spendBudget();
    const title = /The budget of key alarming is spent to/;
    await expectRow(page, 'inbox', title, 'Firing');
    await checkPage(page);
    await expect.poll(() => receiver.titles.some((sent) => title.test(sent) || /\d+ alerts$/.test(sent))).toBe(true);
    await page.getByRole('button', { name: /^Acknowledge: The budget of key alarming/ }).click();
    await expect(page.getByRole('row', { name: title })).toBeHidden();
    await expectRow(page, 'history', title, 'Ada Byron');
  } finally {
    receiver.server.close();
  }
});

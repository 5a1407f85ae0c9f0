import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { checkPage, expect, test } from './check-page.js';
import { tabTo } from './keyboard.js';
import { openPage, signIn } from './world.js';

let shop: Server;

test.beforeAll(async () => {
  shop = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"state":"it left the warehouse"}');
  });
  await new Promise<void>((done) => shop.listen(0, '127.0.0.1', done));
});

test.afterAll(async () => {
  await new Promise((done) => shop.close(done));
});

test('an agent is built, asked, approved by keyboard, changed, and set back to an earlier version', async ({
  page,
}) => {
  const { port } = shop.address() as AddressInfo;
  await signIn(page);
  await openPage(page, '/w/:workspace/agents');
  await page.getByRole('button', { name: 'Create agent' }).first().click();
  const form = page.getByRole('dialog', { name: 'Create an agent' });
  await form.getByRole('button', { name: 'Create agent' }).click();
  await expect(form.getByText('Enter a model.')).toBeVisible();
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('order-desk');
  await form.getByRole('combobox', { name: 'Model' }).fill('lane-one');
  await form.getByLabel('Instructions').fill('You answer questions about orders.');
  await form.getByRole('button', { name: 'Add an HTTP request' }).click();
  await form.getByLabel('Tool name').fill('get_order');
  await form.getByLabel('What it does').fill('Finds the order.');
  await form.getByRole('textbox', { name: 'URL' }).fill(`http://127.0.0.1:${port}/orders`);
  await form.getByRole('switch', { name: 'A person approves each call' }).press('Space');
  await checkPage(page);
  await form.getByRole('button', { name: 'Create agent' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'order-desk' })).toBeVisible();

  await page.getByLabel('Input').fill('Please get order 1042.');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  const run = page.getByRole('region', { name: 'Run' });
  await expect(run.getByText('get_order waits for approval')).toBeVisible({ timeout: 30_000 });
  await checkPage(page);
  await tabTo(page, run.getByRole('button', { name: 'Approve' }));
  await page.keyboard.press('Enter');
  await expect(run).toHaveAttribute('aria-busy', 'false', { timeout: 30_000 });
  await expect(run.getByText('Completed').first()).toBeVisible();
  await expect(run.getByRole('region', { name: 'Result of get_order' })).toContainText('it left the warehouse');
  await page.setViewportSize({ width: 390, height: 844 });
  await checkPage(page);
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.getByRole('button', { name: 'Edit' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit order-desk' });
  await edit.getByLabel('Instructions').fill('Be brief.');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Version 2 is current now')).toBeVisible();
  await page.getByRole('tab', { name: 'Versions' }).click();
  await page.getByRole('button', { name: 'Version 1' }).click();
  const version = page.getByRole('dialog', { name: 'Version 1' });
  await expect(version.getByText('You answer questions about orders.')).toBeVisible();
  await version.getByRole('button', { name: 'Make it current again' }).click();
  await expect(page.getByText('Version 3 is current now')).toBeVisible();

  await page.getByRole('tab', { name: 'Runs' }).click();
  await page.getByRole('table').getByRole('button').first().click();
  await expect(page.getByRole('dialog', { name: 'Run of order-desk' }).getByText('Decided by')).toBeVisible();
  await checkPage(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: 'Delete order-desk?' }).getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Agents' })).toBeVisible();
});

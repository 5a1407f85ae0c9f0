import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { checkPage, expect, test } from './check-page.js';
import { openPage, signIn } from './world.js';

const EXPORTS = '/w/:workspace/exports';

interface Receiver {
  readonly url: string;
  readonly lines: string[];
  readonly server: Server;
}

/** A receiver of batches. */
async function startReceiver(answer: (response: ServerResponse) => void): Promise<Receiver> {
  const lines: string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      lines.push(gunzipSync(Buffer.concat(chunks)).toString());
      answer(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hush`, lines, server };
}

test('a sink is created, tested, changed and deleted, and its problem is shown', async ({ page, trouble }) => {
  trouble.expectStatus(400);
  // A sink takes a test every 5 seconds.
  trouble.expectStatus(429);
  test.setTimeout(300_000);
  let status = 200;
  const receiver = await startReceiver((response) => response.writeHead(status).end());
  try {
    await signIn(page);
    await openPage(page, EXPORTS);
    await expect(page.getByText('No sinks yet.')).toBeVisible();
    await page.getByRole('button', { name: 'Create sink' }).first().click();
    const form = page.getByRole('dialog', { name: 'Create sink' });
    await form.getByLabel('Name').fill('siem');
    await form.getByLabel('Address').fill('http://169.254.169.254/');
    await form.getByRole('button', { name: 'Create sink' }).click();
    await expect(form.getByText(/config\.url/)).toBeVisible();
    await checkPage(page);
    await form.getByLabel('Address').fill(receiver.url);
    await form.getByLabel('Headers').fill('x-tenant: hush');
    await form.getByRole('button', { name: 'Create sink' }).click();
    const row = page.getByRole('row', { name: /siem/ });
    await expect(row).toContainText('HTTP receiver');
    await expect(row).not.toContainText('hush');

    const choose = async (item: string): Promise<void> => {
      await page.getByRole('button', { name: 'Actions for siem' }).click();
      await page.getByRole('menuitem', { name: item }).click();
    };
    await choose('Send a test');
    await expect(page.getByText('The sink accepted the test.')).toBeVisible({ timeout: 60_000 });
    expect(receiver.lines.join('')).toContain('exports.test');

    status = 401;
    await choose('Edit');
    const edit = page.getByRole('dialog', { name: 'Edit siem' });
    await edit.getByLabel('Share of the records').fill('50');
    await edit.getByRole('button', { name: 'Save' }).click();
    await expect(edit).toBeHidden();
    await expect(async () => {
      await choose('Send a test');
      await expect(page.getByText('The sink answered 401.').first()).toBeVisible({ timeout: 10_000 });
    }).toPass({ timeout: 120_000 });

    await choose('Show progress');
    const progress = page.getByRole('dialog', { name: 'siem' });
    await expect(progress).toContainText('The sink answered 401.');
    await expect(progress).toContainText('The sink has rejected nothing.');
    await checkPage(page);
    await progress.getByRole('button', { name: 'Close' }).click();

    await choose('Delete');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('No sinks yet.')).toBeVisible();
  } finally {
    receiver.server.close();
  }
});

test('a sink of Kafka is created with its login, and its settings are shown again without the password', async ({
  page,
  trouble,
}) => {
  trouble.expectStatus(400);
  await signIn(page);
  await openPage(page, EXPORTS);
  await page.getByRole('button', { name: 'Create sink' }).first().click();
  const form = page.getByRole('dialog', { name: 'Create sink' });
  await form.getByLabel('Name').first().fill('stream');
  await form.getByRole('combobox', { name: 'Kind' }).click();
  await page.getByRole('option', { name: 'Kafka' }).click();
  await form.getByLabel('Brokers').fill('kafka.example.com');
  await form.getByLabel('Topic').fill('records');
  await form.getByRole('button', { name: 'Create sink' }).click();
  await expect(form.getByText(/config\.brokers\[0\]/)).toBeVisible();
  await form.getByLabel('Brokers').fill('kafka.example.com:9093\nkafka-2.example.com:9093');
  await form.getByRole('combobox', { name: 'Login' }).click();
  await page.getByRole('option', { name: 'SCRAM-SHA-512' }).click();
  await form.getByLabel('User name').fill('lane');
  await form.getByRole('textbox', { name: 'Password' }).fill('hush-hush-hush-hush');
  await checkPage(page);
  await form.getByRole('button', { name: 'Create sink' }).click();
  const row = page.getByRole('row', { name: /stream/ });
  await expect(row).toContainText('Kafka');
  await page.getByRole('button', { name: 'Actions for stream' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit stream' });
  await edit.getByLabel('Enter the settings of the sink anew').check();
  await expect(edit.getByLabel('Brokers')).toHaveValue('kafka.example.com:9093\nkafka-2.example.com:9093');
  await expect(edit.getByRole('textbox', { name: 'Password' })).toHaveValue('');
  await edit.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Actions for stream' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(row).toBeHidden();
});

import { checkPage, expect, test } from './check-page.js';
import { openPage, readWorld, signIn } from './world.js';

/** A model of gateway.yaml: requests that run later use those. */
const MODEL = 'simulator';

const lineOf = (custom_id: string, body: object): string =>
  JSON.stringify({ custom_id, method: 'POST', url: '/v1/chat/completions', body: { model: MODEL, ...body } });

const chat = (content: string): object => ({ messages: [{ role: 'user', content }] });

const fileOf = (...lines: readonly string[]) => ({
  name: 'requests.jsonl',
  mimeType: 'application/jsonl',
  buffer: Buffer.from(lines.join('\n')),
});

test.beforeEach(({ page }) => signIn(page));

test('a batch is made of a file, followed until its end, and its results are downloaded', async ({ page }) => {
  await openPage(page, '/w/:workspace/batches');
  await page.getByRole('button', { name: 'Create batch' }).first().click();
  const form = page.getByRole('dialog', { name: 'Create a batch' });
  await expect(form.getByRole('button', { name: 'Upload and start' })).toBeDisabled();
  const input = form.locator('input[type=file]');
  await input.setInputFiles(fileOf('not a request'));
  await expect(form.getByText('The first line is not a request')).toBeVisible();
  await checkPage(page);
  await input.setInputFiles(fileOf(lineOf('one', chat('Hello one.')), lineOf('two', chat('Hello two.'))));
  await expect(form.getByText('/v1/chat/completions · simulator')).toBeVisible();
  await form.getByRole('button', { name: 'Upload and start' }).click();
  const batch = page.getByRole('dialog', { name: 'Batch' });
  await expect(batch.getByText('Completed')).toBeVisible({ timeout: 30_000 });
  await expect(batch.getByText('2 of 2')).toBeVisible();
  await checkPage(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    batch.getByRole('button', { name: 'Results' }).click(),
  ]);
  const text = await (await download.createReadStream())
    .setEncoding('utf8')
    .reduce((all, part) => all + String(part), '');
  const results = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { custom_id: string });
  expect(results.map(({ custom_id: id }) => id)).toEqual(['one', 'two']);
  await page.setViewportSize({ width: 390, height: 844 });
  await checkPage(page);
});

test('a batch whose lines are wrong names them, and sends nothing', { tag: '@part-1' }, async ({ page }) => {
  await openPage(page, '/w/:workspace/batches?open=new');
  const form = page.getByRole('dialog', { name: 'Create a batch' });
  await form
    .locator('input[type=file]')
    .setInputFiles(fileOf(lineOf('one', chat('Hello.')), lineOf('two', { messages: 'wrong' }), '{'));
  await form.getByRole('button', { name: 'Upload and start' }).click();
  const batch = page.getByRole('dialog', { name: 'Batch' });
  await expect(batch.getByText('Failed', { exact: true })).toBeVisible({ timeout: 30_000 });
  const wrong = batch.getByRole('table', { name: 'Lines that are wrong' });
  await expect(wrong.getByRole('row', { name: /^2 / })).toContainText('messages');
  await expect(wrong.getByRole('row', { name: /^3 / })).toBeVisible();
  await expect(batch.getByRole('button', { name: 'Results' })).toHaveCount(0);
  await checkPage(page);
});

test('a batch that the gateway rejects says why, and a batch of nobody too', { tag: '@part-5' }, async ({
  page,
  trouble,
}) => {
  for (const status of [400, 404]) trouble.expectStatus(status);
  await openPage(page, '/w/:workspace/batches?open=new');
  const form = page.getByRole('dialog', { name: 'Create a batch' });
  const line = JSON.stringify({
    custom_id: 'a',
    method: 'POST',
    url: '/v1/chat/completions',
    body: { model: 'nothing' },
  });
  await form.locator('input[type=file]').setInputFiles(fileOf(line));
  await form.getByRole('button', { name: 'Upload and start' }).click();
  await expect(form.getByRole('alert')).toBeVisible();
  await openPage(page, '/w/:workspace/batches?open=batch_019a00000000700080000000000000ff');
  await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible();
});

test('jobs are listed by status, opened with their results, and followed to their end', async ({ page }) => {
  const { cookie, url, workspace } = readWorld();
  const answer = await fetch(`${url}/v1/async/chat/completions?workspace_id=${workspace.id}`, {
    method: 'POST',
    headers: { cookie, origin: url, 'content-type': 'application/json' },
    body: JSON.stringify({ model: MODEL, ...chat('Say it later.') }),
  });
  expect(answer.status).toBe(202);
  const { job_id: id } = (await answer.json()) as { job_id: string };
  await openPage(page, '/w/:workspace/batches?tab=jobs');
  await expect(page.getByRole('row', { name: /Completed/ })).toBeVisible({ timeout: 30_000 });
  await checkPage(page);
  await page.getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'Failed' }).click();
  await expect(page.getByText('No job has this status.')).toBeVisible();
  await openPage(page, `/w/:workspace/batches?tab=jobs&open=${id}`);
  const job = page.getByRole('dialog', { name: 'Job' });
  await expect(job.getByRole('region', { name: 'Result' })).toContainText('Say it later.');
  await checkPage(page);
});

import { checkPage, expect, test } from './check-page.js';
import { openPage, signIn } from './world.js';

const PHONE = { width: 390, height: 844 };

test('two models are asked the same side by side, and the request is shown as code', async ({ page }) => {
  await signIn(page);
  await openPage(page, `/w/:workspace/playground?models=${encodeURIComponent('["lane-one"]')}`);
  await page.getByRole('button', { name: 'Add a model' }).click();
  const lanes = page.getByRole('region', { name: /^Conversation with/ });
  await expect(lanes).toHaveCount(2);
  await checkPage(page);

  await page.getByLabel('Message', { exact: true }).fill('Compare yourselves.');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: /lane-one answered: .*lane-two answered: / })).toBeAttached();
  for (const lane of await lanes.all()) await expect(lane.getByText('First word')).toBeVisible();
  await checkPage(page);

  await page.getByRole('button', { name: 'As code' }).click();
  const code = page.getByRole('dialog');
  for (const [language, sign] of [
    ['curl', 'curl '],
    ['Python', 'from openai import OpenAI'],
    ['TypeScript', "import OpenAI from 'openai'"],
    ['Go', 'package main'],
  ] as const) {
    await code.getByText(language, { exact: true }).click();
    await expect(code.getByText(sign).first()).toBeVisible();
  }
  await expect(code.getByText('Compare yourselves.').first()).toBeVisible();
  await checkPage(page);
});

test('a lane has parameters of its own, answers again, and the state is a link that no server sees', {
  tag: '@part-2',
}, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page);
  await openPage(page, `/w/:workspace/playground?models=${encodeURIComponent('["lane-one","lane-two"]')}`);
  await page.getByRole('button', { name: 'Parameters of lane-two' }).click();
  const panel = page.getByRole('dialog', { name: 'Parameters of lane-two' });
  await panel.getByRole('textbox', { name: 'System prompt' }).fill('Only lane two.');
  await expect(panel.getByText('This model has parameters of its own.')).toBeVisible();
  await checkPage(page);
  await panel.getByText('All', { exact: true }).click();
  const shared = page.getByRole('dialog', { name: 'Parameters', exact: true });
  await expect(shared.getByRole('textbox', { name: 'System prompt' })).toHaveValue('');
  await shared.getByRole('textbox', { name: 'System prompt' }).fill('All of you.');
  await page.keyboard.press('Escape');

  const sent: Record<string, string[]> = {};
  page.on('request', (request) => {
    if (!request.url().includes('/v1/chat/completions')) return;
    const { messages, model } = request.postDataJSON() as { model: string; messages: { content: string }[] };
    sent[model] = messages.map(({ content }) => content);
  });
  await page.getByLabel('Message', { exact: true }).fill('Hello');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: /lane-one answered: .*lane-two answered: / })).toBeAttached();
  expect(sent).toEqual({ 'lane-one': ['All of you.', 'Hello'], 'lane-two': ['Only lane two.', 'Hello'] });

  const first = page.getByRole('region', { name: 'Conversation with lane-one' });
  const again = page.waitForRequest(/\/v1\/chat\/completions/);
  await first.getByRole('button', { name: 'Answer again' }).click();
  expect((await again).postDataJSON()).toMatchObject({ model: 'lane-one', messages: [{}, { content: 'Hello' }] });
  await expect(first.getByRole('button', { name: 'Answer again' })).toBeVisible();

  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText(/^Link copied/)).toBeVisible();
  const link = new URL(await page.evaluate(() => navigator.clipboard.readText()));
  expect(link.search).not.toContain('Hello');
  const other = await context.newPage();
  await other.goto(link.href);
  const opened = other.getByRole('region', { name: 'Conversation with lane-one' });
  await expect(opened.getByText('Hello', { exact: true })).toBeVisible();
  await other.getByRole('button', { name: 'Parameters of lane-two' }).click();
  const theirs = other.getByRole('dialog', { name: 'Parameters of lane-two' });
  await expect(theirs.getByRole('textbox', { name: 'System prompt' })).toHaveValue('Only lane two.');
  await expect(other).not.toHaveURL(/state=/);
  await other.close();
});

test('a model that fails fails its lane alone, and is asked again', { tag: '@part-4' }, async ({ page, trouble }) => {
  trouble.expectStatus(429);
  await signIn(page);
  await openPage(page, `/w/:workspace/playground?models=${encodeURIComponent('["lane-one","lane-two"]')}`);
  const error = {
    type: 'rate_limit_error',
    code: 'rate_limited',
    message: 'Too many requests. Wait a minute.',
    param: null,
  };
  await page.route(/\/v1\/chat\/completions/, (route) =>
    route.request().postDataJSON().model === 'lane-two'
      ? route.fulfill({ status: 429, json: { error } })
      : route.continue(),
  );
  await page.getByLabel('Message', { exact: true }).fill('Hello');
  await page.keyboard.press('Enter');
  const refused = page.getByRole('region', { name: 'Conversation with lane-two' });
  await expect(refused.getByRole('alert')).toContainText('Too many requests. Wait a minute.');
  await expect(page.getByRole('status').filter({ hasText: 'lane-one answered: ' })).toBeAttached();
  await checkPage(page);
  await page.unrouteAll();
  await refused.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'lane-two answered: ' })).toBeAttached();
});

test('a stream that does not end is stopped, and the conversation goes on', async ({ page }) => {
  await signIn(page);
  await openPage(page, `/w/:workspace/playground?models=${encodeURIComponent('["lane-one"]')}`);
  const message = page.getByLabel('Message', { exact: true });
  await page.route(/\/v1\/chat\/completions/, () => undefined);
  await message.fill('Never end');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Stop all' }).click();
  await expect(page.getByText('Stopped', { exact: true })).toBeVisible();
  await page.unrouteAll();
  await message.fill('Again');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'lane-one answered: ' })).toBeAttached();
});

test('a parameter that is no number is explained, and nothing is sent with it', { tag: '@part-4' }, async ({
  page,
}) => {
  await signIn(page);
  await openPage(page, '/w/:workspace/playground');
  await page.getByRole('button', { name: 'Parameters', exact: true }).click();
  const panel = page.getByRole('dialog', { name: 'Parameters' });
  await panel.getByLabel('Temperature').fill('warm');
  await expect(panel.getByText('Enter a number.')).toBeVisible();
  await expect(panel.getByRole('textbox', { name: 'Tools (JSON)' })).toBeVisible();
  await checkPage(page);
  await page.keyboard.press('Escape');
  await page.getByLabel('Message', { exact: true }).fill('Hello');
  await expect(page.getByText('Correct the parameters first.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeDisabled();
});

test('the playground fits a phone', { tag: '@part-0' }, async ({ page }) => {
  await page.setViewportSize(PHONE);
  await signIn(page);
  await openPage(page, `/w/:workspace/playground?models=${encodeURIComponent('["lane-one","lane-two"]')}`);
  await page.getByLabel('Message', { exact: true }).fill('اكتب جملة قصيرة');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'lane-two answered: ' })).toBeAttached();
  await checkPage(page);
});

test('four lanes lie side by side, fill the window, and leave the box for the message in sight', async ({ page }) => {
  await signIn(page);
  const models = encodeURIComponent('["lane-one","lane-two","lane-one","lane-two"]');
  await openPage(page, `/w/:workspace/playground?models=${models}`);
  const lanes = page.getByRole('region', { name: /^Conversation with/ });
  await expect(lanes).toHaveCount(4);
  const boxes = await Promise.all((await lanes.all()).map((lane) => lane.boundingBox()));
  expect(new Set(boxes.map((box) => box?.y)).size).toBe(1);
  expect(boxes[0]?.height).toBeGreaterThan(450);
  await expect(page.getByLabel('Message', { exact: true })).toBeInViewport({ ratio: 1 });
});

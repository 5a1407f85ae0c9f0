import { checkPage, expect, test } from './check-page.js';
import { chooseByKeyboard, tabTo } from './keyboard.js';
import { openPage, signIn } from './world.js';

test.beforeEach(({ page }) => signIn(page));

test('a model draws what a prompt says, and a name of no model is explained', async ({ page, trouble }) => {
  trouble.expectStatus(404);
  await openPage(page, '/w/:workspace/media');
  await expect(page.getByRole('button', { name: 'Draw' })).toBeDisabled();
  await page.getByRole('combobox', { name: 'Model' }).fill('nothing');
  await page.getByLabel('Prompt').fill('A lighthouse by the sea');
  await page.getByRole('button', { name: 'Draw' }).click();
  await expect(page.getByRole('alert')).toContainText('The model does not exist.');
  await page.getByRole('combobox', { name: 'Model' }).fill('simulator-image');
  await expect(page).toHaveURL(/model=simulator-image/);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Draw' }).click();
  const drawn = page.getByRole('img', { name: 'Image 1: A lighthouse by the sea' });
  await expect(drawn).toBeVisible();
  await expect.poll(() => drawn.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await checkPage(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('image-1.png');
  await page.setViewportSize({ width: 390, height: 844 });
  await checkPage(page);
});

test('a model speaks a text, and another one writes down what it said', async ({ page }, testInfo) => {
  await openPage(page, '/w/:workspace/media?tab=speech&model=simulator-speech');
  await page.getByLabel('Text').fill('Say it clearly');
  await page.getByRole('button', { name: 'Speak' }).click();
  await expect(page.getByLabel('Spoken text')).toBeVisible();
  await checkPage(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).click(),
  ]);
  const file = testInfo.outputPath('speech.wav');
  await download.saveAs(file);
  await page.getByRole('tab', { name: 'Transcription' }).click();
  await page.getByRole('combobox', { name: 'Model' }).fill('simulator-transcription');
  await page.keyboard.press('Escape');
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByRole('button', { name: 'Transcribe' }).click();
  await expect(page.getByRole('region', { name: 'Transcript' })).toContainText(/say it clearly/i);
  await checkPage(page);
});

test('a request that takes long is stopped', { tag: '@part-5' }, async ({ page }) => {
  await page.route(/\/v1\/audio\/speech/, () => undefined);
  await openPage(page, '/w/:workspace/media?tab=speech&model=simulator-speech');
  await page.getByLabel('Text').fill('Never said');
  await page.getByRole('button', { name: 'Speak' }).click();
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByRole('button', { name: 'Stop' })).toHaveCount(0);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.unrouteAll();
});

test('a talk with a realtime model: text and recordings go, sound and words come', async ({ page }) => {
  await page.context().grantPermissions(['microphone']);
  await openPage(page, '/w/:workspace/media?tab=realtime');
  await expect(page.getByRole('button', { name: 'Connect' })).toBeDisabled();
  await page.getByRole('combobox', { name: 'Model' }).fill('simulator-realtime');
  await page.keyboard.press('Escape');
  await checkPage(page);
  await page.getByRole('button', { name: 'Connect' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Connected' })).toBeVisible();
  await page.getByLabel('Message', { exact: true }).fill('Good evening');
  await page.keyboard.press('Enter');
  const turns = page.getByRole('log', { name: 'Turns' }).getByRole('article');
  await expect(turns).toHaveCount(2);
  await expect(turns.nth(1)).toContainText('You said: Good evening');
  const sound = turns.nth(1).getByLabel('Spoken answer');
  await expect.poll(() => sound.evaluate((audio: HTMLAudioElement) => audio.duration)).toBeGreaterThan(0);
  await checkPage(page);

  await page.getByRole('button', { name: 'Record' }).click();
  const stop = page.getByRole('button', { name: 'Stop recording' });
  await expect(stop).toBeVisible();
  // The pause is as long as a short answer: the encoder has nothing before the first tenth of a second.
  await page.waitForTimeout(800);
  await stop.click();
  await expect(turns.nth(2)).toContainText(/Recording of \d+\.\d s/);
  await expect(turns.nth(3)).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await checkPage(page);
  await page.getByRole('button', { name: 'Disconnect' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Not connected' })).toBeVisible();
  await expect(turns).toHaveCount(4);
});

test('a talk in text by the keyboard alone, and a connection that is rejected says what to look for', {
  tag: '@part-4',
}, async ({ page, trouble }) => {
  trouble.expect(/WebSocket/);
  await openPage(page, '/w/:workspace/media?tab=realtime&model=no-such-model');
  await tabTo(page, page.getByRole('button', { name: 'Connect' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('The gateway refused the connection');
  await checkPage(page);
  await tabTo(page, page.getByRole('combobox', { name: 'Model' }), 'Shift+Tab');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('simulator-realtime');
  await page.keyboard.press('Escape');
  await tabTo(page, page.getByRole('combobox', { name: 'Answers in' }));
  await chooseByKeyboard(page, 'Text');
  await expect(page.getByRole('combobox', { name: 'Answers in' })).toHaveValue('Text');
  await tabTo(page, page.getByRole('button', { name: 'Connect' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'Connected' })).toBeVisible();
  await tabTo(page, page.getByRole('textbox', { name: 'Message' }));
  await page.keyboard.type('Only words');
  await page.keyboard.press('Enter');
  const turns = page.getByRole('log', { name: 'Turns' }).getByRole('article');
  await expect(turns.nth(1)).toContainText('You said: Only words');
  await expect(turns.nth(1).getByLabel('Spoken answer')).toHaveCount(0);
});

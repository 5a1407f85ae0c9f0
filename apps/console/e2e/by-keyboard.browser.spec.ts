import type { FileChooser } from '@playwright/test';
import { checkPage, expect, test } from './check-page.js';
import { chooseByKeyboard, closeByEscape, tabTo } from './keyboard.js';
import { asOwner, openPage, readWorld, signIn } from './world.js';

const HANDBOOK = 'The lighthouse keeper counts ships at night.\n\nHolidays are requested by e-mail two weeks before.';

test.beforeEach(({ page }) => {
  return signIn(page);
});

test('the playground: a model is chosen and asked, and a parameter that is wrong is corrected', {
  tag: '@part-0',
}, async ({ page }) => {
  await openPage(page, `/w/:workspace/playground?models=${encodeURIComponent('["lane-one"]')}`);
  await tabTo(page, page.getByRole('combobox', { name: 'Model' }));
  await chooseByKeyboard(page, 'lane-two');
  const lane = page.getByRole('region', { name: 'Conversation with lane-two' });
  await expect(lane).toBeVisible();

  const parameters = page.getByRole('button', { name: 'Parameters', exact: true });
  const message = page.getByRole('textbox', { name: 'Message', exact: true });
  await tabTo(page, parameters, 'Shift+Tab');
  await page.keyboard.press('Enter');
  const panel = page.getByRole('dialog', { name: 'Parameters' });
  const temperature = panel.getByRole('textbox', { name: 'Temperature' });
  await tabTo(page, temperature);
  await page.keyboard.type('warm');
  await expect(panel.getByText('Enter a number.')).toBeVisible();
  await closeByEscape(page, panel);
  await expect(parameters).toBeFocused();
  await tabTo(page, message);
  await page.keyboard.type('Who are you?');
  await expect(page.getByText('Correct the parameters first.')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(message).toHaveValue('Who are you?');
  await tabTo(page, parameters, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await tabTo(page, temperature);
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await expect(panel.getByText('Enter a number.')).toBeHidden();
  await closeByEscape(page, panel);
  await expect(parameters).toBeFocused();
  await tabTo(page, message);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'lane-two answered: ' })).toBeAttached();
  // Enter leaves the focus where the next message is typed.
  await expect(message).toBeFocused();

  await tabTo(page, page.getByRole('button', { name: 'As code' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  const code = page.getByRole('dialog', { name: 'As code' });
  await expect(code.getByRole('button', { name: 'Close' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(code.getByRole('radio', { name: 'curl' })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(code.getByText('from openai import OpenAI').first()).toBeVisible();
  await closeByEscape(page, code);
});

test('routing: a config is written, tried, published, changed and deleted', { tag: '@part-0' }, async ({
  page,
  trouble,
}) => {
  trouble.expectStatus(400);
  await openPage(page, '/w/:workspace/routing');
  await tabTo(page, page.getByRole('button', { name: 'Create routing config' }).first());
  await page.keyboard.press('Enter');
  const form = page.getByRole('dialog', { name: 'Create a routing config' });
  const editor = form.getByRole('textbox', { name: 'Routing config' });
  const write = async (text: string) => {
    await tabTo(page, editor, 'Shift+Tab');
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
    await expect(editor).toHaveText('');
    await page.keyboard.type(text);
    await expect(editor).toContainText(text);
  };
  // The form opens with the graph.
  await tabTo(page, form.getByRole('radio', { name: 'Graph' }));
  await page.keyboard.press('ArrowRight');
  await expect(form.getByRole('radio', { name: 'List' })).toBeChecked();
  await page.keyboard.press('ArrowRight');
  await expect(editor).toBeVisible();
  await tabTo(page, editor);
  await write('{ name: by keyboard, targets: [{ model: nobody }] }');
  const trial = form.getByRole('region', { name: 'Dry run' });
  const run = trial.getByRole('button', { name: 'Try it' });
  await tabTo(page, run);
  await page.keyboard.press('Enter');
  await expect(trial.getByRole('alert')).toContainText('targets[0].model');
  await write('{ name: by keyboard, targets: [{ model: lane-one }] }');
  await tabTo(page, run);
  await page.keyboard.press('Enter');
  await expect(trial.getByRole('row', { name: 'lane-one 100%' })).toBeVisible();
  await tabTo(page, form.getByRole('button', { name: 'Publish' }));
  await page.keyboard.press('Enter');
  const details = page.getByRole('dialog', { name: 'by keyboard', exact: true });
  await expect(details).toBeVisible();
  await closeByEscape(page, details);

  await tabTo(page, page.getByRole('button', { name: /^by keyboard/ }));
  await page.keyboard.press('Enter');
  await tabTo(page, details.getByRole('button', { name: 'Pause' }));
  await page.keyboard.press('Enter');
  await expect(details.getByRole('button', { name: 'Resume' })).toBeEnabled();
  await tabTo(page, details.getByRole('button', { name: 'Delete' }));
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: 'Delete by keyboard?' });
  // The harmless button has the focus first.
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await tabTo(page, question.getByRole('button', { name: 'Delete' }));
  await page.keyboard.press('Enter');
  // Content behind a dialog has no name until it has closed.
  await expect(page.getByRole('heading', { level: 1, name: 'Routing' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^by keyboard/ })).toHaveCount(0);
});

test('knowledge: a base is made, filled, asked, and deleted', { tag: '@part-4' }, async ({ page }) => {
  await openPage(page, '/w/:workspace/knowledge');
  await tabTo(page, page.getByRole('button', { name: 'New knowledge base' }).first());
  await page.keyboard.press('Enter');
  const form = page.getByRole('dialog', { name: 'New knowledge base' });
  await tabTo(page, form.getByRole('textbox', { name: 'Name' }));
  await page.keyboard.press('Enter');
  await expect(form.getByText('Required')).toBeVisible();
  await page.keyboard.type('Keyboard handbook');
  await page.keyboard.press('Enter');
  const base = page.getByRole('button', { name: 'Keyboard handbook' });
  await expect(form).toBeHidden();
  await tabTo(page, base);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Keyboard handbook' })).toBeVisible();

  // The page is whole then, and the button is not drawn anew.
  await expect(page.getByText('No documents yet.')).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: 'Add documents' }));
  const choosers: FileChooser[] = [];
  page.on('filechooser', (chooser) => choosers.push(chooser));
  // A browser that is busy may miss the key.
  await expect(async () => {
    await page.keyboard.press('Enter');
    await expect.poll(() => choosers.length, { timeout: 3_000 }).toBeGreaterThan(0);
  }).toPass();
  const file = { name: 'handbook.md', mimeType: 'text/markdown', buffer: Buffer.from(HANDBOOK) };
  await choosers[0]?.setFiles(file);
  await expect(page.getByRole('cell', { name: 'Ready' })).toBeVisible({ timeout: 30_000 });

  await tabTo(page, page.getByRole('tab', { name: 'Documents' }), 'Shift+Tab');
  await page.keyboard.press('ArrowRight');
  const question = page.getByRole('textbox', { name: 'Question' });
  await tabTo(page, question);
  await page.keyboard.type('who counts ships?');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('article').first()).toContainText('lighthouse keeper');
  await checkPage(page);

  await tabTo(page, page.getByRole('button', { name: 'Delete' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  const removal = page.getByRole('dialog', { name: 'Delete this knowledge base?' });
  const confirm = removal.getByRole('button', { name: 'Confirm' });
  await expect(confirm).toBeDisabled();
  await tabTo(page, removal.getByRole('textbox'));
  await page.keyboard.type('Keyboard');
  await expect(confirm).toBeDisabled();
  await page.keyboard.type(' handbook');
  await tabTo(page, confirm);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Knowledge' })).toBeVisible();
  const { data } = await asOwner().call<{ data: { name: string }[] }>(
    'GET',
    `/w/kb?workspace_id=${readWorld().workspace.id}`,
  );
  expect(data.map(({ name }) => name)).not.toContain('Keyboard handbook');
});

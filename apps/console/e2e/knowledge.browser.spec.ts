import { checkPage, expect, test } from './check-page.js';
import { asOwner, openPage, readWorld, signIn } from './world.js';

const HANDBOOK = 'The lighthouse keeper counts ships at night.\n\nHolidays are requested by e-mail two weeks before.';

test('a knowledge base is created, filled, asked, and deleted', async ({ page }) => {
  await signIn(page);
  await openPage(page, '/w/:workspace/knowledge');
  await page.getByRole('button', { name: 'New knowledge base' }).first().click();
  const form = page.getByRole('dialog', { name: 'New knowledge base' });
  await form.getByRole('button', { name: 'Create' }).click();
  await expect(form.getByText('Required')).toBeVisible();
  await form.getByLabel('Name').fill('Handbook');
  await form.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('button', { name: 'Handbook' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Handbook' })).toBeVisible();
  await expect(page.getByText('No documents yet.')).toBeVisible();
  await checkPage(page);

  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'handbook.md', mimeType: 'text/markdown', buffer: Buffer.from(HANDBOOK) });
  await expect(page.getByRole('cell', { name: 'handbook.md', exact: true })).toBeVisible();
  await expect(page.getByRole('cell', { name: 'Ready' })).toBeVisible({ timeout: 30_000 });
  await checkPage(page);

  // The same bytes again are no second document.
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'again.md', mimeType: 'text/markdown', buffer: Buffer.from(HANDBOOK) });
  await expect(page.getByText('Already in this knowledge base')).toBeVisible();

  await page.getByRole('tab', { name: 'Test query' }).click();
  await page.getByLabel('Question').fill('who counts ships?');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('article').first()).toContainText('lighthouse keeper');
  await checkPage(page);

  await page.getByRole('tab', { name: 'Chat' }).click();
  await page.getByLabel('Question').fill('who counts ships?');
  await page.getByRole('button', { name: 'Ask' }).click();
  await expect(page.getByRole('region', { name: 'Answer' })).toHaveAttribute('aria-busy', 'false');
  await checkPage(page);

  await page.getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('Handbook');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Knowledge' })).toBeVisible();
});

test('a document that cannot be read says why, and an address that is none is rejected in the form', {
  tag: '@part-4',
}, async ({ page }) => {
  const { workspace } = readWorld();
  const { id } = await asOwner().call<{ id: string }>('POST', `/w/kb?workspace_id=${workspace.id}`, {
    name: 'Unhappy',
  });
  await signIn(page);
  await openPage(page, `/w/:workspace/knowledge/${id}`);
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'broken.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 broken') });
  await expect(page.getByRole('cell', { name: /Failed/ })).toBeVisible({ timeout: 30_000 });
  await page.getByRole('button', { name: 'Add an address' }).click();
  const form = page.getByRole('dialog', { name: 'Add an address' });
  await form.getByLabel('Address').fill('no address');
  await form.getByRole('button', { name: 'Fetch' }).click();
  await expect(form.getByText('Enter a full address')).toBeVisible();
  await checkPage(page);
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(form).toBeHidden();
  await checkPage(page);
});

test('document sets are made of bases, and a base that is unknown says so', { tag: '@part-5' }, async ({
  page,
  trouble,
}) => {
  trouble.expectStatus(404);
  await signIn(page);
  await openPage(page, '/w/:workspace/knowledge?tab=sets');
  await page.getByRole('button', { name: 'New document set' }).first().click();
  const form = page.getByRole('dialog', { name: 'New document set' });
  await form.getByLabel('Name').fill('For everyone');
  await form.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('button', { name: 'For everyone' }).click();
  await expect(page.getByRole('dialog', { name: 'For everyone' })).toBeVisible();
  await checkPage(page);
  await openPage(page, '/w/:workspace/knowledge/01930000-0000-7000-8000-00000000000a');
  await expect(page.getByRole('alert')).toBeVisible();
});

import { checkPage, expect, test } from './check-page.js';
import { asOwner, OWNER, openPage, signIn } from './world.js';

test('a change shows who made it, and each field before and after', async ({ page }) => {
  const { id } = await asOwner().call<{ id: string }>('POST', '/admin/teams', { name: 'changed team' });
  await asOwner().call('PATCH', `/admin/teams/${id}`, { name: 'team with a change' });
  await signIn(page);
  await openPage(page, `/w/:workspace/changes?target_id=${id}`);
  await expect(page.getByRole('row')).toHaveCount(3);
  await checkPage(page);
  await page.getByRole('row').nth(1).getByRole('button').click();
  const drawer = page.getByRole('dialog');
  await expect(drawer.getByText(`${OWNER.email} (Person)`)).toBeVisible();
  const field = drawer.getByRole('table', { name: 'Changed fields' }).getByRole('row', { name: /^name/ });
  await expect(field).toContainText('changed team');
  await expect(field).toContainText('team with a change');
  await checkPage(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await checkPage(page);
});

test('filters that match nothing say so and can be cleared', { tag: '@part-1' }, async ({ page }) => {
  await signIn(page);
  await openPage(page, '/w/:workspace/changes?action=nothing.like.this');
  await expect(page.getByText('No change matches these filters.')).toBeVisible();
  await checkPage(page);
  await page.getByRole('button', { name: 'Clear filters' }).first().click();
  await expect(page.getByRole('row').nth(1)).toBeVisible();
});

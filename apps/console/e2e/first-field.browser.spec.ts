import { expect, partOfRow, test } from './check-page.js';
import { openPage, signIn } from './world.js';

/** Pages with a form for a new thing: fields of some are there at once, and others are loaded late. */
const pages = ['agents', 'evals/suites', 'mcp', 'models', 'members', 'exports'];

test.beforeEach(({ page }) => signIn(page));

for (const [index, path] of pages.entries()) {
  test(`the form of ${path} begins with the focus on its first field`, { tag: partOfRow(index) }, async ({ page }) => {
    await openPage(page, `/w/:workspace/${path}?open=new`);
    const fields = page.getByRole('dialog').locator('form').locator('input:not([type="hidden"]), textarea');
    await expect(fields.first()).toBeFocused();
  });
}

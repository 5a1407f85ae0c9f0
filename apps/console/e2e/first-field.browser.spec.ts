import { expect, partOfRow, test } from './check-page.js';
import { openPage, signIn } from './world.js';

/** Forms that begin with what one types first. */
const forms = [
  ['/w/:workspace/agents?open=new', 'Name'],
  ['/w/:workspace/evals/suites?open=new', 'Name'],
  ['/w/:workspace/mcp?open=new', 'Name'],
  ['/w/:workspace/models?open=new', 'Name'],
  ['/w/:workspace/members?open=new', 'Person'],
  ['/w/:workspace/exports?open=new', 'Name'],
] as const;

test.beforeEach(({ page }) => signIn(page));

for (const [index, [path, label]] of forms.entries()) {
  test(`the form of ${path} begins with the focus on ${label}`, { tag: partOfRow(index) }, async ({ page }) => {
    await openPage(page, path);
    const form = page.getByRole('dialog').locator('form');
    await expect(form.getByLabel(label).first()).toBeFocused();
  });
}

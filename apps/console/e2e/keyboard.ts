import { expect, type Locator, type Page } from '@playwright/test';

/** Presses at most, on the way to something: there are fewer stops than that on any page. */
const MOST_STOPS = 120;

/** Moves the focus with the keyboard alone, until it is there. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  // Disabled and hidden elements cannot have the focus. The inputs of a segmented control are not seen, but have it.
  await expect(target).toBeEnabled();
  for (let stops = 0; stops < MOST_STOPS; stops += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  await expect(target).toBeFocused();
}

/**
 * Opens the list of a field that has the focus and chooses an option, each key only once the one before has had its effect. The list
 * of a field that can be searched is open once the field has the focus.
 */
export async function chooseByKeyboard(page: Page, name: string): Promise<void> {
  const options = page.getByRole('option');
  const option = page.getByRole('option', { name, exact: true });
  const isSearched = (await page.locator(':focus').getAttribute('readonly')) === null;
  if (!isSearched) await page.keyboard.press('Enter');
  await expect(option).toBeVisible();
  const findMarked = () =>
    options.evaluateAll((all) => all.findIndex((each) => each.hasAttribute('data-combobox-selected')));
  const wanted = (await options.allTextContents()).indexOf(name);
  for (let marked = await findMarked(); marked !== wanted; marked = await findMarked()) {
    await page.keyboard.press('ArrowDown');
    await expect.poll(findMarked).not.toBe(marked);
  }
  await page.keyboard.press('Enter');
  await expect(option).toBeHidden();
}

/** Closes by Escape what is open, or about to be: it understands the key once it has the focus, which is later than it is shown. */
export async function closeByEscape(page: Page, opened: Locator): Promise<void> {
  await expect(opened).toBeVisible();
  await expect(async () => {
    await page.keyboard.press('Escape');
    await expect(opened).toBeHidden({ timeout: 1_000 });
  }).toPass();
}

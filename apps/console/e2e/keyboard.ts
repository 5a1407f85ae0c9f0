import { expect, type Locator, type Page } from '@playwright/test';

/** Presses at most, on the way to something: there are fewer stops than that on any page. */
const MOST_STOPS = 120;

/** Moves the focus with the keyboard alone, until it is there. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible();
  // What is disabled cannot have the focus.
  await expect(target).toBeEnabled();
  for (let stops = 0; stops < MOST_STOPS; stops += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  await expect(target).toBeFocused();
}

/** Opens the list of a field that has the focus and chooses an option, each key only once the one before has had its effect. */
export async function chooseByKeyboard(page: Page, name: string): Promise<void> {
  const options = page.getByRole('option');
  const option = page.getByRole('option', { name, exact: true });
  await page.keyboard.press('Enter');
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

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

/** Frames to wait at most: what is drawn is measured first, and cannot have the focus before. */
const MOST_FRAMES = 30;

/** Focuses the first of the elements that can have the focus, as soon as one can. */
export function focusSoon(...selectors: readonly string[]): void {
  let frames = 0;
  const attempt = (): void => {
    for (const selector of selectors) {
      const element = document.querySelector<HTMLElement>(selector);
      element?.focus();
      if (element !== null && document.activeElement === element) return;
    }
    frames += 1;
    if (frames < MOST_FRAMES) requestAnimationFrame(attempt);
  };
  requestAnimationFrame(attempt);
}

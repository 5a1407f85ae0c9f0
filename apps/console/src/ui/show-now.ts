/** Scrolls to what appeared at the end of a long form, where it is out of sight. */
export function showNow(notice: HTMLElement | null): void {
  notice?.scrollIntoView({ block: 'center' });
}

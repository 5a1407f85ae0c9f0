/**
 * Copies text to the clipboard, also where `navigator.clipboard` is missing because the page came over plain http.
 * Selects a range instead of focusing a text field, which the focus trap of a dialog would take back.
 *
 * @returns whether the browser copied it
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelection(text);
  }
}

function copySelection(text: string): boolean {
  const holder = document.createElement('span');
  holder.textContent = text;
  holder.style.position = 'fixed';
  holder.style.whiteSpace = 'pre';
  holder.style.opacity = '0';
  document.body.append(holder);
  const selection = document.getSelection();
  const range = document.createRange();
  range.selectNodeContents(holder);
  selection?.removeAllRanges();
  selection?.addRange(range);
  try {
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    selection?.removeAllRanges();
    holder.remove();
  }
}

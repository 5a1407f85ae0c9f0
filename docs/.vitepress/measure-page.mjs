/**
 * Finds what readers of a page cannot see: text of a picture beyond its box, and columns of a table beyond the column of text. Runs in the
 * browser, so it uses nothing from outside itself.
 *
 * @returns {{ drawn: number, faults: string[] }} drawn: the number of pictures
 */
export function measurePage() {
  // Text is measured after the picture has been scaled, and glyphs may reach a little beyond their line.
  const TOLERANCE_PX = 1;
  /** @type {string[]} */
  const faults = [];

  /** @param {DOMRect} inner @param {DOMRect} outer */
  const overflow = (inner, outer) =>
    Math.max(outer.left - inner.left, inner.right - outer.right, outer.top - inner.top, inner.bottom - outer.bottom);
  /** @param {Element} element */
  const textOf = (element) => JSON.stringify((element.textContent ?? '').trim().replace(/\s+/g, ' ').slice(0, 60));
  /** @param {Element} element @param {DOMRect} inner @param {DOMRect} outer */
  const compare = (element, inner, outer) => {
    const pixels = overflow(inner, outer);
    if (pixels > TOLERANCE_PX)
      faults.push(`the text ${textOf(element)} of a picture is ${pixels.toFixed(1)} px beyond its box`);
  };

  const pictures = document.querySelectorAll('.mermaid-picture > svg');
  for (const picture of pictures) {
    const frame = picture.getBoundingClientRect();
    for (const box of picture.querySelectorAll('foreignObject')) {
      const range = document.createRange();
      range.selectNodeContents(box);
      if ((box.textContent ?? '').trim() !== '')
        compare(box, range.getBoundingClientRect(), box.getBoundingClientRect());
    }
    for (const text of picture.querySelectorAll('text')) compare(text, text.getBoundingClientRect(), frame);
  }

  for (const table of document.querySelectorAll('.vp-doc table')) {
    const hidden = table.scrollWidth - table.clientWidth;
    const heads = Array.from(table.querySelectorAll('th'), (head) => (head.textContent ?? '').trim()).join(' | ');
    if (hidden > TOLERANCE_PX) faults.push(`the table "${heads.slice(0, 80)}" is ${hidden} px wider than the text`);
  }
  return { drawn: pictures.length, faults };
}

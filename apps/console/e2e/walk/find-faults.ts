import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { measureWidth } from '../check-page.js';

/** Names of groups of texts in the catalogues: a text such as `outcome.failed` is the key of one that is missing. */
const GROUPS: readonly string[] = readdirSync('src/locales/en').flatMap((file) => {
  const texts = JSON.parse(readFileSync(join('src/locales/en', file), 'utf8')) as Record<string, unknown>;
  return Object.keys(texts).filter((name) => typeof texts[name] === 'object');
});

const KEY = new RegExp(`^(?:[a-z-]+:)?(?:${GROUPS.join('|')})(?:\\.[A-Za-z_]+)+$`);

/** Names of endpoints look like keys. */
const ENDPOINTS = /^(?:audio|async|chat|fine_tuning|images|messages|realtime)\.\w+$/;

const NO_VALUE = /\b(?:undefined|NaN|Invalid date|Invalid time)\b|\[object Object\]|\{\{\w+\}\}/i;

/** An id as the service makes them, where a name belongs. */
const ID = /\b[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}\b/;

/** Finds texts that are no texts: values that are none, keys of texts that are missing, and ids in place of names. */
export async function findBadTexts(page: Page): Promise<string[]> {
  return (await page.evaluate(listTexts)).flatMap((text) => {
    if (NO_VALUE.test(text)) return `says “${text}”`;
    if (ID.test(text)) return `shows the id “${text}”`;
    return KEY.test(text) && !ENDPOINTS.test(text) ? `shows the key “${text}”` : [];
  });
}

/** Runs in the page: its texts and labels outside of code, where anything may stand. */
function listTexts(): string[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts: string[] = [];
  while (walker.nextNode()) {
    const { parentElement, textContent } = walker.currentNode;
    if (parentElement?.closest('code, pre, script, style, textarea') === null) texts.push(textContent?.trim() ?? '');
  }
  for (const element of document.querySelectorAll('[aria-label], [placeholder]')) {
    for (const name of ['aria-label', 'placeholder']) texts.push(element.getAttribute(name) ?? '');
  }
  return texts.filter((text) => text !== '');
}

/** Finds faults of the layout at the width of the window: a page that is wider, and texts whose ends nobody sees. */
export async function findLayoutFaults(page: Page): Promise<string[]> {
  const { over, widest } = await page.evaluate(measureWidth);
  const cut = await page.evaluate(findCutTexts);
  const squeezed = await page.evaluate(findSqueezed);
  const width = page.viewportSize()?.width;
  return [
    ...(over > 0 ? [`is ${over} px too wide at ${width} px: ${widest}`] : []),
    ...cut.map((text) => `cuts off “${text}” at ${width} px`),
    ...squeezed.map((fault) => `${fault} at ${width} px`),
  ];
}

/** Runs in the page: texts that reach out of a box which hides that, without three dots and without scrolling. A graph is moved by hand. */
function findCutTexts(): string[] {
  /** The closest box that hides, scrolls or shortens what reaches out of it; undefined if it does not hide. */
  const findHidingBox = (from: Element | null): Element | undefined => {
    for (let box = from; box !== null && box !== document.body; box = box.parentElement) {
      const { overflowX, textOverflow } = getComputedStyle(box);
      if (/auto|scroll/.test(overflowX) || textOverflow === 'ellipsis') return undefined;
      if (/hidden|clip/.test(overflowX)) return box;
    }
    return undefined;
  };
  const range = document.createRange();
  const isCut = (node: Node): boolean => {
    range.selectNodeContents(node);
    const drawn = range.getBoundingClientRect();
    const box = findHidingBox(node.parentElement)?.getBoundingClientRect();
    // Texts for screen readers are in boxes of one pixel.
    if (box === undefined || box.width <= 1 || drawn.width === 0) return false;
    return drawn.right > box.right + 2 || drawn.left < box.left - 2;
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const cut = new Set<string>();
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const text = node.textContent?.trim() ?? '';
    if (text !== '' && node.parentElement?.closest('script, style, textarea, .react-flow') === null && isCut(node))
      cut.add(text.slice(0, 60));
  }
  return [...cut];
}

/** Runs in the page: tables that are wider than their place, and words that stand on end because their column is too narrow. */
function findSqueezed(): string[] {
  const wide = [...document.querySelectorAll('main table, [role=dialog] table')].flatMap((table) => {
    const place = table.parentElement?.closest('[class*=ScrollContainer]');
    const over = place == null ? 0 : table.scrollWidth - place.clientWidth;
    return over > 1 ? [`has a table that is ${over} px too wide`] : [];
  });
  const range = document.createRange();
  const onEnd = [...document.querySelectorAll('td, th')].flatMap((cell) => {
    range.selectNodeContents(cell);
    const { height, width } = range.getBoundingClientRect();
    const text = cell.textContent?.trim() ?? '';
    return width > 0 && width < 24 && height > 3 * width ? [`stands “${text.slice(0, 40)}” on end`] : [];
  });
  return [...new Set([...wide, ...onEnd])];
}

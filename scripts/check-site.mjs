#!/usr/bin/env node
/**
 * Checks the built site of the documentation: no page loads anything from elsewhere. A browser without a network draws every picture, with
 * all text within its box, and no table is wider than the text, in a window of 1280 pixels.
 * Usage: after `vitepress build docs`. The browser is Chromium, which CI demands.
 */
import { once } from 'node:events';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { extname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { findBrowser } from './launch/find-browser.mjs';

/**
 * @typedef {{ drawn: number, faults: string[] }} Shown what measurePage returns
 * @typedef {{ evaluate: (measure: () => Shown) => Promise<Shown> }} Tab page of Playwright
 */

const SITE = fileURLToPath(new URL('../docs/.vitepress/dist', import.meta.url));
/** Function for the browser, whose globals this program does not have. */
const { measurePage } = await import(new URL('../docs/.vitepress/measure-page.mjs', import.meta.url).href);
const DOCS = fileURLToPath(new URL('../docs', import.meta.url));
const BROWSER = findBrowser();
/** Playwright, which the tests of the console use. */
const PLAYWRIGHT = createRequire(new URL('../apps/console/package.json', import.meta.url));
/** Narrowest window in which VitePress shows the outline of a page beside its text. */
const VIEWPORT = { width: 1280, height: 900 };
const DRAW_LIMIT_MS = 20_000;
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

/** Elements and rules that load what they name. Links of the text may lead anywhere. */
const LOADING = [
  /<(?:script|img|iframe|source|video|audio|embed)\b[^>]*\bsrc="((?:https?:)?\/\/[^"]*)"/g,
  /<link\b[^>]*\bhref="((?:https?:)?\/\/[^"]*)"/g,
  /@import\s+(?:url\()?["']?((?:https?:)?\/\/[^"')]*)/g,
  /\burl\(["']?((?:https?:)?\/\/[^"')]*)/g,
];

const files = globSync('**/*.{html,css}', { cwd: SITE });
const faults = files.flatMap((file) => {
  const text = readFileSync(join(SITE, file), 'utf8');
  return LOADING.flatMap((pattern) => Array.from(text.matchAll(pattern), ([, address]) => `${file}: loads ${address}`));
});
const pictures = BROWSER !== undefined ? await lookAtPages(BROWSER) : { drawn: 0, faults: [] };
if (process.env.CI && BROWSER === undefined) faults.push('CI demands Chromium, which shows the pages');
faults.push(...pictures.faults);
for (const fault of faults) process.stderr.write(`${fault}\n`);
process.stdout.write(`${files.length} files of the site, ${pictures.drawn} pictures drawn, ${faults.length} faults\n`);
if (faults.length > 0 || files.length === 0) process.exitCode = 1;

/**
 * Opens each page that has pictures or tables in a browser which reaches this server alone, and measures what it shows.
 *
 * @param {string} browser
 */
async function lookAtPages(browser) {
  const server = createServer((request, response) => {
    const path = decodeURIComponent((request.url ?? '/').replace(/[?#].*/, ''));
    const file = join(SITE, extname(path) === '' ? `${path}.html` : path);
    if (!file.startsWith(SITE) || !existsSync(file)) return void response.writeHead(404).end();
    const type = TYPES[/** @type {keyof typeof TYPES} */ (extname(file))] ?? 'application/octet-stream';
    response.writeHead(200, { 'content-type': type }).end(readFileSync(file));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  const { chromium } = PLAYWRIGHT('@playwright/test');
  const alone = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1';
  const window = await chromium.launch({ executablePath: browser, args: ['--disable-gpu', alone] });
  /** @type {string[]} */
  const found = [];
  let drawn = 0;
  try {
    const tab = await window.newPage({ viewport: VIEWPORT, reducedMotion: 'reduce' });
    for (const page of globSync('**/*.md', { cwd: DOCS })) {
      const text = readFileSync(join(DOCS, page), 'utf8');
      const expected = text.match(/^```mermaid$/gm)?.length ?? 0;
      if (expected === 0 && !/^ *\|(?: *:?-+:? *\|)+$/m.test(text)) continue;
      await tab.goto(`http://127.0.0.1:${port}/${page.replace(/\.md$/, '').replace(/README$/, 'index')}`);
      const shown = await waitForPictures(tab, expected);
      drawn += shown.drawn;
      if (shown.drawn !== expected) found.push(`${page}: a browser draws ${shown.drawn} of ${expected} pictures`);
      found.push(...shown.faults.map((fault) => `${page}: ${fault}`));
    }
  } finally {
    await window.close();
    server.closeAllConnections();
    server.close();
  }
  return { drawn, faults: found };
}

/**
 * Measures a page once its pictures are drawn, or after the limit.
 *
 * @param {Tab} tab
 * @param {number} expected number of pictures
 */
async function waitForPictures(tab, expected) {
  const end = performance.now() + DRAW_LIMIT_MS;
  for (;;) {
    const shown = await tab.evaluate(measurePage);
    if (shown.drawn >= expected || performance.now() > end) return shown;
    await setTimeout(50);
  }
}

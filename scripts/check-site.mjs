#!/usr/bin/env node
/**
 * Checks the built site of the documentation: no page loads anything from elsewhere, and a browser without a network draws every picture.
 * Usage: after `vitepress build docs`. The pictures need Chromium, which CI demands.
 */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { findBrowser } from './launch/find-browser.mjs';

const SITE = fileURLToPath(new URL('../docs/.vitepress/dist', import.meta.url));
const DOCS = fileURLToPath(new URL('../docs', import.meta.url));
const BROWSER = findBrowser();
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
const pictures = BROWSER !== undefined ? await countPictures(BROWSER) : { drawn: 0, faults: [] };
if (process.env.CI && BROWSER === undefined) faults.push('CI demands Chromium, which draws the pictures');
faults.push(...pictures.faults);
for (const fault of faults) process.stderr.write(`${fault}\n`);
process.stdout.write(`${files.length} files of the site, ${pictures.drawn} pictures drawn, ${faults.length} faults\n`);
if (faults.length > 0 || files.length === 0) process.exitCode = 1;

/**
 * Opens each page that has pictures in a browser which reaches this server alone, and counts what it drew.
 *
 * @param {string} browser
 */
async function countPictures(browser) {
  const server = createServer((request, response) => {
    const path = decodeURIComponent((request.url ?? '/').replace(/[?#].*/, ''));
    const file = join(SITE, extname(path) === '' ? `${path}.html` : path);
    if (!file.startsWith(SITE) || !existsSync(file)) return void response.writeHead(404).end();
    const type = TYPES[/** @type {keyof typeof TYPES} */ (extname(file))] ?? 'application/octet-stream';
    response.writeHead(200, { 'content-type': type }).end(readFileSync(file));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  const profile = mkdtempSync(join(tmpdir(), 'multilane-site-'));
  /** @type {string[]} */
  const lacking = [];
  let drawn = 0;
  try {
    for (const page of globSync('*.md', { cwd: DOCS })) {
      const expected = readFileSync(join(DOCS, page), 'utf8').match(/^```mermaid$/gm)?.length ?? 0;
      if (expected === 0) continue;
      const url = `http://127.0.0.1:${port}/${page.replace(/\.md$/, '')}`;
      const options = ['--headless', '--no-sandbox', '--disable-gpu', `--user-data-dir=${profile}`];
      const alone = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1';
      const call = [...options, alone, '--virtual-time-budget=20000', '--dump-dom', url];
      const { stdout } = await promisify(execFile)(browser, call, { maxBuffer: 2 ** 26 });
      const found = stdout.match(/<div class="mermaid-picture"[^>]*><svg /g)?.length ?? 0;
      drawn += found;
      if (found !== expected || /Syntax error in text/.test(stdout))
        lacking.push(`${page}: a browser draws ${found} of ${expected} pictures`);
    }
  } finally {
    server.closeAllConnections();
    server.close();
    rmSync(profile, { recursive: true, force: true });
  }
  return { drawn, faults: lacking };
}

import { existsSync } from 'node:fs';

/**
 * Debian's Chromium, for the tests of the console and the pictures of the documentation. The build without a window comes first: it loads a
 * page in half the time.
 */
export const BROWSERS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

/** @returns the program of the browser; undefined if this machine has none */
export function findBrowser() {
  return BROWSERS.find((path) => existsSync(path));
}

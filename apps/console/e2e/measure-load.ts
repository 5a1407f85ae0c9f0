import type { CDPSession, Page } from '@playwright/test';

/** Everything that a browser loaded for a page, as it counts it: compressed, with the headers. */
interface Load {
  readonly files: readonly { readonly name: string; readonly bytes: number }[];
  readonly kilobytes: number;
}

/** A slow line: 1.6 Mbit/s in each direction, and 300 ms until an answer begins. */
const SLOW_LINE = {
  offline: false,
  latency: 300,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 1_600_000 / 8,
};

/** Time in which nothing may be loaded any more until a load counts as whole. */
const QUIET_MS = 1500;

/** Loads a page with an empty cache and weighs it: its document, its code, its texts, its fonts, and the answers of the service. */
export async function weighLoad(page: Page, open: () => Promise<void>): Promise<Load> {
  const session = await page.context().newCDPSession(page);
  const names = new Map<string, string>();
  const files: { name: string; bytes: number }[] = [];
  let last = Date.now();
  session.on('Network.requestWillBeSent', ({ request, requestId }) => {
    last = Date.now();
    if (!request.url.startsWith('http')) return;
    names.set(requestId, new URL(request.url).pathname);
  });
  session.on('Network.loadingFinished', ({ encodedDataLength, requestId }) => {
    last = Date.now();
    const name = names.get(requestId);
    if (name !== undefined) files.push({ name, bytes: encodedDataLength });
  });
  await withoutCache(session);
  await open();
  while (Date.now() - last < QUIET_MS) await page.waitForTimeout(QUIET_MS / 5);
  await session.detach();
  return { files, kilobytes: files.reduce((sum, { bytes }) => sum + bytes, 0) / 1000 };
}

/** Milliseconds from the first request of a page until its heading is drawn, with an empty cache, over a slow line or this machine's own. */
export async function timeHeading(page: Page, open: () => Promise<void>, line: 'slow' | 'own'): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await withoutCache(session);
  if (line === 'slow') await session.send('Network.emulateNetworkConditions', SLOW_LINE);
  await page.addInitScript(noteHeading);
  await open();
  const drawn = await page.waitForFunction(() => (window as { headingAt?: number }).headingAt);
  const time = await drawn.jsonValue();
  await session.detach();
  return time ?? Number.POSITIVE_INFINITY;
}

async function withoutCache(session: CDPSession): Promise<void> {
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
}

/** Runs in the page: notes the time of its first heading. */
function noteHeading(): void {
  const watched = window as { headingAt?: number };
  const observer = new MutationObserver(() => {
    if (document.querySelector('h1') === null) return;
    watched.headingAt = performance.now();
    observer.disconnect();
  });
  observer.observe(document, { childList: true, subtree: true });
}

import { noteStatus } from '../api/connection.js';

/** The version whose page was reloaded already: each build has a name of its own. */
const RELOADED = 'reloaded-version';

let isMissing = false;

/** Notes that a file of this page could not be loaded: a new version has replaced it, or the network is away. */
export function noteMissingFile(): void {
  isMissing = true;
}

/**
 * Loads the page anew if a file of it was missing: once for each version, because it may not help. Only where the file is needed to go
 * on: what is loaded ahead must not take away what a person is doing.
 */
export function reloadIfFilesAreMissing(): void {
  if (!isMissing) return;
  try {
    if (sessionStorage.getItem(RELOADED) === import.meta.url) return;
    sessionStorage.setItem(RELOADED, import.meta.url);
  } catch {
    // Without storage nobody knows whether the page was reloaded already.
    return;
  }
  void reloadIfReachable();
}

/** Loads the page anew if it can be: without the network, the browser would show nothing of it any more. */
export async function reloadIfReachable(): Promise<void> {
  const answer = await fetch(location.href, { cache: 'no-store' }).catch(() => undefined);
  noteStatus(answer?.status ?? 0);
  if (answer?.ok === true) location.reload();
}

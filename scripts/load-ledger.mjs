import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const GATEWAY = new URL('../apps/gateway/', import.meta.url);

/** Beside the gateway's packages, where what the bundle imports is found; never part of what is built or shipped. */
const BUNDLE = new URL('node_modules/.cache/ledger.mjs', GATEWAY);

/** Folder of the reviewed ledger. */
export const EXPECTED_LEDGER = new URL('ledger/expected/', GATEWAY);

/**
 * The ledger of translations, `apps/gateway/ledger/write-ledger.ts`. It reads the gateway's sources, which its build
 * does not export, so it is bundled for the purpose. Needs a build of the libraries.
 * @returns {Promise<{ writeLedger: (folder: URL) => void, generateTranslationDocs: (folder: URL) => string }>}
 */
export async function loadLedger() {
  await build({
    entryPoints: [fileURLToPath(new URL('ledger/write-ledger.ts', GATEWAY))],
    outfile: fileURLToPath(BUNDLE),
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    logLevel: 'warning',
  });
  return import(BUNDLE.href);
}

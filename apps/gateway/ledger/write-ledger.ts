import { writeFileSync } from 'node:fs';
import { SOURCES } from './columns.js';
import { computeLedger } from './compute-ledger.js';
import { readExpectedLedger } from './expected-ledger.js';
import { recordLedger } from './record-ledger.js';
import { renderTranslationDocs } from './render-translation-docs.js';

/** Writes what the code does now over the reviewed ledger in `folder`: the difference is what is to be reviewed. */
export function writeLedger(folder: URL): void {
  const recorded = recordLedger(computeLedger(), readExpectedLedger(folder));
  for (const source of SOURCES) {
    writeFileSync(new URL(`${source}.json`, folder), `${JSON.stringify(recorded[source], undefined, 2)}\n`);
  }
}

/** The page `docs/translation.md`, as the reviewed ledger in `folder` has it. */
export function generateTranslationDocs(folder: URL): string {
  return renderTranslationDocs(readExpectedLedger(folder));
}

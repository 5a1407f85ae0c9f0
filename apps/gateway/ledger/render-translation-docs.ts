import type { ExpectedLedger } from './expected-ledger.js';
export function renderTranslationDocs(ledger: ExpectedLedger): string {
  return JSON.stringify(ledger.sentences);
}

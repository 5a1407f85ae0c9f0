import type { Ledger } from './count-losses.js';

/** Sums of rounded amounts may differ by so many US dollars. */
const ROUNDING_USD = 0.005;

/** Lists the errors in the ledger of a run in which so many records may be missing. */
export function findLedgerBreaches(ledger: Ledger, allowedLosses: number): string[] {
  const breaches: string[] = [];
  if (ledger.unrecorded > allowedLosses)
    breaches.push(`${ledger.unrecorded} requests not recorded, ${allowedLosses} may be`);
  if (ledger.recordedTwice > 0) breaches.push(`${ledger.recordedTwice} requests recorded twice`);
  const charged = ledger.chargedUsd + ledger.cappedChargedUsd;
  const recorded = ledger.recordedUsd + ledger.cappedRecordedUsd;
  if (Math.abs(charged - recorded) > ROUNDING_USD) breaches.push(`$${charged} charged, $${recorded} recorded`);
  return breaches;
}

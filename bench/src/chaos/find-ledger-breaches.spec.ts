import { expect, it } from '@jest/globals';
import { findLedgerBreaches } from './find-ledger-breaches.js';

const LEDGER = {
  unrecorded: 0,
  lost: [],
  unrecognized: 5,
  brokenUnrecorded: 3,
  recordedTwice: 0,
  recordedUsd: 1,
  chargedUsd: 1.004,
  cappedRecordedUsd: 2,
  cappedChargedUsd: 2,
};

it('finds nothing in a ledger whose sums are equal but for rounding', () => {
  expect(findLedgerBreaches(LEDGER, 0)).toEqual([]);
});

it('finds more missing records than may be, records that are there twice, and wrong charges', () => {
  expect(findLedgerBreaches({ ...LEDGER, unrecorded: 2 }, 2)).toEqual([]);
  expect(findLedgerBreaches({ ...LEDGER, unrecorded: 3 }, 2)).toEqual(['3 requests not recorded, 2 may be']);
  expect(findLedgerBreaches({ ...LEDGER, unrecorded: 3 }, Number.POSITIVE_INFINITY)).toEqual([]);
  expect(findLedgerBreaches({ ...LEDGER, recordedTwice: 1 }, 0)).toEqual(['1 requests recorded twice']);
  expect(findLedgerBreaches({ ...LEDGER, chargedUsd: 1.5 }, 0)).toEqual(['$3.5 charged, $3 recorded']);
});

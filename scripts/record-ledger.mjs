/** Writes what the code translates now over the reviewed ledger, for its reviewer to read the difference. Needs a build. */
import { EXPECTED_LEDGER, loadLedger } from './load-ledger.mjs';

const { writeLedger } = await loadLedger();
writeLedger(EXPECTED_LEDGER);

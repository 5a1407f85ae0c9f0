import { type DecodeAsk, type DecodeFound, decodeFiles } from '../guardrails/reading/decode-files.js';
import { answerAsk, type PiiScanRequest, type PiiScanResult } from '../pii/pii-scan.js';

/** Jobs of a thread beside rules: to find personal data, or to read files. */
export type ThreadAsk = PiiScanRequest | DecodeAsk;
export type ThreadFound = PiiScanResult | DecodeFound;

/** Does what a thread is asked; it can be interrupted wherever it yields. */
export function answerThreadAsk(ask: ThreadAsk): Generator<undefined, ThreadFound> {
  return ask.kind === 'decode' ? decodeFiles(ask) : answerAsk(ask);
}

/** The characters that a thread is to look at. */
export function lengthOfAsk(ask: ThreadAsk): number {
  return ask.kind === 'look' ? ask.parts.joined.length : ask.joined.length;
}

import type { TextPart } from '@multilane/policy';
import type { RedactText } from './bound-payload.js';

/**
 * Texts of one request and its answer, for the payload that is stored beside its record: noted while the request is in progress, and copied
 * after its answer has gone out.
 */
export class PayloadCapture {
  /** Request to the provider; undefined until the guardrails and the rules of personal data have let the request pass. */
  request: object | undefined = undefined;
  /** Answer of the model, before a person's own values are put back. */
  answer: object | undefined = undefined;
  /** Puts placeholders for the personal data that the rules name; undefined if there are no rules. */
  redact: RedactText | undefined = undefined;

  /** Takes the texts of a stream. */
  noteTexts(parts: readonly TextPart[]): void {
    this.answer = { texts: parts };
  }
}

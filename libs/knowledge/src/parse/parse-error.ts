import type { ParseFailure } from './parse-outcome.js';

/** Ends the parsing of a document with a failure that the caller gets. */
export class ParseError extends Error {
  constructor(
    readonly failure: ParseFailure,
    /** One sentence that says what is wrong and what to do, without the document's text. */
    readonly reason: string,
  ) {
    super(reason);
  }
}

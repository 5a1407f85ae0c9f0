/**
 * One exchange with a provider, as a case's folder has it: what was sent, and one form of the answer. A case has one
 * turn (`response.json`) or several (`response.0.json`, …), and each turn is answered whole, streamed, or both.
 */
export interface Exchange {
  /** `<folder>/<case>` with the turn and the form, such as `cohere/tool-two-turn.1` and `gemini/stream-text (stream)`. */
  readonly name: string;
  /** `<folder>/<case>` */
  readonly caseName: string;
  readonly folder: string;
  /** The body that the provider got; undefined if none was recorded. */
  readonly request: unknown;
  /** The chat request that must become `request`; undefined if none is known. */
  readonly chat: unknown;
  /** The text of a whole answer; undefined if this is the streamed form. */
  readonly response: string | undefined;
  /** The events of a streamed answer, the bytes of one each; undefined if this is the whole form. */
  readonly stream: readonly Buffer[] | undefined;
  /** Expected result beside the exchange: `completion.json` or `failure.json`. */
  readonly expected: unknown;
}

/** What a span says, apart from its times and its place in a trace. */
export interface SpanText {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string | number | boolean>>;
  /** Whether it ended in an error. */
  readonly failed: boolean;
}

/** Contents of a span, apart from its times and its place in a trace. */
export interface SpanText {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string | number | boolean>>;
  /** True if it ended in an error. */
  readonly failed: boolean;
}

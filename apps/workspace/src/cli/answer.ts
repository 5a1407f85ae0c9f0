/** Result of a command. */
export interface Answer {
  /** For a program, with `--json`. */
  readonly data: unknown;
  /** For a person. */
  readonly text: string;
  /** True if part of the work could not be done: exits 1. */
  readonly hasFailures?: boolean;
}

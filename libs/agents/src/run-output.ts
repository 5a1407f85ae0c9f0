import { parseBoundedJson } from '@multilane/contracts';
/** What is stored as the output of a run, as JSON. */
export interface RunOutput {
  /** Of a run that a limit ended: what the model said last. */
  readonly answer?: string | null;
  /** The sources that the answer names. */
  readonly citations?: readonly unknown[];
  /** Why the model ended its answer, such as `length`. */
  readonly finish_reason?: string | null;
  /** Why the run failed. */
  readonly error?: { readonly code: string; readonly message: string };
}

/** The output of a run, which is empty until the run has ended. */
export function readRunOutput(stored: string | null | undefined): RunOutput {
  return parseBoundedJson(stored ?? '{}') as RunOutput;
}

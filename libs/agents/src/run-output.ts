import { parseBoundedJson } from '@multilane/contracts';
/** Output of a run as it is stored, as JSON. */
export interface RunOutput {
  /** Last text of the model, for a run that a limit ended. */
  readonly answer?: string | null;
  /** The sources that the answer names. */
  readonly citations?: readonly unknown[];
  /** Reason why the model ended its answer, such as `length`. */
  readonly finish_reason?: string | null;
  /** Reason why the run failed. */
  readonly error?: { readonly code: string; readonly message: string };
}

/** The output of a run, which is empty until the run has ended. */
export function readRunOutput(stored: string | null | undefined): RunOutput {
  return parseBoundedJson(stored ?? '{}') as RunOutput;
}

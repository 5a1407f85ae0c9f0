import { useState } from 'react';

/** A dry run that a button starts: what came of the last one. */
export interface Trial<Result> {
  readonly result: Result | undefined;
  readonly failure: unknown;
  readonly isBusy: boolean;
  readonly start: (ask: () => Promise<Result>) => Promise<void>;
}

/** Keeps the outcome of a dry run. Its button is busy until the answer is there, so that one runs at a time. */
export function useTrial<Result>(): Trial<Result> {
  const [outcome, setOutcome] = useState<{ readonly result?: Result; readonly failure?: unknown }>({});
  const [isBusy, setBusy] = useState(false);
  const start = async (ask: () => Promise<Result>): Promise<void> => {
    setBusy(true);
    setOutcome({});
    try {
      setOutcome({ result: await ask() });
    } catch (failure) {
      setOutcome({ failure });
    } finally {
      setBusy(false);
    }
  };
  return { result: outcome.result, failure: outcome.failure, isBusy, start };
}

import { useEffect, useRef, useState } from 'react';
import { askGateway, type GatewayRequest } from '../../api/gateway.js';

export interface MediaCall<Result> {
  readonly result: Result | undefined;
  readonly failure: unknown;
  readonly isBusy: boolean;
  /** Sends a request below `/v1`, and reads its answer; the one before is forgotten. */
  readonly start: (
    path: string,
    request: Omit<GatewayRequest, 'signal'>,
    read: (answer: Response) => Promise<Result>,
  ) => Promise<void>;
  readonly stop: () => void;
}

/** A request that can be stopped, and is when its panel goes. */
export function useMediaCall<Result>(): MediaCall<Result> {
  const [outcome, setOutcome] = useState<{ readonly result?: Result; readonly failure?: unknown }>({});
  const [isBusy, setBusy] = useState(false);
  const running = useRef<AbortController>(undefined);
  const stop = (): void => running.current?.abort();
  useEffect(() => () => running.current?.abort(), []);
  const start: MediaCall<Result>['start'] = async (path, request, read) => {
    running.current?.abort();
    const own = new AbortController();
    running.current = own;
    setBusy(true);
    setOutcome({});
    try {
      const result = await read(await askGateway(path, { ...request, signal: own.signal }));
      if (!own.signal.aborted) setOutcome({ result });
    } catch (failure) {
      if (!own.signal.aborted) setOutcome({ failure });
    } finally {
      if (running.current === own) setBusy(false);
    }
  };
  return { result: outcome.result, failure: outcome.failure, isBusy, start, stop };
}

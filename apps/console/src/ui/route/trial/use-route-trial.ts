import { useState } from 'react';
import { api } from '../../../api/client.js';
import { useTrial } from '../../use-trial.js';
import type { RouteConfig } from '../route-graph.js';
import type { Routed } from './trial-marks.js';

/** The dry run of a route as it is written, and the request that it is tried with. */
export function useRouteTrial(workspaceId: string, config: RouteConfig | undefined) {
  const [model, setModel] = useState<string | null>(null);
  const [session, setSession] = useState('');
  const [tried, setTried] = useState<RouteConfig>();
  const { failure, isBusy, result, start } = useTrial<Routed>();
  const run = (): void => {
    if (config === undefined) return;
    const { name: _name, ...fields } = config;
    setTried(config);
    void start(() =>
      api.post('/admin/routing-configs/dry-run', {
        body: {
          ...fields,
          workspace_id: workspaceId,
          ...(model !== null && { model }),
          ...(session.trim() !== '' && { session_id: session.trim() }),
        },
      }),
    );
  };
  return {
    failure,
    isBusy,
    result,
    /** True if the config is the one that was tried. */
    isCurrent: tried === config,
    model,
    run,
    session,
    setModel,
    setSession,
  };
}

import { useCallback, useEffect, useReducer, useRef } from 'react';
import { useSession } from '../../api/session.js';
import { buildBody, type Settings } from './build-body.js';
import { findCost } from './find-cost.js';
import { beforeAnswer, type ChatMessage, changeLanes, type Lane } from './lanes.js';
import { runLane } from './run-lane.js';

/** The lanes of the playground, and what can be done with them. Leaving the page stops what runs. */
export function useLanes(
  workspaceId: string,
  models: readonly string[],
  /** Settings of a lane, by its place. */
  settingsOf: (lane: number) => Settings,
  said: readonly ChatMessage[] = [],
) {
  // A conversation that was handed over begins in the first lane.
  const [lanes, dispatch] = useReducer(changeLanes, said, (messages): readonly Lane[] =>
    messages.length === 0 ? [] : [{ id: 0, model: models[0] ?? '', messages }],
  );
  const running = useRef(new Map<number, AbortController>());
  const maySeeCosts = useSession().can('gateway.audit.read', workspaceId);
  const names = JSON.stringify(models);
  useEffect(() => dispatch({ type: 'models', models: JSON.parse(names) }), [names]);
  useEffect(() => () => running.current.forEach((controller) => void controller.abort()), []);

  const run = useCallback(
    async (lane: Lane, messages: readonly ChatMessage[]) => {
      const controller = new AbortController();
      running.current.get(lane.id)?.abort();
      running.current.set(lane.id, controller);
      const settings = settingsOf(lane.id);
      const body = buildBody(lane.model, messages, settings);
      const requestId = await runLane({ lane: lane.id, workspaceId, body, signal: controller.signal, dispatch });
      if (running.current.get(lane.id) === controller) running.current.delete(lane.id);
      if (requestId === undefined || !settings.stream || !maySeeCosts) return;
      const costUsd = await findCost(workspaceId, requestId).catch(() => undefined);
      if (costUsd !== undefined) dispatch({ type: 'cost', lane: lane.id, requestId, costUsd });
    },
    [maySeeCosts, settingsOf, workspaceId],
  );

  const stop = useCallback((lane?: number) => {
    for (const [id, controller] of running.current) if (lane === undefined || lane === id) controller.abort();
  }, []);

  return {
    lanes,
    isRunning: lanes.some((lane) => lane.run?.state === 'running'),
    stop,
    say(content: ChatMessage['content']) {
      dispatch({ type: 'say', content });
      for (const lane of lanes) void run(lane, [...lane.messages, { role: 'user', content }]);
    },
    answer(lane: Lane, results: readonly string[]) {
      dispatch({ type: 'results', lane: lane.id, results });
      const [answered] = changeLanes([lane], { type: 'results', lane: lane.id, results });
      if (answered) void run(lane, answered.messages);
    },
    retry(lane: Lane) {
      void run(lane, lane.messages);
    },
    /** Asks for another answer in place of the latest one. */
    again(lane: Lane) {
      dispatch({ type: 'again', lane: lane.id });
      void run(lane, beforeAnswer(lane));
    },
    clear() {
      stop();
      dispatch({ type: 'clear' });
    },
  };
}

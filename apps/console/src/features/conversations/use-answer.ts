import { useCallback, useEffect, useRef, useState } from 'react';
import { streamChat } from '../../api/stream-chat.js';
import { useWorkspace } from '../../api/use-workspace.js';
import type { Message, useConversationActions } from './queries.js';
import { toStorable } from './to-storable.js';

/** An answer that is coming, or that was not completed or not saved. */
export interface Run {
  readonly state: 'running' | 'failed' | 'unsaved';
  /** The message that is answered. */
  readonly parentId: string;
  readonly model: string;
  readonly text: string;
  readonly reasoning: string;
  /** What is saved with the answer. */
  readonly about: { readonly finish_reason?: string; readonly request_id?: string };
  readonly failure?: unknown;
}

type Append = ReturnType<typeof useConversationActions>['append'];

/** Asks a model with a branch and saves its answer below it. An answer that is stopped is saved as far as it came. */
export function useAnswer(append: Append) {
  const { id: workspaceId } = useWorkspace();
  const [run, setRun] = useState<Run>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const save = useCallback(
    async (answered: Run) => {
      const content = toStorable(answered.text);
      if (content === '') return setRun(undefined);
      try {
        await append(answered.parentId, { role: 'assistant', content, model: answered.model, ...answered.about });
        setRun(undefined);
      } catch (failure) {
        setRun({ ...answered, state: 'unsaved', failure });
      }
    },
    [append],
  );

  const answer = useCallback(
    async (branch: readonly Message[], model: string) => {
      const parentId = branch.at(-1)?.id;
      if (parentId === undefined) return;
      running.current?.abort();
      const controller = new AbortController();
      running.current = controller;
      let current: Run = { state: 'running', parentId, model, text: '', reasoning: '', about: {} };
      setRun(current);
      try {
        const messages = branch.map(({ content, role }) => ({ role, content }));
        await streamChat({
          workspaceId,
          body: { model, messages, stream: true },
          signal: controller.signal,
          onHead: ({ requestId }) => {
            current = { ...current, about: { request_id: requestId } };
          },
          onPiece: ({ finishReason, reasoning = '', text = '' }) => {
            const about =
              finishReason === undefined ? current.about : { ...current.about, finish_reason: finishReason };
            current = { ...current, about, text: current.text + text, reasoning: current.reasoning + reasoning };
            setRun(current);
          },
        });
      } catch (failure) {
        if (!controller.signal.aborted) return setRun({ ...current, state: 'failed', failure });
      }
      // Another answer has taken its place.
      if (running.current !== controller) return;
      await save(current);
    },
    [save, workspaceId],
  );

  return {
    run,
    answer,
    isRunning: run?.state === 'running',
    stop: () => running.current?.abort(),
    saveAgain: () => (run === undefined ? Promise.resolve() : save(run)),
    dismiss: () => setRun(undefined),
  };
}

import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { streamChat } from '../../api/stream-chat.js';
import type { Tool } from '../../api/tool-calls.js';
import { useWorkspace } from '../../api/use-workspace.js';
import { readAsUrl } from '../../ui/attached-images.js';
import { imageUrl, type Message, type useConversationActions } from './queries.js';
import { addPiece, isEmpty, type Run, toMessage } from './run.js';
import { toChat } from './to-chat.js';

type Append = ReturnType<typeof useConversationActions>['append'];

/** Asks a model with a branch and saves its answer below it. An answer that is stopped is saved as far as it came. */
export function useAnswer(conversationId: string, tools: readonly Tool[], append: Append) {
  const { id: workspaceId } = useWorkspace();
  const [run, setRun] = useState<Run>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const save = useSave(append, setRun);
  const load = useImage(conversationId);

  const answer = useCallback(
    async (branch: readonly Message[], model: string) => {
      const parentId = branch.at(-1)?.id;
      if (parentId === undefined) return;
      running.current?.abort();
      const controller = new AbortController();
      running.current = controller;
      let current: Run = { state: 'running', parentId, model, text: '', reasoning: '', calls: [], about: {} };
      setRun(current);
      try {
        const messages = await toChat(branch, load);
        const offered = tools.map((tool) => ({ type: 'function', function: tool }));
        await streamChat({
          workspaceId,
          sessionId: conversationId,
          body: { model, messages, stream: true, ...(offered.length > 0 && { tools: offered }) },
          signal: controller.signal,
          onHead: ({ requestId }) => {
            current = { ...current, about: { request_id: requestId } };
          },
          onPiece: (piece) => {
            current = addPiece(current, piece);
            setRun(current);
          },
        });
      } catch (failure) {
        if (!controller.signal.aborted) return setRun({ ...current, state: 'failed', failure });
        // Nobody may answer calls that were not completed.
        current = { ...current, calls: [] };
      }
      // Another answer has taken its place.
      if (running.current !== controller) return;
      await save(current);
    },
    [conversationId, load, save, tools, workspaceId],
  );

  return {
    run,
    answer,
    load,
    isRunning: run?.state === 'running',
    stop: () => running.current?.abort(),
    saveAgain: () => (run === undefined ? Promise.resolve() : save(run)),
    dismiss: () => setRun(undefined),
  };
}

/** Saves an answer below the message that it answers; the run is over when it is saved. */
function useSave(append: Append, setRun: (run: Run | undefined) => void) {
  return useCallback(
    async (answered: Run) => {
      if (isEmpty(answered)) return setRun(undefined);
      try {
        await append(answered.parentId, [toMessage(answered)]);
        setRun(undefined);
      } catch (failure) {
        setRun({ ...answered, state: 'unsaved', failure });
      }
    },
    [append, setRun],
  );
}

/** Reads an image of a message, as models and the service take it. */
function useImage(conversationId: string) {
  const { id: workspaceId } = useWorkspace();
  const cache = useQueryClient();
  return useCallback(
    (imageId: string): Promise<string> =>
      cache.fetchQuery({
        queryKey: ['conversations', workspaceId, 'image', imageId],
        queryFn: async () => readAsUrl(await fetchImage(imageUrl(workspaceId, conversationId, imageId))),
        staleTime: Number.POSITIVE_INFINITY,
      }),
    [cache, conversationId, workspaceId],
  );
}

async function fetchImage(url: string): Promise<Blob> {
  const response = await fetch(url, { credentials: 'same-origin' });
  if (!response.ok) throw new Error(`the image is not there: ${response.status}`);
  return response.blob();
}

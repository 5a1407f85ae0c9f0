import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { streamChat } from '../../api/stream-chat.js';
import { addCalls, type Tool, type ToolCall } from '../../api/tool-calls.js';
import { useWorkspace } from '../../api/use-workspace.js';
import { readAsUrl } from '../../ui/attached-images.js';
import { imageUrl, type Message, type useConversationActions } from './queries.js';
import { toChat } from './to-chat.js';

/** An answer that is coming, or that was not completed or not saved. */
export interface Run {
  readonly state: 'running' | 'failed' | 'unsaved';
  /** The message that is answered. */
  readonly parentId: string;
  readonly model: string;
  readonly text: string;
  readonly reasoning: string;
  readonly calls: readonly ToolCall[];
  /** Data that is saved with the answer. */
  readonly about: { readonly finish_reason?: string; readonly request_id?: string };
  readonly failure?: unknown;
}

type Append = ReturnType<typeof useConversationActions>['append'];

/** Asks a model with a branch and saves its answer below it. An answer that is stopped is saved as far as it came. */
export function useAnswer(conversationId: string, tools: readonly Tool[], append: Append) {
  const { id: workspaceId } = useWorkspace();
  const cache = useQueryClient();
  const [run, setRun] = useState<Run>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const save = useCallback(
    async (answered: Run) => {
      const { about, calls, model, parentId, text: content } = answered;
      if (content.trim() === '' && calls.length === 0) return setRun(undefined);
      const called = calls.map(({ function: { arguments: written, name }, id }, index) => ({
        // Some models give their calls no id.
        id: id || `call_${index + 1}`,
        name,
        arguments: written,
      }));
      try {
        const said = { role: 'assistant' as const, content, model, ...about };
        await append(parentId, [called.length === 0 ? said : { ...said, tool_calls: called }]);
        setRun(undefined);
      } catch (failure) {
        setRun({ ...answered, state: 'unsaved', failure });
      }
    },
    [append],
  );

  /** An image of a message, as models and the service take it. */
  const load = useCallback(
    (imageId: string): Promise<string> =>
      cache.fetchQuery({
        queryKey: ['conversations', workspaceId, 'image', imageId],
        queryFn: async () => readAsUrl(await fetchImage(imageUrl(workspaceId, conversationId, imageId))),
        staleTime: Number.POSITIVE_INFINITY,
      }),
    [cache, conversationId, workspaceId],
  );

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
          onPiece: ({ calls, finishReason, reasoning = '', text = '' }) => {
            const about =
              finishReason === undefined ? current.about : { ...current.about, finish_reason: finishReason };
            current = {
              ...current,
              about,
              text: current.text + text,
              reasoning: current.reasoning + reasoning,
              calls: addCalls(current.calls, calls),
            };
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

async function fetchImage(url: string): Promise<Blob> {
  const response = await fetch(url, { credentials: 'same-origin' });
  if (!response.ok) throw new Error(`the image is not there: ${response.status}`);
  return response.blob();
}

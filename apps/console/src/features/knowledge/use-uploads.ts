import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useWorkspace } from '../../api/use-workspace.js';
import { uploadDocument } from './upload-document.js';

export interface UploadState {
  readonly id: number;
  readonly name: string;
  readonly state: 'waiting' | 'sending' | 'done' | 'same' | 'failed';
  /** 0 to 1. */
  readonly share: number;
  readonly failure?: unknown;
}

const AT_ONCE = 2;

/** Files on their way into a base, two at a time. Leaving the page ends them. */
export function useUploads(baseId: string) {
  const { id: workspaceId } = useWorkspace();
  const cache = useQueryClient();
  const [uploads, setUploads] = useState<readonly UploadState[]>([]);
  const queue = useRef<{ id: number; file: File }[]>([]);
  const busy = useRef(0);
  const next = useRef(0);
  const leaving = useRef<AbortController>(undefined);
  useEffect(() => {
    const controller = new AbortController();
    leaving.current = controller;
    return () => controller.abort();
  }, []);

  const pump = useCallback(() => {
    const patch = (id: number, change: Partial<UploadState>) =>
      setUploads((before) => before.map((upload) => (upload.id === id ? { ...upload, ...change } : upload)));
    while (busy.current < AT_ONCE) {
      const item = queue.current.shift();
      const signal = leaving.current?.signal;
      if (item === undefined || signal === undefined) return;
      const { file, id } = item;
      busy.current += 1;
      patch(id, { state: 'sending' });
      void uploadDocument({ workspaceId, baseId, file, signal, onProgress: (share) => patch(id, { share }) })
        .then((isNew) => patch(id, { state: isNew ? 'done' : 'same', share: 1 }))
        .catch((failure: unknown) => patch(id, { state: 'failed', failure }))
        .finally(() => {
          busy.current -= 1;
          void cache.invalidateQueries({ queryKey: ['knowledge', workspaceId] });
          pump();
        });
    }
  }, [baseId, cache, workspaceId]);

  return {
    uploads,
    add(files: readonly File[]) {
      const added = files.map((file) => {
        next.current += 1;
        return { id: next.current, file };
      });
      queue.current.push(...added);
      setUploads((before) => [
        ...before,
        ...added.map(({ file, id }) => ({ id, name: file.name, state: 'waiting' as const, share: 0 })),
      ]);
      pump();
    },
    /** Takes those off the list that have ended. */
    clear: () => setUploads((before) => before.filter(({ state }) => state === 'waiting' || state === 'sending')),
  };
}

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { type Answer, api, basePath } from '../../api/client.js';
import { type NewMessage, saveConversation, toStored } from '../../api/conversations/save-conversation.js';
import type { Tool } from '../../api/tool-calls.js';
import { useList } from '../../api/use-list.js';
import { useWorkspace } from '../../api/use-workspace.js';

export type Conversation = Answer<'/w/chat/sessions/{id}', 'get'>;
export type Message = Answer<'/w/chat/sessions/{id}/messages', 'get'>['data'][number];

const ROOT = 'conversations';
const MOST_MESSAGES = 200;

export const OWNERS = ['all', 'own', 'others'] as const;

/** The conversations of a workspace that the person sees. */
export function useConversations(q: string | undefined, owner: string | undefined) {
  const { id } = useWorkspace();
  const query = { workspace_id: id, q, owner };
  return useList([ROOT, id, 'list', q ?? '', owner ?? ''], '/w/chat/sessions', query);
}

export function useConversation(id: string) {
  const { id: workspaceId } = useWorkspace();
  return useQuery({
    queryKey: [ROOT, workspaceId, 'one', id],
    queryFn: () => api.get('/w/chat/sessions/{id}', { path: { id }, query: { workspace_id: workspaceId } }),
  });
}

/** The messages of all branches, oldest first. */
export function useMessages(id: string) {
  const { id: workspaceId } = useWorkspace();
  return useQuery({
    queryKey: [ROOT, workspaceId, 'messages', id],
    queryFn: async () => {
      const messages: Message[] = [];
      let cursor: string | undefined;
      do {
        const query = { workspace_id: workspaceId, limit: MOST_MESSAGES, cursor };
        const page = await api.get('/w/chat/sessions/{id}/messages', { path: { id }, query });
        messages.push(...page.data);
        cursor = page.next_cursor ?? undefined;
      } while (cursor !== undefined);
      return messages;
    },
  });
}

/** Begins a conversation with what the person says. @returns its id */
export function useCreateConversation() {
  const { id: workspaceId } = useWorkspace();
  const cache = useQueryClient();
  return async (message: NewMessage): Promise<string> => {
    const id = await saveConversation(workspaceId, { messages: [message], tools: [] });
    void cache.invalidateQueries({ queryKey: [ROOT, workspaceId, 'list'] });
    return id;
  };
}

/** Returns the address of an image in a message. */
export function imageUrl(workspaceId: string, conversationId: string, imageId: string): string {
  const path = `${basePath()}/w/chat/sessions/${conversationId}/images/${imageId}`;
  return `${path}?workspace_id=${encodeURIComponent(workspaceId)}`;
}

/** Actions of a person on a conversation. The cached data changes at once, without a request. */
export function useConversationActions(id: string) {
  const { id: workspaceId } = useWorkspace();
  const cache = useQueryClient();
  const about = { path: { id }, query: { workspace_id: workspaceId } };
  const forgetLists = () => void cache.invalidateQueries({ queryKey: [ROOT, workspaceId, 'list'] });
  const change = async (body: {
    title?: string;
    shared?: boolean;
    leaf_id?: string;
    tools?: Tool[];
  }): Promise<void> => {
    const changed = await api.patch('/w/chat/sessions/{id}', { ...about, body });
    cache.setQueryData([ROOT, workspaceId, 'one', id], changed);
    forgetLists();
  };
  const append = useCallback(
    async (parentId: string | null, messages: readonly NewMessage[]): Promise<readonly Message[]> => {
      const { data } = await api.post('/w/chat/sessions/{id}/messages', {
        path: { id },
        query: { workspace_id: workspaceId },
        body: { parent_id: parentId, messages: await Promise.all(messages.map(toStored)) },
      });
      const last = data.at(-1);
      if (last === undefined) throw new Error('the service answered without the messages');
      cache.setQueryData<Message[]>([ROOT, workspaceId, 'messages', id], (before = []) => [...before, ...data]);
      cache.setQueryData<Conversation>(
        [ROOT, workspaceId, 'one', id],
        (before) => before && { ...before, leaf_id: last.id, message_count: before.message_count + data.length },
      );
      void cache.invalidateQueries({ queryKey: [ROOT, workspaceId, 'list'] });
      return data;
    },
    [cache, id, workspaceId],
  );
  const remove = async (): Promise<void> => {
    await api.delete('/w/chat/sessions/{id}', about);
    forgetLists();
  };
  const readAgain = (): Promise<void> =>
    cache.refetchQueries({ queryKey: [ROOT, workspaceId, 'one', id] }, { throwOnError: true });
  return { append, change, readAgain, remove };
}

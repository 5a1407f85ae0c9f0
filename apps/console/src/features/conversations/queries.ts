import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { type Answer, api } from '../../api/client.js';
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
  return async (content: string): Promise<string> => {
    const query = { workspace_id: workspaceId };
    const { id } = await api.post('/w/chat/sessions', { query, body: {} });
    const messages = [{ role: 'user' as const, content }];
    await api.post('/w/chat/sessions/{id}/messages', { path: { id }, query, body: { messages } });
    void cache.invalidateQueries({ queryKey: [ROOT, workspaceId, 'list'] });
    return id;
  };
}

type NewMessage = Pick<Message, 'role' | 'content'> & { readonly model?: string } & {
  readonly finish_reason?: string;
  readonly request_id?: string;
};

/** What its person does with a conversation. What is known of it changes at once, without asking again. */
export function useConversationActions(id: string) {
  const { id: workspaceId } = useWorkspace();
  const cache = useQueryClient();
  const about = { path: { id }, query: { workspace_id: workspaceId } };
  const forgetLists = () => void cache.invalidateQueries({ queryKey: [ROOT, workspaceId, 'list'] });
  const change = async (body: { title?: string; shared?: boolean; leaf_id?: string }): Promise<void> => {
    const changed = await api.patch('/w/chat/sessions/{id}', { ...about, body });
    cache.setQueryData([ROOT, workspaceId, 'one', id], changed);
    forgetLists();
  };
  const append = useCallback(
    async (parentId: string | null, message: NewMessage): Promise<Message> => {
      const { data } = await api.post('/w/chat/sessions/{id}/messages', {
        path: { id },
        query: { workspace_id: workspaceId },
        body: { parent_id: parentId, messages: [message] },
      });
      const [added] = data;
      if (added === undefined) throw new Error('the service answered without the message');
      cache.setQueryData<Message[]>([ROOT, workspaceId, 'messages', id], (before = []) => [...before, added]);
      cache.setQueryData<Conversation>(
        [ROOT, workspaceId, 'one', id],
        (before) => before && { ...before, leaf_id: added.id, message_count: before.message_count + 1 },
      );
      void cache.invalidateQueries({ queryKey: [ROOT, workspaceId, 'list'] });
      return added;
    },
    [cache, id, workspaceId],
  );
  const remove = async (): Promise<void> => {
    await api.delete('/w/chat/sessions/{id}', about);
    forgetLists();
  };
  return { append, change, remove };
}

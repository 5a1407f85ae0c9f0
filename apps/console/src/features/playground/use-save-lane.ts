import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { saveConversation } from '../../api/conversations/save-conversation.js';
import { useSession } from '../../api/session.js';
import { readTools } from '../../api/tool-calls.js';
import { notify } from '../../ui/notify.js';
import type { Settings } from './build-body.js';
import type { Lane } from './lanes.js';
import { toSaved } from './to-saved.js';

/** Saves what a lane said as a conversation, and opens it. Undefined for people who save none. */
export function useSaveLane(
  workspaceId: string,
  settingsOf: (lane: number) => Settings,
): ((lane: Lane) => Promise<void>) | undefined {
  const { can } = useSession();
  const navigate = useNavigate();
  const cache = useQueryClient();
  if (!can('gateway.chats.manage', workspaceId)) return undefined;
  return async (lane) => {
    try {
      const { system, tools } = settingsOf(lane.id);
      const messages = toSaved(lane, system);
      const conversation = await saveConversation(workspaceId, { messages, tools: readTools(tools) ?? [] });
      void cache.invalidateQueries({ queryKey: ['conversations'] });
      await navigate({
        to: '/w/$workspace/conversations/$conversation',
        params: { workspace: workspaceId, conversation },
        search: { model: lane.model },
      } as never);
    } catch (problem) {
      notify.failure(problem);
    }
  };
}

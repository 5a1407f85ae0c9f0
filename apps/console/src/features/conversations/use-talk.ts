import { useEffect, useRef, useState } from 'react';
import type { NewMessage } from '../../api/conversations/save-conversation.js';
import { useChatModels } from '../../api/models.js';
import { useSession } from '../../api/session.js';
import type { Tool } from '../../api/tool-calls.js';
import { useWorkspace } from '../../api/use-workspace.js';
import { notify } from '../../ui/notify.js';
import { useUrlSearch } from '../../ui/use-url-search.js';
import { branchOf, leafBelow } from './branches.js';
import type { ConversationSearch } from './conversation-search.js';
import { type Conversation, type Message, useConversationActions } from './queries.js';
import { openCalls } from './to-chat.js';
import { useAnswer } from './use-answer.js';

const NO_TOOLS: readonly Tool[] = [];

export type Talk = ReturnType<typeof useTalk>;

/** The branch of a conversation that is shown, and how its person goes on with it. */
export function useTalk(conversation: Conversation, messages: readonly Message[]) {
  const { id: workspaceId } = useWorkspace();
  const { can, user } = useSession();
  const isOwn = conversation.user_id === user.id && can('gateway.chats.manage', workspaceId);
  const [{ ask, leaf, model: inUrl }, change] = useUrlSearch<ConversationSearch>();
  const { data: models = [] } = useChatModels(workspaceId);
  const actions = useConversationActions(conversation.id);
  const answering = useAnswer(conversation.id, conversation.tools ?? NO_TOOLS, actions.append);
  const { answer, dismiss, isRunning, load, run } = answering;
  const [isSaving, setSaving] = useState(false);
  const branch = branchOf(messages, isOwn ? conversation.leaf_id : (leaf ?? conversation.leaf_id));
  const last = branch.at(-1);
  const model = inUrl ?? branch.findLast((message) => message.model !== null)?.model ?? models[0] ?? '';
  const isBusy = isRunning || isSaving;

  useOnce(ask !== undefined, () => {
    change({ ask: undefined });
    if (isOwn && last?.role === 'user' && inUrl !== undefined) void answer(branch, inUrl);
  });

  /** Saves messages below a branch, and has them answered. */
  const add = async (before: readonly Message[], messages: readonly NewMessage[]): Promise<boolean> => {
    setSaving(true);
    try {
      const added = await actions.append(before.at(-1)?.id ?? null, messages);
      void answer([...before, ...added], model);
      return true;
    } catch (problem) {
      notify.failure(problem);
      return false;
    } finally {
      setSaving(false);
    }
  };
  const say = (content: string, images: readonly string[]): Promise<boolean> =>
    add(branch, [{ role: 'user', content, images: [...images] }]);
  /** Another text in the place of a message, which keeps its images. */
  const edit = async (message: Message, index: number, content: string): Promise<boolean> => {
    const images = await Promise.all(message.images.map(({ id }) => load(id))).catch(notify.failure);
    return images ? add(branch.slice(0, index), [{ role: 'user', content, images }]) : false;
  };
  const calls = isOwn ? openCalls(branch) : [];
  const isCalling = calls.length > 0 && !isBusy;
  const answerCalls = (results: readonly string[]) =>
    void add(
      branch,
      calls.map(({ id }, index) => ({ role: 'tool', content: results[index] ?? '', tool_call_id: id })),
    );
  const switchTo = (message: Message) => {
    const leafId = leafBelow(messages, message.id);
    dismiss();
    if (isOwn) void actions.change({ leaf_id: leafId }).catch(notify.failure);
    else change({ leaf: leafId });
  };
  const isUnanswered = isOwn && run === undefined && !isBusy && ['user', 'tool'].includes(last?.role ?? '');
  return {
    ...answering,
    actions,
    answerCalls,
    branch,
    calls,
    edit,
    isBusy,
    isCalling,
    isOwn,
    isUnanswered,
    last,
    model,
    models,
    say,
    setModel: (name: string) => change({ model: name }),
    switchTo,
  };
}

/** Runs work once, as soon as it is due. */
function useOnce(isDue: boolean, work: () => void): void {
  const isDone = useRef(false);
  useEffect(() => {
    if (!isDue || isDone.current) return;
    isDone.current = true;
    work();
  });
}

import { Loader, Text, VisuallyHidden } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChatModels } from '../../api/models.js';
import type { NewMessage } from '../../api/save-conversation.js';
import { useSession } from '../../api/session.js';
import type { Tool } from '../../api/tool-calls.js';
import { useWorkspace } from '../../api/use-workspace.js';
import { FailureNotice } from '../../ui/failure-notice.js';
import { notify } from '../../ui/notify.js';
import { Page } from '../../ui/page.js';
import { ToolResults } from '../../ui/tool-results.js';
import { useFollowEnd } from '../../ui/use-follow-end.js';
import { useUrlSearch } from '../../ui/use-url-search.js';
import { branchOf, leafBelow, siblingsOf } from './branches.js';
import { ConversationActions } from './conversation-actions.js';
import { ConversationComposer } from './conversation-composer.js';
import type { ConversationSearch } from './conversation-search.js';
import classes from './conversations.module.css';
import { MessageView } from './message-view.js';
import { type Conversation, type Message, useConversation, useConversationActions, useMessages } from './queries.js';
import { RunView } from './run-view.js';
import { openCalls } from './to-chat.js';
import { useAnswer } from './use-answer.js';

/** A saved conversation: its person goes on with it, everybody else reads. */
export function ConversationView({ id }: { readonly id: string }) {
  const { t } = useTranslation('conversations');
  const conversation = useConversation(id);
  const messages = useMessages(id);
  const failure = conversation.error ?? messages.error;
  if (failure) {
    const retry = () => {
      void conversation.refetch();
      void messages.refetch();
    };
    return (
      <Page title={t('title')}>
        <FailureNotice failure={failure} onRetry={retry} />
      </Page>
    );
  }
  if (!conversation.data || !messages.data) {
    return (
      <Page title={t('title')}>
        <Loader aria-label={t('loading')} />
      </Page>
    );
  }
  return <Loaded conversation={conversation.data} messages={messages.data} />;
}

const NO_TOOLS: readonly Tool[] = [];

interface LoadedProps {
  readonly conversation: Conversation;
  readonly messages: readonly Message[];
}

function Loaded({ conversation, messages }: LoadedProps) {
  const { t } = useTranslation('conversations');
  const { id: workspaceId } = useWorkspace();
  const { can, user } = useSession();
  const isOwn = conversation.user_id === user.id && can('gateway.chats.manage', workspaceId);
  const [{ ask, leaf, model: inUrl }, change] = useUrlSearch<ConversationSearch>();
  const { data: models = [] } = useChatModels(workspaceId);
  const actions = useConversationActions(conversation.id);
  const { answer, dismiss, isRunning, load, run, saveAgain, stop } = useAnswer(
    conversation.id,
    conversation.tools ?? NO_TOOLS,
    actions.append,
  );
  const [isSaving, setSaving] = useState(false);
  const branch = branchOf(messages, isOwn ? conversation.leaf_id : (leaf ?? conversation.leaf_id));
  const last = branch.at(-1);
  const model = inUrl ?? branch.findLast((message) => message.model !== null)?.model ?? models[0] ?? '';
  const box = useFollowEnd<HTMLDivElement>(`${branch.length} ${run?.text.length} ${run?.reasoning.length}`);
  const isBusy = isRunning || isSaving;

  const isAsked = useRef(false);
  useEffect(() => {
    if (ask === undefined || isAsked.current) return;
    isAsked.current = true;
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
  return (
    <Page
      title={conversation.title ?? t('untitled')}
      description={isOwn ? undefined : t('sharedBy', { name: conversation.user_name })}
      actions={isOwn && <ConversationActions conversation={conversation} actions={actions} />}
    >
      <div className={classes.conversation}>
        <div
          ref={box}
          className={classes.messages}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: who has only a keyboard scrolls it.
          tabIndex={0}
          role="log"
          aria-live="off"
          aria-label={t('field.messages')}
        >
          {branch.length === 0 && (
            <Text size="sm" c="dimmed">
              {t('noMessages')}
            </Text>
          )}
          {branch.map((message, index) => (
            <MessageView
              key={message.id}
              conversationId={conversation.id}
              message={message}
              siblings={siblingsOf(messages, message)}
              onSwitch={isBusy ? undefined : switchTo}
              onEdit={isOwn && !isBusy && model !== '' ? (content) => edit(message, index, content) : undefined}
              onAgain={isOwn && !isBusy && model !== '' ? () => void answer(branch.slice(0, index), model) : undefined}
            />
          ))}
          {isCalling && <ToolResults key={last?.id} calls={calls} onResults={answerCalls} />}
          {run !== undefined && (
            <RunView
              run={run}
              onAgain={() => void answer(branchOf(messages, run.parentId), model)}
              onSave={() => void saveAgain()}
            />
          )}
        </div>
        {isOwn && (
          <ConversationComposer
            models={models}
            model={model}
            onModel={(name) => change({ model: name })}
            isBusy={isBusy}
            isRunning={isRunning}
            isUnanswered={isUnanswered}
            isCalling={isCalling}
            onSay={say}
            onAnswer={() => void answer(branch, model)}
            onStop={stop}
          />
        )}
      </div>
      <VisuallyHidden role="status" aria-live="polite">
        {!isRunning && last?.role === 'assistant' ? t('answered', { text: last.content }) : ''}
      </VisuallyHidden>
    </Page>
  );
}

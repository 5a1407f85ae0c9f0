import { Loader, Text, VisuallyHidden } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChatModels } from '../../api/models.js';
import { useSession } from '../../api/session.js';
import { useWorkspace } from '../../api/use-workspace.js';
import { FailureNotice } from '../../ui/failure-notice.js';
import { MessageBox } from '../../ui/message-box.js';
import { ModelSelect } from '../../ui/model-select.js';
import { notify } from '../../ui/notify.js';
import { Page } from '../../ui/page.js';
import { useFollowEnd } from '../../ui/use-follow-end.js';
import { useUrlSearch } from '../../ui/use-url-search.js';
import { branchOf, leafBelow, siblingsOf } from './branches.js';
import { ConversationActions } from './conversation-actions.js';
import type { ConversationSearch } from './conversation-search.js';
import classes from './conversations.module.css';
import { MessageView } from './message-view.js';
import { type Conversation, type Message, useConversation, useConversationActions, useMessages } from './queries.js';
import { RunView } from './run-view.js';
import { toStorable } from './to-storable.js';
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
  const { answer, dismiss, isRunning, run, saveAgain, stop } = useAnswer(actions.append);
  const [text, setText] = useState('');
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

  /** Saves what the person says below a message, and has it answered. */
  const say = async (before: readonly Message[], content: string): Promise<boolean> => {
    setSaving(true);
    try {
      const said = await actions.append(before.at(-1)?.id ?? null, { role: 'user', content: toStorable(content) });
      void answer([...before, said], model);
      return true;
    } catch (problem) {
      notify.failure(problem);
      return false;
    } finally {
      setSaving(false);
    }
  };
  const switchTo = (message: Message) => {
    const leafId = leafBelow(messages, message.id);
    dismiss();
    if (isOwn) void actions.change({ leaf_id: leafId }).catch(notify.failure);
    else change({ leaf: leafId });
  };
  const isUnanswered = isOwn && last?.role === 'user' && run === undefined && !isBusy;
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
              message={message}
              siblings={siblingsOf(messages, message)}
              onSwitch={isBusy ? undefined : switchTo}
              onEdit={isOwn && !isBusy && model !== '' ? (content) => say(branch.slice(0, index), content) : undefined}
              onAgain={isOwn && !isBusy && model !== '' ? () => void answer(branch.slice(0, index), model) : undefined}
            />
          ))}
          {run !== undefined && (
            <RunView
              run={run}
              onAgain={() => void answer(branchOf(messages, run.parentId), model)}
              onSave={() => void saveAgain()}
            />
          )}
        </div>
        {isOwn && (
          <div className={classes.composer}>
            <div className={classes.model}>
              <ModelSelect
                label={t('model')}
                placeholder={t('chooseModel')}
                models={models}
                value={model}
                onChange={(name) => change({ model: name })}
                isDisabled={isBusy}
              />
            </div>
            <MessageBox
              text={text}
              onText={setText}
              texts={{
                label: t('message'),
                hint: t('messageHint'),
                send: t(isUnanswered && text.trim() === '' ? 'answer' : 'send'),
                stop: t('stop'),
              }}
              canSend={!isBusy && model !== '' && (text.trim() !== '' || isUnanswered)}
              isRunning={isRunning}
              onSend={() => {
                if (text.trim() === '') return void answer(branch, model);
                void say(branch, text).then((isSaid) => isSaid && setText(''));
              }}
              onStop={stop}
            />
          </div>
        )}
      </div>
      <VisuallyHidden role="status" aria-live="polite">
        {!isRunning && last?.role === 'assistant' ? t('answered', { text: last.content }) : ''}
      </VisuallyHidden>
    </Page>
  );
}

import { Loader, Text, VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../../ui/failure-notice.js';
import { Page } from '../../ui/page.js';
import { ToolResults } from '../../ui/tool-results.js';
import { useFollowEnd } from '../../ui/use-follow-end.js';
import { branchOf, siblingsOf } from './branches.js';
import { ConversationActions } from './conversation-actions.js';
import { ConversationComposer } from './conversation-composer.js';
import classes from './conversations.module.css';
import { BranchMessage } from './message-view.js';
import { type Conversation, type Message, useConversation, useMessages } from './queries.js';
import { RunView } from './run-view.js';
import { type Talk, useTalk } from './use-talk.js';

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
  const talk = useTalk(conversation, messages);
  const {
    actions,
    answer,
    branch,
    isBusy,
    isCalling,
    isOwn,
    isRunning,
    isUnanswered,
    last,
    model,
    models,
    say,
    setModel,
    stop,
  } = talk;
  return (
    <Page
      title={conversation.title ?? t('untitled')}
      description={isOwn ? undefined : t('sharedBy', { name: conversation.user_name })}
      actions={isOwn && <ConversationActions conversation={conversation} actions={actions} />}
    >
      <div className={classes.conversation}>
        <Log conversation={conversation} messages={messages} talk={talk} />
        {isOwn && (
          <ConversationComposer
            models={models}
            model={model}
            onModel={setModel}
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

interface LogProps extends LoadedProps {
  readonly talk: Talk;
}

/** The messages of the branch, and the answer that is coming below them. */
function Log({ conversation, messages, talk }: LogProps) {
  const { t } = useTranslation('conversations');
  const { answer, answerCalls, branch, calls, edit, isBusy, isCalling, isOwn, last, model, run, saveAgain, switchTo } =
    talk;
  const box = useFollowEnd<HTMLDivElement>(`${branch.length} ${run?.text.length} ${run?.reasoning.length}`);
  const mayChange = isOwn && !isBusy && model !== '';
  return (
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
        <BranchMessage
          key={message.id}
          conversationId={conversation.id}
          message={message}
          siblings={siblingsOf(messages, message)}
          onSwitch={isBusy ? undefined : switchTo}
          onEdit={mayChange ? (content) => edit(message, index, content) : undefined}
          onAgain={mayChange ? () => void answer(branch.slice(0, index), model) : undefined}
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
  );
}

import { Paper, Select, Stack, VisuallyHidden } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { askGateway, readEvents } from '../../api/gateway.js';
import { useChatModels } from '../../api/models.js';
import { useWorkspace } from '../../api/use-workspace.js';
import { EmptyState } from '../../ui/empty-state.js';
import { FailureNotice } from '../../ui/failure-notice.js';
import { MessageView } from '../../ui/message/message-view.js';
import { MessageBox } from '../../ui/message-box.js';
import { type Answer, foldAnswer, NO_ANSWER } from './fold-answer.js';

const MOST_OPTIONS = 60;
const LONGEST_QUESTION = 8_000;

/** An answer in words from what a base holds, with the places that it cites. */
export function ChatPanel({ baseId }: { readonly baseId: string }) {
  const { t } = useTranslation('knowledge');
  const { id: workspaceId } = useWorkspace();
  const { data: models = [], error: modelsError, isPending } = useChatModels(workspaceId);
  const [chosen, setChosen] = useState<string>();
  const [question, setQuestion] = useState('');
  const { answer, ask, asked, failure, isRunning, stop } = useAnswer(baseId);
  const model = chosen ?? models[0];
  const send = () => void (model !== undefined && question.trim() !== '' && ask(model, question.trim()));
  if (modelsError) return <FailureNotice failure={modelsError} />;
  if (!isPending && models.length === 0) return <EmptyState sentence={t('noChatModels')} />;
  return (
    <Stack gap="md">
      <Select
        label={t('chatModel')}
        data={models}
        value={model ?? null}
        searchable
        limit={MOST_OPTIONS}
        allowDeselect={false}
        maw={360}
        onChange={(value) => setChosen(value ?? undefined)}
      />
      <MessageBox
        text={question}
        onText={(text) => setQuestion(text.slice(0, LONGEST_QUESTION))}
        texts={{ label: t('question'), hint: t('questionHint'), send: t('ask'), stop: t('stop') }}
        canSend={question.trim() !== '' && model !== undefined && !isRunning}
        isRunning={isRunning}
        onSend={send}
        onStop={stop}
      />
      {failure !== undefined && <FailureNotice failure={failure} onRetry={send} />}
      {answer && (answer.text !== '' || isRunning) && (
        <Paper withBorder p={4} component="section" aria-label={t('answer')} aria-busy={isRunning}>
          <MessageView
            speaker="assistant"
            who={asked}
            text={answer.text || (isRunning ? t('searching') : '')}
            isComing={isRunning}
            citations={answer.citations}
            onAgain={isRunning ? undefined : send}
          />
        </Paper>
      )}
      <VisuallyHidden role="status" aria-live="polite">
        {!isRunning && answer?.text}
      </VisuallyHidden>
    </Stack>
  );
}

/** The answer that is coming. It ends when the panel is left. */
function useAnswer(baseId: string) {
  const { id: workspaceId } = useWorkspace();
  const [answer, setAnswer] = useState<Answer>();
  const [asked, setAsked] = useState<string>();
  const [failure, setFailure] = useState<unknown>();
  const running = useRef<AbortController>(undefined);
  const [isRunning, setRunning] = useState(false);
  useEffect(() => () => running.current?.abort(), []);

  const ask = async (model: string, question: string) => {
    const controller = new AbortController();
    running.current = controller;
    setRunning(true);
    setAsked(model);
    setFailure(undefined);
    let current = NO_ANSWER;
    setAnswer(current);
    try {
      const body = { model, question, stream: true };
      const response = await askGateway(`/kb/${baseId}/answer`, { workspaceId, body, signal: controller.signal });
      for await (const event of readEvents(response)) {
        current = foldAnswer(current, event);
        setAnswer(current);
      }
    } catch (problem) {
      if (!controller.signal.aborted) setFailure(problem);
    } finally {
      setRunning(false);
    }
  };
  return { answer, ask, asked, failure, isRunning, stop: () => running.current?.abort() };
}

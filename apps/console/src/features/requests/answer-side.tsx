import { Group, Paper, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DurationText } from '../../ui/duration-text.js';
import { IdText } from '../../ui/id-text.js';
import { DECIMALS_OF_REQUESTS, MoneyText } from '../../ui/money-text.js';
import { readConversation } from './read-conversation.js';

interface AnswerSideProps {
  readonly title: string;
  readonly ms: number;
  /** Model that answered, and its cost; left out where they are shown elsewhere. */
  readonly model?: string | null;
  readonly costUsd?: number | null;
  readonly requestId: string | null;
  readonly answer: object | null;
}

/** One of two answers that are shown side by side. */
export function AnswerSide({ title, ms, requestId, answer, costUsd, model }: AnswerSideProps) {
  const { t } = useTranslation('requests');
  return (
    <Paper withBorder p="sm" role="group" aria-label={title}>
      <Group justify="space-between" gap={8} mb={6}>
        <Text size="xs" fw={600}>
          {model ? `${title} · ${model}` : title}
        </Text>
        <Text size="xs" c="dimmed" component="div">
          {typeof costUsd === 'number' && (
            <>
              <MoneyText usd={costUsd} decimals={DECIMALS_OF_REQUESTS} /> ·{' '}
            </>
          )}
          <DurationText ms={ms} />
        </Text>
      </Group>
      <Text size="sm" dir="auto" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {answer === null ? t('payload.noResponse') : textOf(answer) || JSON.stringify(answer)}
      </Text>
      {requestId !== null && <IdText id={requestId} />}
    </Paper>
  );
}

/** Texts and calls of an answer, one below the other; empty where it has none. */
function textOf(answer: object): string {
  const turns = readConversation({ prompt: ' ' }, answer).slice(1);
  return turns
    .flatMap(({ parts }) =>
      parts.map((part) =>
        part.kind === 'text' ? part.text : part.kind === 'call' ? `${part.name}(${part.arguments})` : '',
      ),
    )
    .join('\n');
}

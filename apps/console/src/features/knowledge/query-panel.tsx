import { Button, Group, Loader, NumberInput, Paper, Select, Stack, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeText } from '../../ui/code-text.js';
import { FailureNotice } from '../../ui/failure-notice.js';
import { type KnowledgeQuestion, MODES, useTestQuery } from './queries.js';

const MOST_RESULTS = 100;
const DEFAULT_RESULTS = 5;

/** Results that a program would find for a question, with the scores. */
export function QueryPanel({ target }: { readonly target: KnowledgeQuestion['target'] }) {
  const { t } = useTranslation('knowledge');
  const [query, setQuery] = useState('');
  const [mode, setMode] = useState<KnowledgeQuestion['mode']>('hybrid');
  const [topK, setTopK] = useState<number | string>(DEFAULT_RESULTS);
  const { data, error, isPending, mutate } = useTestQuery();
  const ask = () => {
    const count = Math.min(MOST_RESULTS, Math.max(1, Math.round(Number(topK)) || DEFAULT_RESULTS));
    if (query.trim() !== '') mutate({ target, query: query.trim(), mode, topK: count });
  };
  return (
    <Stack gap="md">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          ask();
        }}
      >
        <Group align="flex-end" gap="sm">
          <TextInput
            label={t('question')}
            value={query}
            maxLength={8000}
            dir="auto"
            onChange={(event) => setQuery(event.currentTarget.value)}
            flex={1}
            miw={220}
          />
          <Select
            label={t('mode')}
            data={MODES.map((value) => ({ value, label: t(`modes.${value}`) }))}
            value={mode}
            allowDeselect={false}
            w={190}
            onChange={(value) => setMode(MODES.find((name) => name === value) ?? 'hybrid')}
          />
          <NumberInput label={t('topK')} value={topK} min={1} max={MOST_RESULTS} onChange={setTopK} w={100} />
          <Button
            type="submit"
            leftSection={<IconSearch size={16} aria-hidden />}
            loading={isPending}
            disabled={query.trim() === ''}
          >
            {t('find')}
          </Button>
        </Group>
      </form>
      {error && <FailureNotice failure={error} onRetry={ask} />}
      <div role="status" aria-live="polite">
        {isPending && <Loader size="sm" aria-label={t('loading')} />}
        {data && <Text size="sm">{t('found', { count: data.results.length })}</Text>}
      </div>
      {data?.results.map((found, index) => (
        <Found key={`${found.document_id}-${found.metadata.chunk_index}`} found={found} number={index + 1} />
      ))}
    </Stack>
  );
}

interface FoundProps {
  readonly found: NonNullable<ReturnType<typeof useTestQuery>['data']>['results'][number];
  /** Place among the results, from 1. */
  readonly number: number;
}

function Found({ found, number }: FoundProps): ReactNode {
  const { i18n, t } = useTranslation('knowledge');
  const { content, document_id, explanation, metadata, score: value } = found;
  const { chunk_index: chunk, page, source } = metadata as Readonly<Record<string, unknown>>;
  const score = new Intl.NumberFormat(i18n.language, { minimumFractionDigits: 3, maximumFractionDigits: 3 });
  return (
    <Paper withBorder p="sm" component="article">
      <Group justify="space-between" wrap="nowrap" gap="sm" mb={4} align="flex-start">
        <Text size="sm" fw={600} dir="auto" style={{ overflowWrap: 'anywhere' }}>
          {number}. {String(source ?? document_id)}
        </Text>
        <Text size="sm" ff="monospace" style={{ whiteSpace: 'nowrap' }}>
          {t('score', { score: score.format(value) })}
        </Text>
      </Group>
      <Text size="xs" c="dimmed" mb={6}>
        {[page === undefined ? '' : t('page', { page }), t('chunk', { chunk })].filter(Boolean).join(' · ')}
      </Text>
      <Text size="sm" dir="auto" lineClamp={8} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {content}
      </Text>
      {explanation && (
        <details>
          <summary>
            <Text span size="xs">
              {t('explanation')}
            </Text>
          </summary>
          <CodeText label={t('explanation')} language="json" text={JSON.stringify(explanation, null, 2)} />
        </details>
      )}
    </Paper>
  );
}

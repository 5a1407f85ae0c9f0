import { Button, Group, Loader, NumberInput, Paper, Select, Stack, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeText } from '../../ui/code-text.js';
import { FailureNotice } from '../../ui/failure-notice.js';
import { type KnowledgeQuestion, MODES, useTestQuery } from './queries.js';

const MOST_RESULTS = 100;
const DEFAULT_RESULTS = 5;

/** Results that a program would find for a question, with the scores. */
export function QueryPanel({ target }: { readonly target: KnowledgeQuestion['target'] }) {
  const { i18n, t } = useTranslation('knowledge');
  const [query, setQuery] = useState('');
  const [mode, setMode] = useState<KnowledgeQuestion['mode']>('hybrid');
  const [topK, setTopK] = useState<number | string>(DEFAULT_RESULTS);
  const { data, error, isPending, mutate } = useTestQuery();
  const score = new Intl.NumberFormat(i18n.language, { minimumFractionDigits: 3, maximumFractionDigits: 3 });
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
      {data?.results.map(({ content, document_id, explanation, metadata, score: value }, index) => {
        const { chunk_index: chunk, page, source } = metadata as Readonly<Record<string, unknown>>;
        return (
          <Paper withBorder p="sm" key={`${document_id}-${chunk}`} component="article">
            <Group justify="space-between" wrap="nowrap" gap="sm" mb={4} align="flex-start">
              <Text size="sm" fw={600} dir="auto" style={{ overflowWrap: 'anywhere' }}>
                {index + 1}. {String(source ?? document_id)}
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
                <CodeText label={t('explanation')} text={JSON.stringify(explanation, null, 2)} />
              </details>
            )}
          </Paper>
        );
      })}
    </Stack>
  );
}

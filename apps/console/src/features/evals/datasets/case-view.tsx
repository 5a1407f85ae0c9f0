import { Paper, Skeleton, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeText } from '../../../ui/code-text.js';
import { FailureNotice } from '../../../ui/failure-notice.js';
import { ClippedText } from '../clipped-text.js';
import { useCase } from '../queries.js';
import { asText, messagesOf } from './case-text.js';

interface CaseViewProps {
  readonly datasetId: string;
  readonly version: number;
  readonly caseId: string;
}

/** Input of a case, and the expected output. */
export function CaseView({ caseId, datasetId, version }: CaseViewProps): ReactNode {
  const { t } = useTranslation('evals');
  const { data, error, refetch } = useCase(datasetId, version, caseId);
  if (error) return <FailureNotice failure={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton h={120} />;
  if (data === null) return <Text size="sm">{t('noSuchCase')}</Text>;
  const { expected, expected_tool_calls, input } = data;
  return (
    <Stack gap={16}>
      <Part label={t('field.input')}>
        {messagesOf(input).map(({ role, text }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: messages of a case never change their places
          <div key={at}>
            <Text size="xs" c="dimmed">
              {t(`role.${role}`, { defaultValue: role })}
            </Text>
            <ClippedText text={text} />
          </div>
        ))}
      </Part>
      {expected !== null && (
        <Part label={t('field.expected')}>
          <ClippedText text={asText(expected)} />
        </Part>
      )}
      {expected_tool_calls !== null && (
        <CodeText label={t('field.expectedCalls')} language="json" text={asText(expected_tool_calls)} />
      )}
    </Stack>
  );
}

function Part({ children, label }: { readonly label: string; readonly children: ReactNode }): ReactNode {
  return (
    <section aria-label={label}>
      <Text size="sm" fw={600} mb={4}>
        {label}
      </Text>
      <Paper withBorder p="sm">
        <Stack gap={8}>{children}</Stack>
      </Paper>
    </section>
  );
}

import { Alert, NumberInput, Paper, Skeleton, Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useWorkspace } from '../../../api/use-workspace.js';
import { CountText } from '../../../ui/count-text.js';
import { type Fact, FactList } from '../../../ui/fact-list.js';
import { FailureNotice } from '../../../ui/failure-notice.js';
import { FormDrawer } from '../../../ui/form-drawer.js';
import { MoneyText } from '../../../ui/money-text.js';
import { useEstimate, useEvalActions } from '../queries.js';
import type { Suite } from '../suites/suite-values.js';

type StartValues = {
  readonly answer_tokens: number | '';
  readonly max_cost_usd: number | '';
  readonly concurrency: number | '';
};

const EMPTY: StartValues = { answer_tokens: '', max_cost_usd: '', concurrency: '' };

interface StartDrawerProps {
  readonly suite: Suite;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Estimated cost of a run, its limits, and its start. */
export function StartDrawer({ onClose, opened, suite }: StartDrawerProps): ReactNode {
  const { t } = useTranslation('evals');
  const { id: workspace } = useWorkspace();
  const navigate = useNavigate();
  const { startRun } = useEvalActions();
  return (
    <FormDrawer
      opened={opened}
      title={t('startOf', { name: suite.name })}
      onClose={onClose}
      row={undefined}
      initialValues={EMPTY}
      submitLabel={t('action.start')}
      onSubmit={async ({ concurrency, max_cost_usd }) => {
        const { id } = await startRun({
          suite_id: suite.id,
          ...(concurrency !== '' && { concurrency }),
          ...(max_cost_usd !== '' && { max_cost_usd }),
        });
        await navigate({ to: '/w/$workspace/evals/runs/$run', params: { workspace, run: id } } as never);
      }}
    >
      {(form) => (
        <Stack gap={16}>
          <Estimate suiteId={suite.id} answerTokens={form.values.answer_tokens} />
          <NumberInput
            label={t('field.answerTokens')}
            description={t('hint.answerTokens')}
            min={1}
            max={1_000_000}
            allowDecimal={false}
            thousandSeparator=" "
            hideControls
            {...form.getInputProps('answer_tokens')}
          />
          <NumberInput
            label={t('field.maxCost')}
            description={t('hint.maxCost')}
            placeholder={t('noLimit')}
            min={0}
            max={100_000}
            decimalScale={6}
            prefix="$"
            hideControls
            {...form.getInputProps('max_cost_usd')}
          />
          <NumberInput
            label={t('field.concurrency')}
            description={t('hint.concurrency')}
            placeholder="16"
            min={1}
            max={64}
            allowDecimal={false}
            hideControls
            {...form.getInputProps('concurrency')}
          />
        </Stack>
      )}
    </FormDrawer>
  );
}

interface EstimateProps {
  readonly suiteId: string;
  readonly answerTokens: number | '';
}

function Estimate({ answerTokens, suiteId }: EstimateProps): ReactNode {
  const { t } = useTranslation('evals');
  const { data, error, refetch } = useEstimate(suiteId, answerTokens === '' ? undefined : answerTokens);
  if (error) return <FailureNotice failure={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton h={160} />;
  const { completion_tokens, cost_usd, prompt_tokens, requests, unpriced } = data;
  const facts: Fact[] = [
    { label: t('field.cost'), value: <AboutMoney usd={cost_usd} /> },
    { label: t('field.requests'), value: <CountText n={requests} /> },
    { label: t('field.promptTokens'), value: <CountText n={prompt_tokens} /> },
    { label: t('field.completionTokens'), value: <CountText n={completion_tokens} /> },
  ];
  return (
    <Paper withBorder p="md" component="section" aria-label={t('estimate')} aria-live="polite">
      <Text size="sm" fw={600} mb={4}>
        {t('estimate')}
      </Text>
      <FactList facts={facts} />
      {unpriced.length > 0 && (
        <Alert color="gray" variant="light" mt={12}>
          <Text size="sm" dir="auto" style={{ overflowWrap: 'anywhere' }}>
            {t('unpriced', { names: unpriced.join(', ') })}
          </Text>
        </Alert>
      )}
    </Paper>
  );
}

function AboutMoney({ usd }: { readonly usd: number }): ReactNode {
  const { t } = useTranslation('evals');
  return (
    <>
      {t('about')} <MoneyText usd={usd} />
    </>
  );
}

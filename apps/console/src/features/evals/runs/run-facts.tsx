import { Anchor, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { basePath } from '../../../api/client.js';
import { DurationText } from '../../../ui/duration-text.js';
import { type Fact, FactList } from '../../../ui/fact-list.js';
import { IdText } from '../../../ui/id-text.js';
import { MoneyText } from '../../../ui/money-text.js';
import { TimeText } from '../../../ui/time-text.js';
import type { EvalRun } from '../queries.js';
import { DatasetLink } from '../suites/suite-view.js';

/** Definition and use of a run. */
export function RunFacts({ run }: { readonly run: EvalRun }): ReactNode {
  const { t } = useTranslation('evals');
  const { completed_at, cost_usd, created_at, dataset_id, dataset_version, id, started_at, suite_id, suite_name } = run;
  const { workspace_id: workspace } = run;
  const report = `${basePath()}/w/evals/runs/${encodeURIComponent(id)}/junit?workspace_id=${encodeURIComponent(workspace)}`;
  const suite = { to: '/w/$workspace/evals/suites/$suite', params: { workspace, suite: suite_id } };
  const facts: (Fact | false)[] = [
    {
      label: t('field.suite'),
      value: (
        <Anchor size="sm" underline="always" component={Link} {...(suite as object)}>
          {suite_name}
        </Anchor>
      ),
    },
    { label: t('field.dataset'), value: <DatasetLink id={dataset_id} version={dataset_version} /> },
    { label: t('field.started'), value: <TimeText at={created_at} /> },
    { label: t('field.trigger'), value: t(`trigger.${run.trigger}`) },
    started_at !== null &&
      completed_at !== null && {
        label: t('field.time'),
        value: <DurationText ms={Date.parse(completed_at) - Date.parse(started_at)} />,
      },
    { label: t('field.cost'), value: cost_usd === null ? t('noPrice') : <MoneyText usd={cost_usd} /> },
    {
      label: t('field.report'),
      value: (
        <Anchor size="sm" underline="always" href={report} download={`${id}.xml`}>
          {t('action.junit')}
        </Anchor>
      ),
    },
    { label: t('field.id'), value: <IdText id={id} /> },
  ];
  return (
    <section>
      <Title order={2} size="h4" mb={8}>
        {t('aboutRun')}
      </Title>
      <FactList facts={facts.filter((fact) => fact !== false)} />
    </section>
  );
}

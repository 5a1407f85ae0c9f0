import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../../api/session.js';
import { useWorkspace } from '../../../api/use-workspace.js';
import { CountText } from '../../../ui/count-text.js';
import { FormDrawer } from '../../../ui/form-drawer.js';
import { ResourceTable } from '../../../ui/resource-table.js';
import { StateBadge } from '../../../ui/state-badge.js';
import { DescribedName } from '../../../ui/table/described-name.js';
import type { ResourceColumn } from '../../../ui/table/resource-table-props.js';
import { TimeText } from '../../../ui/time-text.js';
import { useUrlSearch } from '../../../ui/use-url-search.js';
import { EvalsFrame } from '../evals-frame.js';
import { useEvalActions, useSuites } from '../queries.js';
import { SuiteForm } from './suite-form.js';
import type { Suite } from './suite-values.js';
import { findSuiteProblems, newSuite } from './suite-values.js';

interface SuitesSearch {
  readonly open?: string;
  /** The dataset that a new suite begins with. */
  readonly dataset?: string;
}

/** The suites of a workspace. */
export default function SuitesPage(): ReactNode {
  const { t } = useTranslation('evals');
  const { id: workspace } = useWorkspace();
  const navigate = useNavigate();
  const [{ dataset, open }, change] = useUrlSearch<SuitesSearch>();
  const list = useSuites();
  const { createSuite } = useEvalActions();
  const openSuite = (id: string, replace = false) =>
    navigate({ to: '/w/$workspace/evals/suites/$suite', params: { workspace, suite: id }, replace } as never);
  const button = useSession().can('gateway.evals.manage', workspace) && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => change({ open: 'new' }, { push: true })}>
      {t('action.createSuite')}
    </Button>
  );
  return (
    <EvalsFrame tab="suites" actions={button}>
      <ResourceTable
        {...list}
        columns={useSuiteColumns()}
        getRowId={({ id }) => id}
        onOpen={({ id }) => void openSuite(id)}
        empty={{ sentence: t('noSuites'), action: button }}
      />
      <FormDrawer
        opened={open === 'new' && button !== false}
        title={t('createSuite.title')}
        onClose={() => change({ open: undefined, dataset: undefined })}
        draftKey={`eval-suite:${workspace}:new`}
        size={720}
        row={undefined}
        initialValues={newSuite(dataset)}
        validate={(values) =>
          Object.fromEntries(Object.entries(findSuiteProblems(values)).map(([field, key]) => [field, t(key)]))
        }
        submitLabel={t('action.createSuite')}
        onSubmit={async (values) => {
          const { id } = await createSuite(values);
          await openSuite(id, true);
        }}
      >
        {(form) => <SuiteForm form={form} />}
      </FormDrawer>
    </EvalsFrame>
  );
}

function useSuiteColumns(): readonly ResourceColumn<Suite>[] {
  const { t } = useTranslation('evals');
  return [
    {
      id: 'name',
      header: t('field.name'),
      cell: ({ description, name }) => <DescribedName name={name} description={description} />,
    },
    {
      id: 'targets',
      header: t('field.targets'),
      align: 'end',
      cell: ({ targets }) => <CountText n={targets.length} />,
    },
    {
      id: 'graders',
      header: t('field.graders'),
      align: 'end',
      hideBelow: 'xs',
      cell: ({ graders }) => <CountText n={graders.length} />,
    },
    {
      id: 'repeats',
      header: t('field.repeats'),
      align: 'end',
      hideBelow: 'sm',
      cell: ({ repeats }) => <CountText n={repeats} />,
    },
    {
      id: 'nextRun',
      header: t('field.nextRun'),
      hideBelow: 'md',
      cell: ({ schedule }) =>
        schedule?.next_run_at ? (
          <TimeText at={schedule.next_run_at} />
        ) : (
          <StateBadge state="off" label={t('schedule.off')} />
        ),
    },
    {
      id: 'updated',
      header: t('field.updated'),
      hideBelow: 'md',
      cell: ({ updated_at }) => <TimeText at={updated_at} />,
    },
  ];
}

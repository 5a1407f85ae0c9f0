import { Button, Group, Stack, Title } from '@mantine/core';
import { IconPencil, IconPlayerPlay, IconTrash } from '@tabler/icons-react';
import { useNavigate, useParams } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../../api/session.js';
import { useWorkspace } from '../../../api/use-workspace.js';
import { ConfirmDialog } from '../../../ui/confirm-dialog.js';
import { FormDrawer } from '../../../ui/form-drawer.js';
import { notify } from '../../../ui/notify.js';
import { Page } from '../../../ui/page.js';
import { useUrlSearch } from '../../../ui/use-url-search.js';
import { LoadedPage } from '../loaded-page.js';
import { useEvalActions, useSuite } from '../queries.js';
import { RunsTable } from '../runs/runs-table.js';
import { StartDrawer } from '../runs/start-drawer.js';
import { ScheduleSection } from './schedule-section.js';
import { SuiteForm } from './suite-form.js';
import { findSuiteProblems, type Suite, valuesOfSuite } from './suite-values.js';
import { SuiteView } from './suite-view.js';

/** One suite: what it evaluates, what a run would cost, and its runs. */
export default function SuitePage(): ReactNode {
  const { suite: suiteId = '' } = useParams({ strict: false }) as { suite?: string };
  return <LoadedPage query={useSuite(suiteId)}>{(suite) => <Opened key={suite.id} suite={suite} />}</LoadedPage>;
}

function Opened({ suite }: { readonly suite: Suite }): ReactNode {
  const { t } = useTranslation('evals');
  const { id: workspaceId } = useWorkspace();
  const { can } = useSession();
  const [{ open }, change] = useUrlSearch<{ readonly open?: string }>();
  const [mayRun, mayManage] = [can('gateway.evals.run', workspaceId), can('gateway.evals.manage', workspaceId)];
  const start = mayRun && (
    <Button
      leftSection={<IconPlayerPlay size={16} aria-hidden />}
      onClick={() => change({ open: 'run' }, { push: true })}
    >
      {t('action.run')}
    </Button>
  );
  return (
    <Page
      title={suite.name}
      description={suite.description}
      actions={
        (mayRun || mayManage) && (
          <Group gap={8}>
            {mayManage && <Buttons suite={suite} />}
            {start}
          </Group>
        )
      }
    >
      <Stack gap={32}>
        <SuiteView suite={suite} />
        <ScheduleSection suite={suite} mayManage={mayManage} />
        <div>
          <Title order={2} size="h4" mb={8}>
            {t('tab.runs')}
          </Title>
          <RunsTable suiteId={suite.id} empty={{ sentence: t('noRunsOfSuite'), action: start }} />
        </div>
      </Stack>
      <StartDrawer suite={suite} opened={open === 'run' && mayRun} onClose={() => change({ open: undefined })} />
    </Page>
  );
}

function Buttons({ suite }: { readonly suite: Suite }): ReactNode {
  const { t } = useTranslation('evals');
  const { id: workspace } = useWorkspace();
  const navigate = useNavigate();
  const actions = useEvalActions();
  const [intent, setIntent] = useState<'edit' | 'delete'>();
  const close = () => setIntent(undefined);
  return (
    <>
      <Button variant="default" leftSection={<IconPencil size={16} aria-hidden />} onClick={() => setIntent('edit')}>
        {t('action.edit')}
      </Button>
      <Button variant="default" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => setIntent('delete')}>
        {t('action.delete')}
      </Button>
      <FormDrawer
        opened={intent === 'edit'}
        title={t('editOf', { name: suite.name })}
        onClose={close}
        draftKey={`eval-suite:${suite.id}`}
        size={720}
        row={suite}
        initialValues={valuesOfSuite(suite)}
        validate={(values) =>
          Object.fromEntries(Object.entries(findSuiteProblems(values)).map(([field, key]) => [field, t(key)]))
        }
        submitLabel={t('action.save')}
        onSubmit={async (values) => {
          await actions.updateSuite(suite.id, values);
          close();
          notify.success(t('done.saveSuite'));
        }}
      >
        {(form) => <SuiteForm form={form} />}
      </FormDrawer>
      <ConfirmDialog
        opened={intent === 'delete'}
        title={t('deleteOf', { name: suite.name })}
        consequence={t('deleteSuite')}
        confirmLabel={t('action.delete')}
        danger
        onClose={close}
        onConfirm={async () => {
          await actions.removeSuite(suite.id);
          await navigate({ to: '/w/$workspace/evals/suites', params: { workspace } } as never);
          notify.success(t('done.deleteSuite'));
        }}
      />
    </>
  );
}

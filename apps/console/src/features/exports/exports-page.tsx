import { Button, Text } from '@mantine/core';
import { IconListDetails, IconPencil, IconPlayerPlay, IconPlus, IconSend, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.js';
import { useWorkspace } from '../../api/use-workspace.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { CountText } from '../../ui/count-text.js';
import { DurationText } from '../../ui/duration-text.js';
import { FormDrawer } from '../../ui/form-drawer.js';
import { isHeaderLine, linesOf } from '../../ui/header-lines.js';
import { notify } from '../../ui/notify.js';
import { Page } from '../../ui/page.js';
import { ResourceTable } from '../../ui/resource-table.js';
import { RowMenu } from '../../ui/row-menu.js';
import { RowName } from '../../ui/table/row-name.js';
import { useUrlSearch } from '../../ui/use-url-search.js';
import { ExportForm } from './export-form.js';
import { ExportProgress, ExportState } from './export-progress.js';
import { type ExportSink, type ExportValues, newExport, toExportBody, toExportValues } from './export-values.js';
import { useExportActions, useExports } from './queries.js';

interface ExportsSearch {
  readonly open?: string | undefined;
  readonly show?: string | undefined;
}

/** Never in a draft. */
const HIDDEN = ['config'];
const MANAGE = 'gateway.exports.manage';

/** Sinks that the records of the workspace are exported to, and those of the organization. */
export default function ExportsPage(): ReactNode {
  const { t } = useTranslation('exports');
  const { id: workspaceId } = useWorkspace();
  const [{ open, show }, change] = useUrlSearch<ExportsSearch>();
  const list = useExports(workspaceId);
  const { can } = useSession();
  const [removed, setRemoved] = useState<ExportSink>();
  const button = can(MANAGE, workspaceId) && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => change({ open: 'new' }, { push: true })}>
      {t('action.create')}
    </Button>
  );
  return (
    <Page title={t('title')} description={t('description')} actions={button}>
      <ResourceTable
        {...list}
        columns={useColumns(setRemoved)}
        getRowId={({ id }) => id}
        empty={{ sentence: t('empty.sinks'), action: button }}
      />
      <ExportDrawers rows={list.rows} open={open} onClose={() => change({ open: undefined })} />
      <ExportProgress sink={list.rows.find(({ id }) => id === show)} onClose={() => change({ show: undefined })} />
      <RemoveDialog sink={removed} onClose={() => setRemoved(undefined)} />
    </Page>
  );
}

function useColumns(onRemove: (sink: ExportSink) => void) {
  const { t } = useTranslation('exports');
  return [
    {
      id: 'name',
      header: t('field.name'),
      cell: ({ hint, kind, name, workspace_id: workspaceId }: ExportSink) => (
        <>
          <RowName name={name} />
          <Text size="xs" c="dimmed">
            {[t(`kind.${kind}`), hint, ...(workspaceId === null ? [t('scope.organization')] : [])].join(' · ')}
          </Text>
        </>
      ),
    },
    {
      id: 'state',
      header: t('field.state'),
      cell: (sink: ExportSink) => (
        <>
          <ExportState sink={sink} />
          {sink.progress.problem !== null && (
            <Text size="xs" c="dimmed" lineClamp={2}>
              {sink.progress.problem}
            </Text>
          )}
        </>
      ),
    },
    {
      id: 'lag',
      header: t('field.lag'),
      cell: ({ progress }: ExportSink) => <DurationText ms={progress.lag_seconds * 1_000} />,
      hideBelow: 'sm',
    },
    {
      id: 'delivered',
      header: t('field.delivered'),
      align: 'end',
      cell: ({ progress }: ExportSink) => <CountText n={progress.delivered} />,
      hideBelow: 'md',
    },
    {
      id: 'rejected',
      header: t('field.rejected'),
      align: 'end',
      cell: ({ progress }: ExportSink) => <CountText n={progress.rejected} />,
      hideBelow: 'md',
    },
    {
      id: 'actions',
      header: '',
      align: 'end',
      cell: (sink: ExportSink) => <SinkMenu sink={sink} onRemove={() => onRemove(sink)} />,
    },
  ] as const;
}

function SinkMenu({ onRemove, sink }: { readonly sink: ExportSink; readonly onRemove: () => void }): ReactNode {
  const { t } = useTranslation('exports');
  const { id: workspaceId } = useWorkspace();
  const [, change] = useUrlSearch<ExportsSearch>();
  const actions = useExportActions(workspaceId);
  const { can } = useSession();
  const mayManage = can(MANAGE, sink.workspace_id ?? undefined);
  const tell = ({ progress: { is_test_pending: isPending, test_problem: problem } }: ExportSink): void => {
    if (isPending) notify.success(t('test.pending'));
    else if (problem === null) notify.success(t('test.accepted'));
    else notify.problem(problem);
  };
  const test = (): void => void actions.test(sink.id).then(tell, notify.failure);
  const begin = (): void =>
    void actions.update(sink.id, { enabled: true }).then(() => notify.success(t('done.begin')), notify.failure);
  const changes = [
    { label: t('action.test'), icon: IconSend, onClick: test },
    ...(sink.progress.state === 'stopped' ? [{ label: t('action.begin'), icon: IconPlayerPlay, onClick: begin }] : []),
    { label: t('action.edit'), icon: IconPencil, onClick: () => change({ open: sink.id }, { push: true }) },
    { label: t('action.delete'), icon: IconTrash, onClick: onRemove, danger: true },
  ];
  return (
    <RowMenu
      label={t('actionsOf', { name: sink.name })}
      actions={[
        { label: t('action.show'), icon: IconListDetails, onClick: () => change({ show: sink.id }, { push: true }) },
        ...(mayManage ? changes : []),
      ]}
    />
  );
}

interface ExportDrawersProps {
  readonly rows: readonly ExportSink[];
  /** Id of the sink that is edited, or `new`. */
  readonly open: string | undefined;
  readonly onClose: () => void;
}

/** Forms of a new sink, and of one that exists. */
function ExportDrawers({ onClose, open, rows }: ExportDrawersProps): ReactNode {
  const { t } = useTranslation('exports');
  const { id: workspaceId } = useWorkspace();
  const actions = useExportActions(workspaceId);
  const { can } = useSession();
  const edited = rows.find(({ id }) => id === open);
  const validate = {
    name: (name: string) => (name.trim() === '' ? t('required.name') : null),
    config: ({ headers }: ExportValues['config']) =>
      linesOf(headers).every(isHeaderLine) ? null : t('required.headers'),
  };
  return (
    <>
      <FormDrawer
        opened={open === 'new' && can(MANAGE, workspaceId)}
        title={t('action.create')}
        onClose={onClose}
        draftKey={`export:${workspaceId}:new`}
        secrets={HIDDEN}
        row={undefined}
        initialValues={newExport()}
        validate={validate as never}
        submitLabel={t('action.create')}
        onSubmit={async (values) => {
          await actions.create(toExportBody(values));
          onClose();
          notify.success(t('done.create'));
        }}
      >
        {(form) => <ExportForm form={form} isNew canWiden={can(MANAGE)} />}
      </FormDrawer>
      <FormDrawer
        key={edited?.id}
        opened={edited !== undefined && can(MANAGE, edited.workspace_id ?? undefined)}
        title={t('edit', { name: edited?.name })}
        onClose={onClose}
        secrets={HIDDEN}
        row={edited}
        initialValues={edited === undefined ? newExport() : toExportValues(edited)}
        validate={validate as never}
        submitLabel={t('action.save')}
        onSubmit={async (values) => {
          await actions.update(edited?.id ?? '', toExportBody(values, edited?.filter));
          onClose();
          notify.success(t('done.save'));
        }}
      >
        {(form) => <ExportForm form={form} isNew={false} canWiden={false} />}
      </FormDrawer>
    </>
  );
}

function RemoveDialog({
  onClose,
  sink,
}: {
  readonly sink: ExportSink | undefined;
  readonly onClose: () => void;
}): ReactNode {
  const { t } = useTranslation('exports');
  const { id: workspaceId } = useWorkspace();
  const { remove } = useExportActions(workspaceId);
  return (
    <ConfirmDialog
      opened={sink !== undefined}
      title={t('delete.title', { name: sink?.name })}
      consequence={t('delete.consequence')}
      confirmLabel={t('action.delete')}
      danger
      onClose={onClose}
      onConfirm={async () => {
        await remove(sink?.id ?? '');
        onClose();
        notify.success(t('done.delete'));
      }}
    />
  );
}

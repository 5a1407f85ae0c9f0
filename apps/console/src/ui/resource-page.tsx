import { Group, Stack } from '@mantine/core';
import type { FormValidateInput, UseFormReturnType } from '@mantine/form';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChange } from '../api/use-change.js';
import { versionOf } from '../api/versions.js';
import { ActionButton } from './action-button.js';
import { ConfirmDialog } from './confirm-dialog.js';
import { CreateButton } from './create-button.js';
import { DetailDrawer } from './detail-drawer.js';
import { FailureNotice } from './failure-notice.js';
import { readDraft } from './form-draft.js';
import { FormDrawer } from './form-drawer.js';
import { notify } from './notify.js';
import { Page } from './page.js';
import { ResourceTable } from './resource-table.js';
import type { ResourceColumn, ResourceTableProps } from './table/resource-table-props.js';
import { useTableSearch } from './table/use-table-search.js';
import { useUrlState } from './use-url-state.js';

type ListState<Row> = Pick<
  ResourceTableProps<Row>,
  'rows' | 'isLoading' | 'failure' | 'hasMore' | 'loadMore' | 'isLoadingMore' | 'onRetry'
>;

interface Stored {
  readonly id: string;
  readonly updated_at: string;
}

export interface ResourcePageProps<Row extends Stored, Values extends object> {
  /** Catalogue with `title`, `description`, `search`, `empty`, `noMatch`, and the texts of the actions. */
  readonly namespace: string;
  /** Root of the keys of queries about these resources: they are read again after a change. */
  readonly root: string;
  /** Key that the form's draft is stored under. */
  readonly draftKey?: string | undefined;
  /** Fields that are never kept in a draft, nor shown in a comparison. */
  readonly secrets?: readonly string[];
  readonly list: ListState<Row>;
  readonly columns: readonly ResourceColumn<Row>[];
  readonly nameOf: (row: Row) => string;
  readonly load: (id: string) => Promise<Row>;
  readonly canCreate: boolean;
  readonly canManage: (row: Row) => boolean;
  readonly emptyValues: Values;
  readonly toValues: (row: Row) => Values;
  readonly validate?: FormValidateInput<Values & Record<string, unknown>>;
  readonly create: (values: Values) => Promise<{ readonly id: string }>;
  /** Fails with 412 if the version is no longer the stored one. */
  readonly update: (row: Row, values: Values, version: string | undefined) => Promise<unknown>;
  readonly remove: (row: Row) => Promise<unknown>;
  readonly form: (form: UseFormReturnType<Values & Record<string, unknown>>, row: Row | undefined) => ReactNode;
  readonly details: (row: Row) => ReactNode;
  /** Further buttons for a resource that may be managed. */
  readonly buttons?: (row: Row) => ReactNode;
  /** Filters beside the search. */
  readonly filters?: ReactNode;
  /** Notices and figures above the list. */
  readonly above?: ReactNode;
  /** Actions of the page beside creating. */
  readonly actions?: ReactNode;
  readonly formSize?: number | string;
  /** Columns, density, order, selection and files of the table. */
  readonly table?: Pick<ResourceTableProps<Row>, 'tableId' | 'sort' | 'selection' | 'exportHref' | 'tools'>;
  readonly children?: ReactNode;
}

/** A list with search; a drawer with a resource and what can be done with it; a form for a new one and for changes. */
export function ResourcePage<Row extends Stored, Values extends object>(
  props: ResourcePageProps<Row, Values>,
): ReactNode {
  const { namespace, root, list, columns, canCreate, actions, above, filters, children } = props;
  const { t } = useTranslation(namespace);
  const [search, setSearch] = useUrlState();
  const done = useChange(root);
  const close = (): void => setSearch({ open: undefined });
  const create = canCreate && (
    <CreateButton onClick={() => setSearch({ open: 'new' })}>{t('action.create')}</CreateButton>
  );
  return (
    <Page
      title={t('title')}
      description={t('description')}
      actions={
        (actions || create) && (
          <>
            {actions}
            {create}
          </>
        )
      }
    >
      {above}
      <ResourceTable
        {...list}
        {...props.table}
        filters={filters}
        columns={columns}
        getRowId={({ id }) => id}
        onOpen={({ id }) => setSearch({ open: id })}
        search={useTableSearch(t('search'))}
        empty={{ sentence: search.q ? t('noMatch') : t('empty'), action: create }}
      />
      {children}
      <FormDrawer
        opened={search.open === 'new' && canCreate}
        title={t('create.title')}
        onClose={close}
        row={undefined}
        initialValues={props.emptyValues as Values & Record<string, unknown>}
        {...(props.validate && { validate: props.validate })}
        {...(props.draftKey !== undefined && { draftKey: `${props.draftKey}:new` })}
        {...(props.secrets && { secrets: props.secrets })}
        {...(props.formSize !== undefined && { size: props.formSize })}
        submitLabel={t('action.create')}
        onSubmit={async (values) => {
          const { id } = await done(props.create(values));
          setSearch({ open: id }, { replace: true });
          notify.success(t('done.create'));
        }}
      >
        {(form) => props.form(form, undefined)}
      </FormDrawer>
      {search.open !== undefined && search.open !== 'new' && (
        <OpenedResource key={search.open} {...props} id={search.open} onClose={close} />
      )}
    </Page>
  );
}

interface OpenedProps<Row extends Stored, Values extends object> extends ResourcePageProps<Row, Values> {
  readonly id: string;
  readonly onClose: () => void;
}

function OpenedResource<Row extends Stored, Values extends object>(props: OpenedProps<Row, Values>): ReactNode {
  const { namespace, root, id, load, nameOf, canManage, buttons, details, onClose } = props;
  const { t } = useTranslation(namespace);
  // A session that ended in the form leaves its draft: the form is there again.
  const [intent, setIntent] = useState<'edit' | 'delete' | undefined>(() => (hasDraft(props) ? 'edit' : undefined));
  const { data: row, error, refetch } = useQuery({ queryKey: [root, 'one', id], queryFn: () => load(id) });
  const isManaged = row !== undefined && canManage(row);
  return (
    <>
      <DetailDrawer opened title={row ? nameOf(row) : t('title')} onClose={onClose} size={640}>
        {error && <FailureNotice failure={error} onRetry={() => void refetch()} />}
        {row && (
          <Stack gap={16}>
            {isManaged && (
              <Group gap={8}>
                <ActionButton icon={IconPencil} onClick={() => setIntent('edit')}>
                  {t('action.edit')}
                </ActionButton>
                {buttons?.(row)}
                <ActionButton icon={IconTrash} onClick={() => setIntent('delete')}>
                  {t('action.delete')}
                </ActionButton>
              </Group>
            )}
            {details(row)}
          </Stack>
        )}
      </DetailDrawer>
      {isManaged && <Intents {...props} row={row} intent={intent} onEnd={() => setIntent(undefined)} />}
    </>
  );
}

function draftKeyOf({ draftKey, id }: { readonly draftKey?: string | undefined; readonly id: string }) {
  return draftKey === undefined ? undefined : `${draftKey}:${id}`;
}

function hasDraft(props: { readonly draftKey?: string | undefined; readonly id: string }): boolean {
  const key = draftKeyOf(props);
  return key !== undefined && readDraft(key) !== undefined;
}

interface IntentsProps<Row extends Stored, Values extends object> extends OpenedProps<Row, Values> {
  readonly row: Row;
  readonly intent: 'edit' | 'delete' | undefined;
  readonly onEnd: () => void;
}

function Intents<Row extends Stored, Values extends object>(props: IntentsProps<Row, Values>): ReactNode {
  const { namespace, root, row, intent, load, nameOf, toValues, update, remove, onEnd, onClose } = props;
  const { t } = useTranslation(namespace);
  const client = useQueryClient();
  const done = useChange(root);
  const name = nameOf(row);
  const draftKey = draftKeyOf(props);
  const read = async () => {
    const stored = await load(row.id);
    client.setQueryData([root, 'one', row.id], stored);
    return { values: toValues(stored) as Values & Record<string, unknown>, version: versionOf(stored) };
  };
  return (
    <>
      <FormDrawer
        opened={intent === 'edit'}
        title={t('edit.title', { name })}
        onClose={onEnd}
        initialValues={toValues(row) as Values & Record<string, unknown>}
        {...(props.validate && { validate: props.validate })}
        {...(draftKey !== undefined && { draftKey })}
        {...(props.secrets && { secrets: props.secrets })}
        row={row}
        read={read}
        nameField={(field) =>
          t([`field.${field}`, `setting.${field}.label`, `policies:field.${field}`], { defaultValue: field })
        }
        {...(props.formSize !== undefined && { size: props.formSize })}
        submitLabel={t('action.save')}
        onSubmit={async (values, version) => {
          await done(update(row, values, version));
          onEnd();
          notify.success(t('done.save'));
        }}
      >
        {(form) => props.form(form, row)}
      </FormDrawer>
      <ConfirmDialog
        opened={intent === 'delete'}
        title={t('delete.title', { name })}
        consequence={t('delete.text')}
        confirmLabel={t('action.delete')}
        danger
        onClose={onEnd}
        onConfirm={async () => {
          await remove(row);
          onEnd();
          onClose();
          // After the drawer has gone, so that it does not ask for what was deleted.
          void done(Promise.resolve(), row.id);
          notify.success(t('done.delete'));
        }}
      />
    </>
  );
}

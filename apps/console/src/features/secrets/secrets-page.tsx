import { PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.js';
import { useWorkspace } from '../../api/use-workspace.js';
import { ConfirmRow } from '../../ui/confirm-row.js';
import { CreateButton } from '../../ui/create-button.js';
import { FormDrawer } from '../../ui/form-drawer.js';
import { notify } from '../../ui/notify.js';
import { Page } from '../../ui/page.js';
import { ResourceTable } from '../../ui/resource-table.js';
import { RowMenu } from '../../ui/row-menu.js';
import type { ResourceColumn } from '../../ui/table/resource-table-props.js';
import { TimeText } from '../../ui/time-text.js';
import { useUrlSearch } from '../../ui/use-url-search.js';
import { type Secret, useSecretActions, useSecrets } from './queries.js';

const HIDDEN = ['value'];

/** Secrets of a workspace by name. Their values are typed here and never shown again. */
export default function SecretsPage(): ReactNode {
  const { t } = useTranslation('secrets');
  const workspace = useWorkspace();
  const [{ open }, change] = useUrlSearch<{ readonly open?: string }>();
  const list = useSecrets();
  const { remove } = useSecretActions();
  const [chosen, setEdited] = useState<Secret>();
  // As it was read last, should the form find that somebody else changed it.
  const edited = list.rows.find(({ id }) => id === chosen?.id);
  const [removed, setRemoved] = useState<Secret>();
  const mayManage = useSession().can('gateway.secrets.manage', workspace.id);
  const button = mayManage && (
    <CreateButton onClick={() => change({ open: 'new' }, { push: true })}>{t('action.create')}</CreateButton>
  );
  return (
    <Page title={t('title')} description={t('description', { example: '{{secrets.NAME}}' })} actions={button}>
      <ResourceTable
        {...list}
        columns={useSecretColumns(mayManage, setEdited, setRemoved)}
        getRowId={({ id }) => id}
        empty={{ sentence: t('empty'), action: button }}
      />
      <NewSecret opened={open === 'new' && mayManage} onClose={() => change({ open: undefined })} />
      <EditSecret key={edited?.id} secret={edited} onClose={() => setEdited(undefined)} />
      <ConfirmRow
        row={removed}
        title={t('delete.title', { name: removed?.name })}
        consequence={t('delete.text')}
        confirmLabel={t('action.delete')}
        danger
        done={t('done.delete')}
        onConfirm={({ id }) => remove(id)}
        onEnd={() => setRemoved(undefined)}
      />
    </Page>
  );
}

interface NewSecretProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

function NewSecret({ opened, onClose }: NewSecretProps): ReactNode {
  const { t } = useTranslation('secrets');
  const { id } = useWorkspace();
  const { create } = useSecretActions();
  return (
    <FormDrawer
      opened={opened}
      title={t('create.title')}
      onClose={onClose}
      draftKey={`secret:${id}:new`}
      secrets={HIDDEN}
      row={undefined}
      initialValues={{ name: '', description: '', value: '' }}
      validate={{
        name: (name: string) => (/^[A-Za-z][A-Za-z0-9_]*$/.test(name.trim()) ? null : t('required.name')),
        value: (value: string) => (value === '' ? t('required.value') : null),
      }}
      submitLabel={t('action.create')}
      onSubmit={async (values) => {
        await create(values);
        onClose();
        notify.success(t('done.create'));
      }}
    >
      {(form) => (
        <Stack gap={16}>
          <TextInput
            label={t('field.name')}
            description={t('hint.name')}
            required
            data-autofocus
            maxLength={64}
            {...form.getInputProps('name')}
          />
          <ValueField required inputProps={form.getInputProps('value')} />
          <TextInput label={t('field.description')} dir="auto" {...form.getInputProps('description')} />
        </Stack>
      )}
    </FormDrawer>
  );
}

interface EditSecretProps {
  /** Secret that is changed; the form is open while there is one. */
  readonly secret: Secret | undefined;
  readonly onClose: () => void;
}

function EditSecret({ secret, onClose }: EditSecretProps): ReactNode {
  const { t } = useTranslation('secrets');
  const { update } = useSecretActions();
  return (
    <FormDrawer
      opened={secret !== undefined}
      title={t('edit.title', { name: secret?.name })}
      onClose={onClose}
      {...(secret && { draftKey: `secret:${secret.id}` })}
      secrets={HIDDEN}
      row={secret}
      initialValues={{ description: secret?.description ?? '', value: '' }}
      submitLabel={t('action.save')}
      onSubmit={async (values) => {
        await update(secret?.id ?? '', values);
        onClose();
        notify.success(t('done.save'));
      }}
    >
      {(form) => (
        <Stack gap={16}>
          <ValueField hint={t('hint.keep')} inputProps={form.getInputProps('value')} />
          <TextInput label={t('field.description')} dir="auto" {...form.getInputProps('description')} />
        </Stack>
      )}
    </FormDrawer>
  );
}

interface ValueFieldProps {
  readonly required?: boolean;
  readonly hint?: string;
  readonly inputProps: object;
}

function ValueField({ hint, inputProps, required = false }: ValueFieldProps): ReactNode {
  const { t } = useTranslation('secrets');
  return (
    <PasswordInput
      label={t('field.value')}
      description={hint ?? t('hint.value')}
      required={required}
      autoComplete="off"
      {...inputProps}
    />
  );
}

function useSecretColumns(
  mayManage: boolean,
  onEdit: (secret: Secret) => void,
  onRemove: (secret: Secret) => void,
): readonly ResourceColumn<Secret>[] {
  const { t } = useTranslation('secrets');
  return [
    {
      id: 'name',
      header: t('field.name'),
      cell: ({ description, name }) => (
        <>
          <Text size="sm" fw={500} ff="monospace">
            {name}
          </Text>
          <Text size="xs" c="dimmed" dir="auto" lineClamp={2}>
            {description}
          </Text>
        </>
      ),
    },
    {
      id: 'updated',
      header: t('field.updated'),
      hideBelow: 'sm',
      cell: ({ updated_at }) => <TimeText at={updated_at} />,
    },
    {
      id: 'actions',
      header: '',
      align: 'end',
      cell: (row) => (
        <RowMenu
          label={t('actionsOf', { name: row.name })}
          actions={
            mayManage
              ? [
                  { label: t('action.edit'), icon: IconPencil, onClick: () => onEdit(row) },
                  { label: t('action.delete'), icon: IconTrash, onClick: () => onRemove(row), danger: true },
                ]
              : []
          }
        />
      ),
    },
  ];
}

import { Button, Group, MultiSelect, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { CountText } from '../../ui/count-text.js';
import { DetailDrawer } from '../../ui/detail-drawer.js';
import { FormDrawer } from '../../ui/form-drawer.js';
import { IdText } from '../../ui/id-text.js';
import { ResourceTable } from '../../ui/resource-table.js';
import type { ResourceColumn } from '../../ui/table/resource-table-props.js';
import { TimeText } from '../../ui/time-text.js';
import { LongText } from './long-text.js';
import { type DocumentSet, useKnowledgeChange, useSetChoices, useSets } from './queries.js';
import { QueryPanel } from './query-panel.js';

interface Props {
  readonly mayChange: boolean;
  /** The id of the set that is shown, or `new`. */
  readonly open: string | undefined;
  readonly onOpen: (id: string | undefined) => void;
}

interface SetValues {
  readonly name: string;
  readonly description: string;
  readonly kb_ids: string[];
  readonly team_ids: string[];
}

/** Document sets: groups of bases, for everyone in the workspace or for some teams. */
export function SetsPanel({ mayChange, onOpen, open }: Props) {
  const { t } = useTranslation('knowledge');
  const list = useSets();
  const [dialog, setDialog] = useState<'edit' | 'delete'>();
  const shown = list.rows.find(({ id }) => id === open);
  const isForm = open === 'new' || (shown !== undefined && dialog === 'edit');
  const { data: choices } = useSetChoices(isForm || shown !== undefined);
  const remove = useKnowledgeChange((workspace_id, id: string) =>
    api.delete('/w/docsets/{id}', { path: { id }, query: { workspace_id } }),
  );
  const close = () => {
    setDialog(undefined);
    onOpen(undefined);
  };
  return (
    <>
      <ResourceTable
        {...list}
        columns={useSetColumns()}
        getRowId={({ id }) => id}
        onOpen={({ id }) => onOpen(id)}
        empty={{
          sentence: t('noSets'),
          action: mayChange && <Button onClick={() => onOpen('new')}>{t('newSet')}</Button>,
        }}
      />
      <DetailDrawer opened={shown !== undefined && !isForm} title={shown?.name ?? ''} onClose={close}>
        {shown && <SetDetails set={shown} mayChange={mayChange} choices={choices} onDialog={setDialog} />}
      </DetailDrawer>
      <SetForm
        key={shown?.id ?? 'new'}
        set={shown}
        choices={choices}
        opened={isForm}
        onClose={() => (shown ? setDialog(undefined) : close())}
      />
      <ConfirmDialog
        opened={dialog === 'delete' && shown !== undefined}
        title={t('deleteSet')}
        consequence={t('deleteSetText', { name: shown?.name ?? '' })}
        danger
        onConfirm={async () => {
          if (shown) await remove.mutateAsync(shown.id);
          close();
        }}
        onClose={() => setDialog(undefined)}
      />
    </>
  );
}

interface DetailsProps {
  readonly set: DocumentSet;
  readonly mayChange: boolean;
  readonly choices: ReturnType<typeof useSetChoices>['data'];
  readonly onDialog: (dialog: 'edit' | 'delete') => void;
}

function SetDetails({ choices, mayChange, onDialog, set }: DetailsProps) {
  const { t } = useTranslation('knowledge');
  const nameOf = (list: readonly { value: string; label: string }[] | undefined, id: string) =>
    list?.find(({ value }) => value === id)?.label ?? id;
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <IdText id={set.id} />
        {mayChange && (
          <Group gap="xs">
            <Button size="xs" variant="default" onClick={() => onDialog('edit')}>
              {t('edit')}
            </Button>
            <Button size="xs" variant="default" c="red" onClick={() => onDialog('delete')}>
              {t('delete')}
            </Button>
          </Group>
        )}
      </Group>
      {set.description && (
        <Text size="sm" dir="auto" style={{ whiteSpace: 'pre-wrap' }}>
          {set.description}
        </Text>
      )}
      <Text size="sm">
        {t('bases')}: {set.kb_ids.map((id) => nameOf(choices?.bases, id)).join(', ') || '–'}
      </Text>
      <Text size="sm">
        {t('visibleTo')}: {set.team_ids.map((id) => nameOf(choices?.teams, id)).join(', ') || t('everyone')}
      </Text>
      <QueryPanel key={set.id} target={{ kind: 'set', id: set.id }} />
    </Stack>
  );
}

function useSetColumns(): readonly ResourceColumn<DocumentSet>[] {
  const { t } = useTranslation('knowledge');
  return [
    { id: 'name', header: t('name'), cell: ({ name }) => <LongText text={name} /> },
    {
      id: 'bases',
      header: t('bases'),
      align: 'end',
      cell: ({ kb_ids }) => <CountText n={kb_ids.length} />,
    },
    {
      id: 'teams',
      header: t('visibleTo'),
      cell: ({ team_ids }) => (team_ids.length === 0 ? t('everyone') : t('teamCount', { count: team_ids.length })),
    },
    {
      id: 'updated',
      header: t('updated'),
      hideBelow: 'sm',
      cell: ({ updated_at }) => <TimeText at={updated_at} />,
    },
  ];
}

interface SetFormProps {
  /** Set that is changed; undefined for a new one. */
  readonly set: DocumentSet | undefined;
  readonly choices: DetailsProps['choices'];
  readonly opened: boolean;
  readonly onClose: () => void;
}

function SetForm({ choices, onClose, opened, set }: SetFormProps): ReactNode {
  const { t } = useTranslation('knowledge');
  const { mutateAsync: save } = useKnowledgeChange((workspace_id, { description, ...values }: SetValues) => {
    const body = { ...values, name: values.name.trim(), description: description.trim() || null };
    const query = { workspace_id };
    return set
      ? api.put('/w/docsets/{id}', { path: { id: set.id }, query, body })
      : api.post('/w/docsets', { query, body });
  });
  return (
    <FormDrawer<SetValues>
      opened={opened}
      title={t(set ? 'editSet' : 'newSet')}
      onClose={onClose}
      draftKey={`docset-${set?.id ?? 'new'}`}
      submitLabel={t(set ? 'save' : 'create')}
      row={set}
      initialValues={{
        name: set?.name ?? '',
        description: set?.description ?? '',
        kb_ids: [...(set?.kb_ids ?? [])],
        team_ids: [...(set?.team_ids ?? [])],
      }}
      validate={{ name: (name: string) => (name.trim() === '' ? t('required') : null) }}
      onSubmit={async (values) => {
        await save(values);
        onClose();
      }}
    >
      {(form) => (
        <>
          <TextInput label={t('name')} required {...form.getInputProps('name')} />
          <Textarea label={t('descriptionField')} autosize minRows={2} {...form.getInputProps('description')} />
          <MultiSelect label={t('bases')} data={choices?.bases ?? []} searchable {...form.getInputProps('kb_ids')} />
          <MultiSelect
            label={t('teams')}
            description={t('teamsText')}
            data={choices?.teams ?? []}
            searchable
            {...form.getInputProps('team_ids')}
          />
        </>
      )}
    </FormDrawer>
  );
}

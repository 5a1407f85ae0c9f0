import { Button, Group, MultiSelect, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { CountText } from '../../ui/count-text.js';
import { DetailDrawer } from '../../ui/detail-drawer.js';
import { FormDrawer } from '../../ui/form-drawer.js';
import { IdText } from '../../ui/id-text.js';
import { ResourceTable } from '../../ui/resource-table.js';
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
  const { failure, hasMore, isLoading, loadMore, onRetry, rows } = useSets();
  const [dialog, setDialog] = useState<'edit' | 'delete'>();
  const shown = rows.find(({ id }) => id === open);
  const isForm = open === 'new' || (shown !== undefined && dialog === 'edit');
  const { data: choices } = useSetChoices(isForm || shown !== undefined);
  const save = useKnowledgeChange((workspace_id, { description, ...values }: SetValues) => {
    const body = { ...values, name: values.name.trim(), description: description.trim() || null };
    const query = { workspace_id };
    return shown
      ? api.put('/w/docsets/{id}', { path: { id: shown.id }, query, body })
      : api.post('/w/docsets', { query, body });
  });
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
        columns={[
          { id: 'name', header: t('name'), cell: ({ name }: DocumentSet) => <LongText text={name} /> },
          {
            id: 'bases',
            header: t('bases'),
            align: 'end' as const,
            cell: ({ kb_ids }: DocumentSet) => <CountText n={kb_ids.length} />,
          },
          {
            id: 'teams',
            header: t('visibleTo'),
            cell: ({ team_ids }: DocumentSet) =>
              team_ids.length === 0 ? t('everyone') : t('teamCount', { count: team_ids.length }),
          },
          {
            id: 'updated',
            header: t('updated'),
            hideBelow: 'sm' as const,
            cell: ({ updated_at }: DocumentSet) => <TimeText at={updated_at} />,
          },
        ]}
        rows={rows}
        getRowId={({ id }) => id}
        isLoading={isLoading}
        failure={failure}
        hasMore={hasMore}
        loadMore={loadMore}
        onRetry={onRetry}
        onOpen={({ id }) => onOpen(id)}
        empty={{
          sentence: t('noSets'),
          action: mayChange && <Button onClick={() => onOpen('new')}>{t('newSet')}</Button>,
        }}
      />
      <DetailDrawer opened={shown !== undefined && !isForm} title={shown?.name ?? ''} onClose={close}>
        {shown && <SetDetails set={shown} mayChange={mayChange} choices={choices} onDialog={setDialog} />}
      </DetailDrawer>
      <FormDrawer<SetValues>
        key={shown?.id ?? 'new'}
        opened={isForm}
        title={t(shown ? 'editSet' : 'newSet')}
        onClose={() => (shown ? setDialog(undefined) : close())}
        draftKey={`docset-${shown?.id ?? 'new'}`}
        submitLabel={t(shown ? 'save' : 'create')}
        initialValues={{
          name: shown?.name ?? '',
          description: shown?.description ?? '',
          kb_ids: [...(shown?.kb_ids ?? [])],
          team_ids: [...(shown?.team_ids ?? [])],
        }}
        validate={{ name: (name: string) => (name.trim() === '' ? t('required') : null) }}
        onSubmit={async (values) => {
          await save.mutateAsync(values);
          if (shown) setDialog(undefined);
          else close();
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

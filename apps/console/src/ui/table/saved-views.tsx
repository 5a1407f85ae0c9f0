import { ActionIcon, Button, Group, Popover, Stack, Text, TextInput } from '@mantine/core';
import { IconBookmark, IconTrash } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Answer, api } from '../../api/client.js';
import { useSession } from '../../api/session.js';
import { useWorkspace } from '../../api/use-workspace.js';
import { ActionButton } from '../action-button.js';
import { Dialog } from '../dialog.js';
import { FailureNotice } from '../failure-notice.js';
import { notify } from '../notify.js';
import { useUrlState } from '../use-url-state.js';
import { fromViewSearch, toViewSearch } from './view-search.js';

/** Views that the menu lists; typing a name narrows longer lists down. */
const SHOWN = 50;

/** Views of a list that the workspace shares: opens one, and saves the filters and order that are set. */
export function SavedViews({ page }: { readonly page: string }): ReactNode {
  const { t } = useTranslation('common');
  const [search, setSearch] = useUrlState();
  const [isOpen, setOpen] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const [q, setQ] = useState('');
  const { list, remove, save } = useViews(page, q);
  const views = list.data?.data ?? [];
  return (
    <>
      <Popover opened={isOpen} onChange={setOpen} position="bottom-end" width={280} trapFocus withinPortal>
        <Popover.Target>
          <ActionButton icon={IconBookmark} onClick={() => setOpen(!isOpen)}>
            {t('views.title')}
          </ActionButton>
        </Popover.Target>
        <Popover.Dropdown p={8} aria-label={t('views.title')}>
          <Stack gap={4}>
            {(views.length >= SHOWN || q !== '') && (
              <TextInput
                size="xs"
                aria-label={t('views.find')}
                placeholder={t('views.find')}
                value={q}
                onChange={({ currentTarget }) => setQ(currentTarget.value)}
              />
            )}
            {list.error && <FailureNotice failure={list.error} onRetry={() => void list.refetch()} />}
            {views.length === 0 && !list.isPending && !list.error && (
              <Text size="sm" c="dimmed" p={4}>
                {t('views.none')}
              </Text>
            )}
            {views.map((view) => (
              <ViewRow
                key={view.id}
                view={view}
                onOpen={() => {
                  setOpen(false);
                  setSearch(fromViewSearch(view.search, search));
                }}
                onRemove={() => void remove(view.id)}
              />
            ))}
            <Button
              size="xs"
              variant="default"
              onClick={() => {
                setOpen(false);
                setSaving(true);
              }}
            >
              {t('views.save')}
            </Button>
          </Stack>
        </Popover.Dropdown>
      </Popover>
      {isSaving && (
        <SaveView
          onClose={() => setSaving(false)}
          onSave={async (name) => {
            await save(name, toViewSearch(search));
            notify.success(t('views.saved'));
          }}
        />
      )}
    </>
  );
}

/** The first views of a list whose name has the text, and changes to them. */
function useViews(page: string, q: string) {
  const { id: workspace_id } = useWorkspace();
  const client = useQueryClient();
  const list = useQuery({
    queryKey: ['views', workspace_id, page, q],
    queryFn: () =>
      api.get('/w/views', { query: { workspace_id, page, order: 'name', limit: SHOWN, ...(q !== '' && { q }) } }),
  });
  const reload = () => client.invalidateQueries({ queryKey: ['views', workspace_id] });
  const remove = async (id: string): Promise<void> => {
    try {
      await api.delete('/w/views/{id}', { path: { id } });
      await reload();
    } catch (failure) {
      notify.failure(failure);
    }
  };
  const save = async (name: string, search: ReturnType<typeof toViewSearch>): Promise<void> => {
    await api.post('/w/views', { query: { workspace_id }, body: { page, name, search } });
    await reload();
  };
  return { list, remove, save };
}

interface ViewRowProps {
  readonly view: Answer<'/w/views', 'get'>['data'][number];
  readonly onOpen: () => void;
  readonly onRemove: () => void;
}

function ViewRow({ view, onOpen, onRemove }: ViewRowProps): ReactNode {
  const { t } = useTranslation('common');
  const { user } = useSession();
  return (
    <Group gap={4} wrap="nowrap">
      <Button flex={1} size="xs" variant="subtle" justify="flex-start" onClick={onOpen}>
        <span dir="auto">{view.name}</span>
      </Button>
      {view.created_by === user.id && (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('views.delete', { name: view.name })}
          onClick={onRemove}
        >
          <IconTrash size={14} aria-hidden />
        </ActionIcon>
      )}
    </Group>
  );
}

interface SaveViewProps {
  readonly onSave: (name: string) => Promise<void>;
  readonly onClose: () => void;
}

function SaveView({ onSave, onClose }: SaveViewProps): ReactNode {
  const { t } = useTranslation('common');
  const [name, setName] = useState('');
  const [failure, setFailure] = useState<unknown>();
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    try {
      await onSave(name.trim());
      onClose();
    } catch (error) {
      setFailure(error);
    }
  };
  return (
    <Dialog opened onClose={onClose} title={t('views.save')}>
      <form onSubmit={(event) => void submit(event)}>
        <Stack gap={16}>
          <TextInput
            label={t('views.name')}
            description={t('views.hint')}
            value={name}
            maxLength={100}
            required
            data-autofocus
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          {failure !== undefined && <FailureNotice failure={failure} />}
          <Group justify="flex-end">
            <Button type="submit">{t('views.submit')}</Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

import { Combobox, Group, Modal, ScrollArea, Text, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { findThings } from './find-things.js';
import { addressOf, type NavSection, pagesOf } from './navigation.js';

interface Props {
  readonly sections: readonly NavSection[];
  readonly workspaceId: string | undefined;
  /** Reads the letters that were typed before this was loaded. */
  readonly typed: () => string;
  readonly onClose: () => void;
}

const SHORTEST_TEXT = 2;
const PAUSE_MS = 200;
const FRESH_MS = 30_000;

/** Opens pages, keys, models, teams and people by their names, and a request by its id. */
export default function CommandPalette({ onClose, sections, typed, workspaceId }: Props) {
  const { t } = useTranslation(['common', 'navigation']);
  const navigate = useNavigate();
  const [text, setText] = useState(typed);
  const combobox = useCombobox({ opened: true, onDropdownClose: onClose });
  const wanted = text.trim().toLocaleLowerCase();
  const pages = pagesOf(sections)
    .map(({ path, title }) => ({ to: addressOf(path, workspaceId), label: t(`navigation:page.${title}`) }))
    .filter(({ label }) => label.toLocaleLowerCase().includes(wanted));
  const paths = new Set(pagesOf(sections).map(({ path }) => path));
  const isId = wanted.length >= 8 && !wanted.includes(' ') && paths.has('/w/$workspace/requests');
  const [asked] = useDebouncedValue(text.trim(), PAUSE_MS);
  const found = useQuery({
    queryKey: ['things', asked, workspaceId],
    enabled: asked.length >= SHORTEST_TEXT,
    staleTime: FRESH_MS,
    queryFn: () => findThings(asked, workspaceId, paths),
  });
  const things = asked.length >= SHORTEST_TEXT ? (found.data ?? []) : [];
  const isEmpty = pages.length === 0 && things.length === 0 && !isId;
  const isAsking = found.isFetching || asked !== text.trim();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is listed has changed.
  useEffect(() => void combobox.selectFirstOption(), [wanted, things.length]);
  const open = (value: string) => {
    onClose();
    const thing = things.find(({ id }) => value === `#${id}`);
    if (thing !== undefined) {
      const to = addressOf(thing.path, workspaceId);
      return void navigate({ to, search: { open: thing.id } } as never);
    }
    if (value !== '#request') return void navigate({ to: value } as never);
    const search = { request_id: text.trim(), scope: 'organization' };
    void navigate({ to: `/w/${workspaceId}/requests`, search } as never);
  };
  return (
    <Modal
      opened
      onClose={onClose}
      withCloseButton={false}
      padding={0}
      yOffset="12vh"
      title={t('common:search')}
      classNames={{ header: 'visually-hidden' }}
    >
      <Combobox store={combobox} onOptionSubmit={open} withinPortal={false}>
        <Combobox.EventsTarget>
          <TextInput
            data-autofocus
            size="md"
            variant="unstyled"
            p="xs"
            aria-label={t('common:search')}
            placeholder={t('common:searchHint')}
            leftSection={<IconSearch size={16} aria-hidden />}
            value={text}
            onChange={({ currentTarget: { value } }) => setText(value)}
          />
        </Combobox.EventsTarget>
        <ScrollArea.Autosize mah="50vh" type="auto" p="xs">
          <Options pages={pages} things={things} requestId={isId ? text.trim() : undefined} isHidden={isEmpty} />
          {isEmpty && (
            <Text size="sm" c="dimmed" p="xs" role="status">
              {t(isAsking && found.error === null ? 'common:loading' : 'common:nothingFound')}
            </Text>
          )}
        </ScrollArea.Autosize>
      </Combobox>
    </Modal>
  );
}

interface OptionsProps {
  readonly pages: readonly { readonly to: string; readonly label: string }[];
  readonly things: Awaited<ReturnType<typeof findThings>>;
  /** Text that may be the id of a request. */
  readonly requestId: string | undefined;
  readonly isHidden: boolean;
}

function Options({ pages, things, requestId, isHidden }: OptionsProps) {
  const { t } = useTranslation('common');
  return (
    <Combobox.Options aria-label={t('common:search')} hidden={isHidden}>
      {pages.map(({ label, to }) => (
        <Combobox.Option key={to} value={to}>
          {label}
        </Combobox.Option>
      ))}
      {things.map(({ id, kind, name }) => (
        <Combobox.Option key={id} value={`#${id}`}>
          <Group justify="space-between" wrap="nowrap" gap="sm">
            <Text size="sm" truncate="end" dir="auto">
              {name}
            </Text>
            <Text size="xs" c="dimmed" style={{ flexShrink: 0 }}>
              {t(`common:thing.${kind}`)}
            </Text>
          </Group>
        </Combobox.Option>
      ))}
      {requestId !== undefined && (
        <Combobox.Option value="#request">{t('common:findRequest', { id: requestId })}</Combobox.Option>
      )}
    </Combobox.Options>
  );
}

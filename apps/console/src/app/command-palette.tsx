import { Combobox, Modal, ScrollArea, Text, TextInput, useCombobox } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addressOf, type NavSection } from './navigation.js';

interface Props {
  readonly sections: readonly NavSection[];
  readonly workspaceId: string | undefined;
  readonly onClose: () => void;
}

/** Opens pages by their names, and a request by its id. */
export default function CommandPalette({ onClose, sections, workspaceId }: Props) {
  const { t } = useTranslation(['common', 'navigation']);
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const combobox = useCombobox({ opened: true, onDropdownClose: onClose });
  const wanted = text.trim().toLocaleLowerCase();
  const pages = sections
    .flatMap((section) => section.pages)
    .map(({ path, title }) => ({ to: addressOf(path, workspaceId), label: t(`navigation:page.${title}`) }))
    .filter(({ label }) => label.toLocaleLowerCase().includes(wanted));
  const requests = sections.some((section) => section.pages.some(({ path }) => path === '/w/$workspace/requests'));
  const isId = wanted.length >= 8 && !wanted.includes(' ') && requests;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is listed has changed.
  useEffect(() => void combobox.selectFirstOption(), [wanted]);
  const open = (value: string) => {
    onClose();
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
          <Combobox.Options aria-label={t('common:search')} hidden={pages.length === 0 && !isId}>
            {pages.map(({ label, to }) => (
              <Combobox.Option key={to} value={to}>
                {label}
              </Combobox.Option>
            ))}
            {isId && <Combobox.Option value="#request">{t('common:findRequest', { id: text.trim() })}</Combobox.Option>}
          </Combobox.Options>
          {pages.length === 0 && !isId && (
            <Text size="sm" c="dimmed" p="xs" role="status">
              {t('common:nothingFound')}
            </Text>
          )}
        </ScrollArea.Autosize>
      </Combobox>
    </Modal>
  );
}

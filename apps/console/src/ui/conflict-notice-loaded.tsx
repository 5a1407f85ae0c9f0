import { Alert, Button, Group, ScrollArea, Table, Text } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { compareFields } from './compare-fields.js';
import type { ConflictNoticeProps } from './conflict-notice-props.js';
import { showNow } from './show-now.js';
import { TimeText } from './time-text.js';

/** Somebody else changed what a form is about: what differs, and what can be done. */
export default function ConflictNoticeLoaded<Values extends object>(props: ConflictNoticeProps<Values>): ReactNode {
  const { conflict, isBusy, onDismiss, onOverwrite, onTake } = props;
  const { last, isTaken } = conflict;
  const { t } = useTranslation('common');
  return (
    <Alert
      {...(isTaken && { color: 'gray' })}
      variant="light"
      icon={<IconUsers size={18} aria-hidden />}
      title={t(isTaken ? 'conflict.takenTitle' : 'conflict.title')}
      role="alert"
      my={16}
      ref={showNow}
    >
      {last !== undefined && (
        <Text size="sm" dir="auto" style={{ overflowWrap: 'anywhere' }}>
          {t('conflict.by', { name: last.name })} · <TimeText at={last.at} />
        </Text>
      )}
      <Text size="sm">{t(isTaken ? 'conflict.taken' : 'conflict.choose')}</Text>
      <Differences {...props} />
      <Group gap={8} mt={12}>
        {isTaken ? (
          <Button size="xs" variant="default" onClick={onDismiss}>
            {t('conflict.dismiss')}
          </Button>
        ) : (
          <>
            <Button size="xs" onClick={onTake}>
              {t('conflict.take')}
            </Button>
            <Button size="xs" variant="default" loading={isBusy} onClick={onOverwrite}>
              {t('conflict.overwrite')}
            </Button>
          </>
        )}
      </Group>
    </Alert>
  );
}

function Differences<Values extends object>(props: ConflictNoticeProps<Values>): ReactNode {
  const { conflict, nameField, onUseMine, secrets = [] } = props;
  const { isTaken, mine, values } = conflict;
  const { t } = useTranslation('common');
  const fields = compareFields(mine as Readonly<Record<string, unknown>>, values as Readonly<Record<string, unknown>>);
  const different = fields.filter(({ isChanged }) => isChanged);
  if (different.length === 0) return null;
  const canUse = isTaken && onUseMine !== undefined;
  return (
    <ScrollArea.Autosize mah={320} mt={12} type="auto" viewportProps={{ tabIndex: 0 }}>
      <Table aria-label={t('conflict.differences')} layout="fixed" verticalSpacing={6} horizontalSpacing={8}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th w="34%">{t('conflict.field')}</Table.Th>
            <Table.Th>{t('conflict.mine')}</Table.Th>
            <Table.Th>{t('conflict.stored')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {different.map(({ name, before, after }) => (
            <Table.Tr key={name}>
              <Table.Th style={{ overflowWrap: 'anywhere', verticalAlign: 'top' }}>
                {nameField(name)}
                {canUse && (
                  <Button
                    display="block"
                    mt={4}
                    size="compact-xs"
                    variant="default"
                    aria-label={t('conflict.useMineOf', { field: nameField(name) })}
                    onClick={() => onUseMine(name)}
                  >
                    {t('conflict.useMine')}
                  </Button>
                )}
              </Table.Th>
              <Value text={secrets.includes(name) ? hide(before) : before} />
              <Value text={secrets.includes(name) ? hide(after) : after} />
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea.Autosize>
  );
}

const hide = (text: string | undefined): string | undefined => text && '••••';

function Value({ text }: { readonly text: string | undefined }): ReactNode {
  return (
    <Table.Td style={{ verticalAlign: 'top' }}>
      <Text size="xs" ff="monospace" dir="auto" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {text === undefined || text === '' ? '–' : text}
      </Text>
    </Table.Td>
  );
}

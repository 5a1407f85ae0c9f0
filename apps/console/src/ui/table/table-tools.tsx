import { ActionIcon, Button, Checkbox, Group, Popover, SegmentedControl, Stack, Text } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconDownload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { TableSettings } from './table-settings.js';

interface TableToolsProps {
  readonly columns: readonly { readonly id: string; readonly header: string }[];
  readonly settings: TableSettings;
  readonly onSettings: (changes: Partial<TableSettings>) => void;
  /** Address of a file with every row of the filter. */
  readonly exportHref?: string | undefined;
  readonly children?: ReactNode;
}

/** Tools beside the search: columns and density of the table, and what is in it as a file. */
export function TableTools({ columns, settings, onSettings, exportHref, children }: TableToolsProps): ReactNode {
  const { t } = useTranslation('common');
  return (
    <Group gap={8} ms="auto">
      {children}
      {exportHref !== undefined && (
        <Button
          component="a"
          href={exportHref}
          download
          variant="default"
          size="xs"
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          {t('table.export')}
        </Button>
      )}
      <Popover position="bottom-end" trapFocus withinPortal>
        <Popover.Target>
          <ActionIcon variant="default" size={30} aria-label={t('table.view')} title={t('table.view')}>
            <IconAdjustmentsHorizontal size={16} aria-hidden />
          </ActionIcon>
        </Popover.Target>
        <Popover.Dropdown p={12} aria-label={t('table.view')}>
          <Stack gap={10}>
            <Text size="xs" fw={600}>
              {t('table.columns')}
            </Text>
            {columns.map(({ id, header }, index) => (
              <Checkbox
                key={id}
                size="xs"
                label={header}
                // The first column names the row.
                disabled={index === 0}
                checked={!settings.hidden.includes(id)}
                onChange={({ currentTarget: { checked } }) =>
                  onSettings({
                    hidden: checked ? settings.hidden.filter((other) => other !== id) : [...settings.hidden, id],
                  })
                }
              />
            ))}
            <SegmentedControl
              size="xs"
              aria-label={t('table.density')}
              value={settings.isCompact ? 'compact' : 'comfortable'}
              onChange={(density) => onSettings({ isCompact: density === 'compact' })}
              data={['comfortable', 'compact'].map((value) => ({ value, label: t(`table.${value}`) }))}
            />
          </Stack>
        </Popover.Dropdown>
      </Popover>
    </Group>
  );
}

import { ActionIcon, Menu } from '@mantine/core';
import { type Icon, IconDots } from '@tabler/icons-react';
import type { ReactNode } from 'react';

export interface RowAction {
  readonly label: string;
  readonly icon?: Icon;
  readonly onClick?: () => void;
  /** File that the action downloads, under this name. */
  readonly file?: { readonly href: string; readonly name: string };
  readonly danger?: boolean;
}

/** The actions of one row behind a button. `label` names the row to screen readers. Nothing is shown without actions. */
export function RowMenu({
  label,
  actions,
}: {
  readonly label: string;
  readonly actions: readonly RowAction[];
}): ReactNode {
  if (actions.length === 0) return null;
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={label} onClick={(event) => event.stopPropagation()}>
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown onClick={(event) => event.stopPropagation()}>
        {actions.map(({ label: text, icon: ActionSign, onClick, danger, file }) => (
          <Menu.Item
            key={text}
            onClick={onClick}
            {...(file && { component: 'a', href: file.href, download: file.name })}
            color={danger ? 'red' : undefined}
            leftSection={ActionSign && <ActionSign size={16} aria-hidden />}
          >
            {text}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

import { Button, type ButtonProps } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';

export interface ActionButtonProps extends Pick<ButtonProps, 'c' | 'disabled' | 'loading'> {
  readonly icon: Icon;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

/** Small button of one of several actions on what is shown. */
export function ActionButton({ icon: Sign, ...button }: ActionButtonProps): ReactNode {
  return <Button size="xs" variant="default" leftSection={<Sign size={16} aria-hidden />} {...button} />;
}

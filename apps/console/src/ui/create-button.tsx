import { Button } from '@mantine/core';
import { type Icon, IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';

interface CreateButtonProps {
  readonly icon?: Icon;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

/** Main button of a page, which makes another of what it lists. */
export function CreateButton({ icon: Sign = IconPlus, ...button }: CreateButtonProps): ReactNode {
  return <Button leftSection={<Sign size={16} aria-hidden />} {...button} />;
}

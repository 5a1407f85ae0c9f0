import { ActionIcon, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy, IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from './copy-text.js';

type Outcome = 'copied' | 'failed';
const SHOWN_MS = 1500;

/** Copies a value. `label` says what: "Copy the key". Says so too where the browser refuses. */
export function CopyButton({
  value,
  label,
  size = 'sm',
}: {
  readonly value: string;
  readonly label: string;
  readonly size?: string;
}): ReactNode {
  const { t } = useTranslation('common');
  const [outcome, setOutcome] = useState<Outcome>();
  useEffect(() => {
    if (outcome === undefined) return;
    const timer = setTimeout(() => setOutcome(undefined), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  const text = outcome === undefined ? label : t(`copy.${outcome}`);
  return (
    <Tooltip label={text} withArrow>
      <ActionIcon
        variant="subtle"
        color={outcome === 'failed' ? 'red' : 'gray'}
        size={size}
        aria-label={text}
        aria-live="polite"
        onClick={(event) => {
          event.stopPropagation();
          void copyText(value).then((isCopied) => setOutcome(isCopied ? 'copied' : 'failed'));
        }}
      >
        {outcome === 'copied' ? (
          <IconCheck size={14} aria-hidden />
        ) : outcome === 'failed' ? (
          <IconX size={14} aria-hidden />
        ) : (
          <IconCopy size={14} aria-hidden />
        )}
      </ActionIcon>
    </Tooltip>
  );
}

import { Button, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';

/** Characters that are shown at first. */
const SHOWN = 3_000;

/** A text of any length, of which the beginning is shown until somebody asks for the rest. */
export function ClippedText({ text }: { readonly text: string }): ReactNode {
  const { t } = useTranslation('evals');
  const [isWhole, setWhole] = useState(false);
  const isCut = !isWhole && text.length > SHOWN;
  return (
    <>
      <Text size="sm" dir="auto" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {isCut ? `${text.slice(0, SHOWN)}…` : text}
      </Text>
      {isCut && (
        <Button size="compact-xs" variant="default" mt={8} onClick={() => setWhole(true)}>
          {t('action.showAll')}
        </Button>
      )}
    </>
  );
}

import { Button, Stack, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';

interface Props {
  readonly calls: readonly { readonly id: string; readonly name: string }[];
  readonly onResults: (results: readonly string[]) => void;
}

/** The person plays the tools: what each call is answered with. */
export function ToolResults({ calls, onResults }: Props): ReactNode {
  const { t } = useTranslation('common');
  const [results, setResults] = useState<readonly string[]>(() => calls.map(() => ''));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onResults(results);
      }}
    >
      <Stack gap="xs">
        {calls.map(({ id, name }, index) => (
          <TextInput
            key={id || index}
            size="xs"
            label={t('tools.resultOf', { name })}
            placeholder={t('tools.resultExample')}
            value={results[index] ?? ''}
            onChange={({ currentTarget: { value } }) => setResults(results.with(index, value))}
          />
        ))}
        <Button size="xs" type="submit" variant="default">
          {t('tools.sendResults')}
        </Button>
      </Stack>
    </form>
  );
}

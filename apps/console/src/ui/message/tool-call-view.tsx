import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeText } from '../code-text.js';
import { layOutJson } from './lay-out-json.js';

interface ToolCallViewProps {
  readonly name: string;
  readonly arguments: string;
}

/** A tool call of a model: the tool, and the arguments for it. */
export function ToolCallView({ arguments: written, name }: ToolCallViewProps): ReactNode {
  const { t } = useTranslation('message');
  return (
    <div>
      <Text size="xs" c="dimmed" mb={4} dir="auto">
        {t('call', { name })}
      </Text>
      <CodeText label={t('arguments', { name })} language="json" text={layOutJson(written)} />
    </div>
  );
}

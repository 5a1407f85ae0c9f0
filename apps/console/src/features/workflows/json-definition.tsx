import { Text } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeEditor } from '../../ui/code-editor.js';
import type { Workflow } from './queries.js';

interface JsonDefinitionProps {
  readonly definition: Workflow['definition'];
  readonly isReadOnly: boolean;
  readonly onChange: (definition: Workflow['definition'], about: string) => void;
}

/** A definition as JSON: what is no JSON object yet changes nothing. */
export function JsonDefinition({ definition, isReadOnly, onChange }: JsonDefinitionProps): ReactNode {
  const { t } = useTranslation('workflows');
  const written = JSON.stringify(definition, null, 2);
  const [text, setText] = useState(written);
  const [isBroken, setBroken] = useState(false);
  const sent = useRef(written);
  useEffect(() => {
    if (written === sent.current) return;
    sent.current = written;
    setText(written);
    setBroken(false);
  }, [written]);
  const change = (typed: string): void => {
    setText(typed);
    const parsed = readObject(typed);
    setBroken(parsed === undefined);
    if (parsed === undefined) return;
    sent.current = JSON.stringify(parsed, null, 2);
    onChange(parsed, 'json');
  };
  return (
    <div>
      <CodeEditor value={text} language="json" label={t('views.json')} readOnly={isReadOnly} onChange={change} />
      {isBroken && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert" mt={4}>
          {t('noJson')}
        </Text>
      )}
    </div>
  );
}

function readObject(text: string): Workflow['definition'] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Workflow['definition']) : undefined;
  } catch {
    return undefined;
  }
}

import { Textarea } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { parseJson } from './step-fields.js';

interface JsonFieldProps {
  readonly label: string;
  readonly description?: ReactNode;
  readonly disabled?: boolean;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

/** A value as JSON. Invalid JSON stays in the field, and the value does not change. */
export function JsonField({ onChange, value, ...props }: JsonFieldProps): ReactNode {
  const { t } = useTranslation('workflows');
  const written = value === undefined ? '' : JSON.stringify(value, null, 2);
  const [text, setText] = useState(written);
  const [isBroken, setBroken] = useState(false);
  // A value that this field itself sent is not formatted again while somebody types.
  const sent = useRef(written);
  useEffect(() => {
    if (written === sent.current) return;
    sent.current = written;
    setText(written);
    setBroken(false);
  }, [written]);
  const change = (typed: string): void => {
    setText(typed);
    try {
      const parsed = parseJson(typed);
      sent.current = parsed === undefined ? '' : JSON.stringify(parsed, null, 2);
      setBroken(false);
      onChange(parsed);
    } catch {
      setBroken(true);
    }
  };
  return (
    <Textarea
      {...props}
      autosize
      minRows={2}
      maxRows={14}
      dir="ltr"
      spellCheck={false}
      error={isBroken ? t('noJson') : undefined}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 12 } }}
      value={text}
      onChange={({ currentTarget }) => change(currentTarget.value)}
    />
  );
}

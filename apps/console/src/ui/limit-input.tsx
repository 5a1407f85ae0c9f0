import { NumberInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

export interface LimitInputProps {
  readonly label: string;
  /** 0: unlimited. */
  readonly value?: number;
  readonly onChange: (value: number) => void;
  readonly description?: string;
  readonly prefix?: string;
  /** Shown in the empty field; without it, that there is no limit. */
  readonly placeholder?: string;
  readonly decimals?: number;
  readonly error?: ReactNode;
}

/** A limit: an empty field is 0, which the API reads as unlimited. */
export function LimitInput({ value = 0, onChange, decimals = 0, placeholder, ...props }: LimitInputProps): ReactNode {
  const { t } = useTranslation('fields');
  return (
    <NumberInput
      {...props}
      value={value === 0 ? '' : value}
      onChange={(next) => onChange(typeof next === 'number' ? next : Number(next) || 0)}
      placeholder={placeholder ?? t('unlimited')}
      min={0}
      max={Number.MAX_SAFE_INTEGER}
      clampBehavior="strict"
      allowDecimal={decimals > 0}
      decimalScale={decimals}
      thousandSeparator=" "
      hideControls
    />
  );
}

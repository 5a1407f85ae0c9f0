import { Progress, type ProgressProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { percentOf } from './percent-of.js';

interface ShareBarProps extends Omit<ProgressProps, 'value'> {
  /** Between 0 and 1; what is above is shown as 1. */
  readonly share: number;
  readonly 'aria-label': string;
}

/** A share as a bar. Screen readers read whole percent. */
export function ShareBar({ share, ...props }: ShareBarProps): ReactNode {
  return <Progress value={percentOf(share)} size="sm" {...props} />;
}

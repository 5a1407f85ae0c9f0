import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './interval-bar.module.css';
import { placeInterval } from './place-interval.js';
import { formatPoints } from './share-text.js';

interface IntervalBarProps {
  readonly difference: number;
  readonly interval: { readonly low: number; readonly high: number };
}

/** The paired interval of a difference as a bar around it, with a line at zero: no change. */
export function IntervalBar({ difference, interval }: IntervalBarProps): ReactNode {
  const { t, i18n } = useTranslation('evals');
  const { left, point, reach, width, zero } = placeInterval(difference, interval);
  const points = (share: number): string => formatPoints(share, i18n.language);
  const texts = { difference: points(difference), low: points(interval.low), high: points(interval.high) };
  return (
    <div>
      <Text size="xs" c="dimmed" mb={4}>
        {t('compare.interval', texts)}
      </Text>
      <div className={classes.track} aria-hidden dir="ltr">
        <div className={classes.zero} style={{ left: `${zero}%` }} />
        <div className={classes.range} style={{ left: `${left}%`, width: `${width}%` }} />
        <div className={classes.point} style={{ left: `${point}%` }} />
      </div>
      <div className={classes.scale} aria-hidden dir="ltr">
        <span>{points(-reach)}</span>
        <span>0</span>
        <span>{points(reach)}</span>
      </div>
    </div>
  );
}

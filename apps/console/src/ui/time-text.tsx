import { Tooltip } from '@mantine/core';
import { type ReactNode, useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { describeDistance } from './describe-distance.js';
import { ExactTimes } from './exact-times.js';

/**
 * A time as a distance from now, with the exact time in the browser's zone on hover and focus. In details, the exact time with its zone, and
 * the distance on hover and focus.
 */
export function TimeText({ at }: { readonly at: string }): ReactNode {
  const { i18n } = useTranslation();
  const isExact = useContext(ExactTimes);
  const time = new Date(at);
  if (Number.isNaN(time.getTime())) return <span>{at}</span>;
  const exact = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'long' }).format(time);
  const distance = describeDistance(time.getTime(), Date.now(), i18n.language);
  return (
    <Tooltip label={isExact ? distance : exact} withArrow>
      <time dateTime={at} style={isExact ? undefined : { whiteSpace: 'var(--time-wrap, nowrap)' }}>
        {isExact ? exact : distance}
      </time>
    </Tooltip>
  );
}

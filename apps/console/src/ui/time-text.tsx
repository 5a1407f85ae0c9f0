import { Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { describeDistance } from './describe-distance.js';

/** A time as a distance from now, with the exact time in the browser's zone on hover and focus. */
export function TimeText({ at }: { readonly at: string }): ReactNode {
  const { i18n } = useTranslation();
  const time = new Date(at);
  if (Number.isNaN(time.getTime())) return <span>{at}</span>;
  const exact = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'long' }).format(time);
  return (
    <Tooltip label={exact} withArrow>
      <time dateTime={at} style={{ whiteSpace: 'nowrap' }}>
        {describeDistance(time.getTime(), Date.now(), i18n.language)}
      </time>
    </Tooltip>
  );
}

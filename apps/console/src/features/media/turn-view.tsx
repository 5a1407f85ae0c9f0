import { Text } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './media.module.css';
import { toWav } from './samples.js';
import type { Turn } from './talk.js';
import { useObjectUrl } from './use-object-url.js';

interface Props {
  readonly turn: Turn;
  /** Nothing more comes: its sound can be heard again. */
  readonly isComplete: boolean;
}

/** Words of the person or the model in one turn. */
export function TurnView({ isComplete, turn: { role, seconds, sound, text } }: Props): ReactNode {
  const { t } = useTranslation('media');
  const file = useMemo(() => (isComplete && sound.length > 0 ? toWav(sound) : undefined), [isComplete, sound]);
  const url = useObjectUrl(file);
  const who = t(`realtime.role.${role}`);
  return (
    <article className={classes.turn} data-role={role} aria-label={who}>
      <Text size="xs" fw={600} c="dimmed">
        {who}
      </Text>
      <Text size="sm" dir="auto" className={classes.words}>
        {seconds === undefined ? text : t('realtime.recording', { seconds: seconds.toFixed(1) })}
      </Text>
      {/* biome-ignore lint/a11y/useMediaCaption: what is said is the text above */}
      {url && <audio controls src={url} aria-label={t('realtime.sound')} className={classes.sound} />}
    </article>
  );
}

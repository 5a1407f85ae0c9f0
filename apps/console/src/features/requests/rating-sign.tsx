import { type Icon, IconThumbDown, IconThumbUp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

/** Marks of requests, as the API names them. */
export const RATINGS = ['good', 'bad'] as const;

export type Rating = (typeof RATINGS)[number];

export const RATING_SIGNS: Readonly<Record<Rating, { readonly Sign: Icon; readonly colour: string }>> = {
  good: { Sign: IconThumbUp, colour: 'var(--console-ok)' },
  bad: { Sign: IconThumbDown, colour: 'var(--console-error)' },
};

/** Mark of a request in a list: a thumb with the word as its name. */
export function RatingSign({ rating }: { readonly rating: string | null | undefined }) {
  const { t } = useTranslation('requests');
  if (rating !== 'good' && rating !== 'bad') return null;
  const { Sign, colour } = RATING_SIGNS[rating];
  const word = t(`annotation.${rating}`);
  return (
    <span role="img" aria-label={word} title={word} style={{ display: 'inline-flex', verticalAlign: 'middle' }}>
      <Sign size={16} color={colour} aria-hidden />
    </span>
  );
}

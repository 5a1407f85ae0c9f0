import { Button, Group, Paper, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.js';
import { notify } from '../../ui/notify.js';
import { TimeText } from '../../ui/time-text.js';
import { type RequestRow, useAnnotationActions } from './queries.js';
import { RATING_SIGNS, RATINGS, type Rating } from './rating-sign.js';

/** Characters of a note, as the API takes them. */
const LONGEST_NOTE = 2_000;

/** Mark and note of a request, and for those who may, the buttons that write them. */
export function AnnotationPanel({ request }: { readonly request: RequestRow }) {
  const mayWrite = useSession().can('gateway.annotations.manage', request.workspace_id ?? undefined);
  if (mayWrite) return <AnnotationForm key={`${request.id} ${request.annotated_at}`} request={request} />;
  return request.rating === null ? null : <Annotated request={request} />;
}

function Annotated({ request }: { readonly request: RequestRow }) {
  const { t } = useTranslation('requests');
  const { annotated_at: at, annotated_by: name, note, rating } = request;
  return (
    <Paper withBorder p="sm" mb={12} role="group" aria-label={t('annotation.title')}>
      <Text size="sm" fw={600}>
        {t(`annotation.${rating}`)}
      </Text>
      {note && (
        <Text size="sm" dir="auto" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {note}
        </Text>
      )}
      {at !== null && <Author name={name} at={at} />}
    </Paper>
  );
}

function Author({ at, name }: { readonly name: string | null; readonly at: string }) {
  return (
    <Text size="xs" c="dimmed" component="div">
      <span dir="auto">{name}</span> · <TimeText at={at} />
    </Text>
  );
}

function AnnotationForm({ request }: { readonly request: RequestRow }) {
  const { t } = useTranslation('requests');
  const { annotated_at: at, annotated_by: name, rating } = request;
  const [note, setNote] = useState(request.note ?? '');
  const [busy, setBusy] = useState<string>();
  const { annotate, remove } = useAnnotationActions(request);
  const run = async (what: string, work: () => Promise<unknown>): Promise<void> => {
    setBusy(what);
    try {
      await work();
      notify.success(t(`annotation.done.${what}`));
    } catch (failure) {
      notify.failure(failure);
    } finally {
      setBusy(undefined);
    }
  };
  return (
    <Stack gap={8} mb={12} role="group" aria-label={t('annotation.title')}>
      <Group gap={8}>
        {RATINGS.map((each) => (
          <RatingButton
            key={each}
            rating={each}
            isChosen={rating === each}
            isBusy={busy === each}
            onClick={() => void run(each, () => annotate(each, note))}
          />
        ))}
        {rating !== null && (
          <Button size="xs" variant="subtle" loading={busy === 'removed'} onClick={() => void run('removed', remove)}>
            {t('annotation.remove')}
          </Button>
        )}
      </Group>
      {rating !== null && (
        <>
          <Textarea
            label={t('annotation.note')}
            autosize
            minRows={1}
            maxRows={8}
            maxLength={LONGEST_NOTE}
            dir="auto"
            value={note}
            onChange={({ currentTarget }) => setNote(currentTarget.value)}
          />
          <Group justify="space-between" gap={8}>
            {at !== null && <Author name={name} at={at} />}
            <Button
              size="xs"
              loading={busy === 'note'}
              disabled={note === (request.note ?? '')}
              onClick={() => void run('note', () => annotate(rating as Rating, note))}
            >
              {t('annotation.save')}
            </Button>
          </Group>
        </>
      )}
    </Stack>
  );
}

interface RatingButtonProps {
  readonly rating: Rating;
  readonly isChosen: boolean;
  readonly isBusy: boolean;
  readonly onClick: () => void;
}

function RatingButton({ isBusy, isChosen, onClick, rating }: RatingButtonProps) {
  const { t } = useTranslation('requests');
  const { Sign, colour } = RATING_SIGNS[rating];
  return (
    <Button
      size="xs"
      variant={isChosen ? 'filled' : 'default'}
      aria-pressed={isChosen}
      loading={isBusy}
      leftSection={<Sign size={16} aria-hidden color={isChosen ? undefined : colour} />}
      onClick={onClick}
    >
      {t(`annotation.${rating}`)}
    </Button>
  );
}

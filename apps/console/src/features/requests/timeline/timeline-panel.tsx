import { Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DurationText } from '../../../ui/duration-text.js';
import { FieldList } from '../../../ui/field-list.js';
import { MoneyText } from '../../../ui/money-text.js';
import type { RequestRow } from '../queries.js';
import { layOutTimeline, type Routing } from './lay-out-timeline.js';
import classes from './timeline-panel.module.css';

/** Reasons for skipping a target that are no error codes. */
const EXPLAINED = ['out', 'for_long_prompts', 'provider_quota'];

/** Timeline of a request in parallel tracks, and the reasons for the order of its targets. */
export function TimelinePanel({
  request,
  routing,
}: {
  readonly request: RequestRow;
  readonly routing: Routing | null;
}) {
  const { t } = useTranslation('requests');
  const tracks = layOutTimeline(request, routing);
  const total = Math.max(request.duration_ms, 1);
  return (
    <Stack gap="lg">
      <ol className={classes.lanes} aria-label={t('tab.timeline')}>
        {tracks.map(({ detail, endMs, kind, name, startMs }) => (
          <li key={`${kind}-${startMs}-${name}`} className={classes.lane}>
            <div className={classes.head}>
              <Text size="sm" span className={classes.name} dir="auto">
                {name || t(`track.${kind}`)}
              </Text>
              <Text size="xs" c={detail ? undefined : 'dimmed'} span>
                {detail ?? (name ? t(`track.${kind}`) : '')} <DurationText ms={endMs - startMs} />
              </Text>
            </div>
            <div className={classes.track} aria-hidden>
              <div
                className={classes.bar}
                data-kind={kind}
                style={{
                  insetInlineStart: `${(startMs / total) * 100}%`,
                  width: `${((endMs - startMs) / total) * 100}%`,
                }}
              />
            </div>
          </li>
        ))}
      </ol>
      {routing ? (
        <FieldList
          label={t('routing.title')}
          fields={[
            { name: t('routing.route'), value: routing.route },
            { name: t('routing.strategy'), value: routing.strategy },
            { name: t('routing.sticky'), value: routing.sticky ? t('yes') : null },
            { name: t('routing.candidates'), value: routing.candidates.join(' → ') },
          ]}
        />
      ) : (
        <Text size="sm" c="dimmed">
          {t('routing.none')}
        </Text>
      )}
      {routing?.costs && <ExpectedCosts costs={routing.costs} />}
      {routing && routing.skipped.length > 0 && (
        <section>
          <Title order={3} size="h6" mb={4}>
            {t('routing.skipped')}
          </Title>
          <FieldList
            label={t('routing.skipped')}
            fields={routing.skipped.map(({ model, why }) => ({
              name: model,
              value: EXPLAINED.includes(why) ? t(`routing.${why}`) : why,
            }))}
          />
        </section>
      )}
    </Stack>
  );
}

/** Expected costs that decided, in the order of the targets. */
function ExpectedCosts({ costs }: Required<Pick<Routing, 'costs'>>) {
  const { t } = useTranslation('requests');
  return (
    <section>
      <Title order={3} size="h6" mb={4}>
        {t('routing.costs')}
      </Title>
      <FieldList
        label={t('routing.costs')}
        fields={costs.map(({ answer_tokens: count, healthy, model, usd }) => ({
          name: model,
          value: (
            <>
              {usd === null ? t('routing.unpriced') : <MoneyText usd={usd} />}
              {` · ${t('routing.answerTokens', { count })}`}
              {!healthy && ` · ${t('routing.unhealthy')}`}
            </>
          ),
        }))}
      />
    </section>
  );
}

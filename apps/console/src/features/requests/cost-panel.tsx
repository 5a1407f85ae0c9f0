import { Stack, Text } from '@mantine/core';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CountText } from '../../ui/count-text.js';
import { FieldList } from '../../ui/field-list.js';
import { MoneyText } from '../../ui/money-text.js';
import { NameOf } from '../../ui/name-of.js';
import { TimeText } from '../../ui/time-text.js';
import type { RequestRow } from './queries.js';
import { readAccount } from './read-account.js';

interface Charge {
  readonly account: string;
  readonly period_start: string;
  readonly amount: number;
}

interface Billed {
  readonly cost?: Readonly<Record<string, number>>;
  readonly service_tier?: string;
  readonly searches?: number;
}

/** Lists the parts of the cost that the record gives: tiers, searches, writes to a cache and so on. */
function partsOf(details: Billed, t: TFunction<'requests'>) {
  const { cost = {}, searches, service_tier: tier } = details;
  return [
    { name: t('field.serviceTier'), value: tier ?? null },
    { name: t('field.searches'), value: searches === undefined ? null : <CountText n={searches} /> },
    ...Object.entries(cost).map(([part, usd]) => ({
      name: t('cost.part', { part: t(`costPart.${part}`, { defaultValue: part }) }),
      value: <MoneyText usd={usd} />,
    })),
  ];
}

/** The budget that was charged, by its name; the name of its account where it has another form. */
function ChargedName({ account }: Charge): ReactNode {
  const { t } = useTranslation('requests');
  const budget = readAccount(account);
  if (budget === undefined) return account;
  const { id, kind, name, part } = budget;
  return (
    <>
      {t(`cost.of.${kind}`)} {id === undefined ? name : <NameOf kind={kind} id={id} />}
      {part !== undefined && ` · ${part}`}
    </>
  );
}

function ChargedAmount({ account, amount, period_start }: Charge): ReactNode {
  const { t } = useTranslation('requests');
  const unit = readAccount(account)?.unit;
  return (
    <>
      {unit === 'usd' ? <MoneyText usd={amount} /> : <CountText n={amount} />}
      {unit !== undefined && unit !== 'usd' && ` ${t(`cost.unit.${unit}`)}`} · {t('cost.since')}{' '}
      <TimeText at={period_start} />
    </>
  );
}

/** Usage and cost of the request, and the budgets that it was charged to. */
export function CostPanel({
  charges,
  details,
  request,
}: {
  readonly request: RequestRow;
  readonly charges: readonly Charge[];
  /** Details of the explanation. */
  readonly details: Billed;
}) {
  const { t } = useTranslation('requests');
  const count = (n: number | null) => (n === null ? null : <CountText n={n} />);
  return (
    <Stack gap="md">
      <FieldList
        label={t('tab.cost')}
        fields={[
          {
            name: t('field.cost'),
            value: request.cost_usd === null ? t('cost.unpriced') : <MoneyText usd={request.cost_usd} />,
          },
          { name: t('field.priceVersion'), value: request.price_version },
          {
            name: t('field.usageSource'),
            value: t(`usageSource.${request.usage_source}`, { defaultValue: request.usage_source }),
          },
          { name: t('field.promptTokens'), value: count(request.prompt_tokens) },
          { name: t('field.cachedTokens'), value: count(request.cached_tokens) },
          { name: t('field.completionTokens'), value: count(request.completion_tokens) },
          { name: t('field.reasoningTokens'), value: count(request.reasoning_tokens) },
          { name: t('field.images'), value: count(request.images) },
          { name: t('field.characters'), value: count(request.characters) },
          { name: t('field.audioSeconds'), value: count(request.audio_seconds) },
          ...partsOf(details, t),
        ]}
      />
      {charges.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('cost.noBudget')}
        </Text>
      ) : (
        <FieldList
          label={t('cost.charges')}
          fields={charges.map((charge) => ({
            name: charge.account,
            label: <ChargedName {...charge} />,
            value: <ChargedAmount {...charge} />,
          }))}
        />
      )}
    </Stack>
  );
}

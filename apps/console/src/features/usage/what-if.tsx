import { Button, Group, NumberInput, SegmentedControl, Stack, Text } from '@mantine/core';
import { IconScale } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.js';
import { findModels } from '../../api/lookups.js';
import { useWorkspace } from '../../api/use-workspace.js';
import { DetailDrawer } from '../../ui/detail-drawer.js';
import { FactList } from '../../ui/fact-list.js';
import { FailureNotice } from '../../ui/failure-notice.js';
import { MoneyText } from '../../ui/money-text.js';
import { FilterPicker } from '../../ui/table/filter-picker.js';
import { ChangeText } from './change-text.js';
import type { Period } from './periods.js';

const PRICES = ['input_per_million', 'output_per_million', 'cached_input_per_million'] as const;

type Prices = { readonly [name in (typeof PRICES)[number]]?: number };

/** What the requests of the period would have cost on another model or at other prices: a button and its drawer. */
export function WhatIf({ period }: { readonly period: Period }): ReactNode {
  const { t } = useTranslation('usage');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" leftSection={<IconScale size={16} aria-hidden />} onClick={() => setOpen(true)}>
        {t('whatIf.title')}
      </Button>
      <DetailDrawer opened={isOpen} title={t('whatIf.title')} onClose={() => setOpen(false)}>
        <WhatIfForm period={period} />
      </DetailDrawer>
    </>
  );
}

function usePricing(period: Period) {
  const { id } = useWorkspace();
  const ask = (model: string, other: { as: string } | { prices: Prices }) =>
    api.post('/admin/usage/what-if', {
      body: { from: period.from, to: period.to, workspace_id: id, models: [{ model, ...other }] } as never,
    });
  const [state, setState] = useState<{ answer?: Awaited<ReturnType<typeof ask>>; failure?: unknown; isBusy: boolean }>({
    isBusy: false,
  });
  const price = async (...[model, other]: Parameters<typeof ask>): Promise<void> => {
    setState({ isBusy: true });
    try {
      setState({ answer: await ask(model, other), isBusy: false });
    } catch (failure) {
      setState({ failure, isBusy: false });
    }
  };
  return { ...state, price };
}

function WhatIfForm({ period }: { readonly period: Period }): ReactNode {
  const { t } = useTranslation('usage');
  const { id } = useWorkspace();
  const [model, setModel] = useState<string>();
  const [kind, setKind] = useState<'model' | 'prices'>('model');
  const [other, setOther] = useState<string>();
  const [prices, setPrices] = useState<Prices>({});
  const { answer, failure, isBusy, price } = usePricing(period);
  const isReady = model !== undefined && (kind === 'model' ? other !== undefined : Object.keys(prices).length > 0);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (model !== undefined) void price(model, kind === 'model' ? { as: other ?? model } : { prices });
  };
  const picker = (label: string, value: string | undefined, onChange: (value: string | undefined) => void) => (
    <FilterPicker
      label={label}
      value={value}
      onChange={onChange}
      queryKey={['models', id]}
      load={(text) => findModels(id, text)}
      width="100%"
    />
  );
  return (
    <form onSubmit={submit}>
      <Stack gap={16}>
        <Text size="sm" c="dimmed">
          {t('whatIf.hint', { from: period.from, to: period.to })}
        </Text>
        {picker(t('whatIf.model'), model, setModel)}
        <SegmentedControl
          aria-label={t('whatIf.kind')}
          value={kind}
          onChange={(value) => setKind(value === 'prices' ? 'prices' : 'model')}
          data={(['model', 'prices'] as const).map((value) => ({ value, label: t(`whatIf.by.${value}`) }))}
        />
        {kind === 'model' ? (
          picker(t('whatIf.other'), other, setOther)
        ) : (
          <Group gap={8} align="flex-end">
            {PRICES.map((name) => (
              <NumberInput
                key={name}
                label={t(`whatIf.price.${name}`)}
                prefix="$"
                min={0}
                decimalScale={8}
                hideControls
                w={150}
                value={prices[name] ?? ''}
                onChange={(value) => {
                  const { [name]: _, ...others } = prices;
                  setPrices(typeof value === 'number' ? { ...others, [name]: value } : others);
                }}
              />
            ))}
          </Group>
        )}
        <Group justify="flex-end">
          <Button type="submit" disabled={!isReady} loading={isBusy}>
            {t('whatIf.submit')}
          </Button>
        </Group>
        {failure !== undefined && <FailureNotice failure={failure} />}
        {answer && <Result answer={answer} />}
      </Stack>
    </form>
  );
}

function Result({ answer }: { readonly answer: NonNullable<ReturnType<typeof usePricing>['answer']> }): ReactNode {
  const { t } = useTranslation('usage');
  const [row] = answer.models;
  if (row === undefined) return null;
  const would = row.would_cost_usd;
  return (
    <Stack gap={8} role="status">
      <FactList
        facts={[
          { label: t('whatIf.charged'), value: <MoneyText usd={row.cost_usd} /> },
          {
            label: t('whatIf.would'),
            value:
              would === null ? (
                t('whatIf.unpriced')
              ) : (
                <Group gap={8}>
                  <MoneyText usd={would} />
                  {row.cost_usd > 0 && <ChangeText now={would} before={row.cost_usd} />}
                </Group>
              ),
          },
          { label: t('whatIf.all'), value: <MoneyText usd={answer.cost_usd} /> },
          {
            label: t('whatIf.allWould'),
            value: answer.would_cost_usd === null ? t('whatIf.unpriced') : <MoneyText usd={answer.would_cost_usd} />,
          },
        ]}
      />
      <Text size="xs" c="dimmed">
        {t('whatIf.note')}
      </Text>
    </Stack>
  );
}

import {
  ActionIcon,
  Autocomplete,
  Button,
  Fieldset,
  Group,
  Input,
  NumberInput,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  TagsInput,
} from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { findModels } from '../../api/lookups.js';
import { Lanes } from '../../ui/lanes.js';
import { NameInput } from '../../ui/name-input.js';
import { ParallelInputs } from '../../ui/parallel-inputs.js';
import { STRATEGIES } from '../../ui/route/route-graph.js';
import { SearchSelect } from '../../ui/search-select.js';
import {
  EMPTY_TARGET,
  filledTargets,
  MOST_TARGETS,
  moveItem,
  type TargetValues,
  type VirtualModelValues,
} from './virtual-model-values.js';

type Form = UseFormReturnType<VirtualModelValues & Record<string, unknown>>;

interface VirtualModelFormProps {
  readonly form: Form;
  readonly workspaceId: string;
}

export function VirtualModelForm({ form, workspaceId }: VirtualModelFormProps): ReactNode {
  const { t } = useTranslation('virtual-models');
  const { strategy } = form.values;
  const drawn = filledTargets(form.values).map(({ isForLongPrompts, model, weight, timeout_ms }) => ({
    model,
    ...(isForLongPrompts && { on: 'context_length' }),
    weight: weight === '' ? undefined : weight,
    timeout_ms: timeout_ms === '' ? undefined : timeout_ms,
  }));
  return (
    <Stack gap={16}>
      <NameInput form={form} label={t('field.name')} description={t('hint.name')} maxLength={512} />
      <Select
        label={t('field.strategy')}
        description={t(`strategyHint.${strategy}`)}
        allowDeselect={false}
        data={STRATEGIES.map((value) => ({ value, label: t(`strategy.${value}`) }))}
        {...form.getInputProps('strategy')}
      />
      <Targets form={form} workspaceId={workspaceId} />
      {drawn.length > 0 && <Lanes strategy={strategy} targets={drawn} />}
      <Retry form={form} />
      {form.errors.retry && <Input.Error role="alert">{form.errors.retry}</Input.Error>}
      <Switch
        label={t('field.sticky')}
        description={t('hint.sticky')}
        {...form.getInputProps('sticky', { type: 'checkbox' })}
      />
      <Shadow form={form} workspaceId={workspaceId} />
      <Hedge form={form} />
      {form.errors.hedge && <Input.Error role="alert">{form.errors.hedge}</Input.Error>}
      <TagsInput
        label={t('field.drop')}
        description={t('hint.drop')}
        {...form.getInputProps('drop')}
        value={[...form.values.drop]}
      />
    </Stack>
  );
}

function Retry({ form }: Pick<VirtualModelFormProps, 'form'>): ReactNode {
  const { t } = useTranslation('virtual-models');
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={16}>
      <NumberInput
        label={t('field.attempts')}
        description={t('hint.attempts')}
        min={0}
        max={10}
        allowDecimal={false}
        placeholder="2"
        {...form.getInputProps('attempts')}
      />
      <TagsInput
        label={t('field.on')}
        description={t('hint.on')}
        data={['429', '500', '502', '503', '504', 'timeout', 'connect']}
        {...form.getInputProps('on')}
        value={[...form.values.on]}
      />
    </SimpleGrid>
  );
}

function Shadow({ form, workspaceId }: VirtualModelFormProps): ReactNode {
  const { t } = useTranslation('virtual-models');
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={16}>
      <SearchSelect
        label={t('field.shadow')}
        description={t('hint.shadow')}
        clearable
        queryKey={['models', 'targets', workspaceId]}
        load={(text) => findModels(workspaceId, text)}
        error={form.errors.shadow}
        {...(form.values.shadow_model && {
          selected: { value: form.values.shadow_model, label: form.values.shadow_model },
        })}
        value={form.values.shadow_model || null}
        onChange={(model) => form.setFieldValue('shadow_model', (model ?? '') as never)}
      />
      <NumberInput
        label={t('field.percent')}
        description={t('hint.percent')}
        min={0}
        max={100}
        suffix=" %"
        decimalScale={3}
        disabled={form.values.shadow_model === ''}
        {...form.getInputProps('percent')}
      />
    </SimpleGrid>
  );
}

function Hedge({ form }: Pick<VirtualModelFormProps, 'form'>): ReactNode {
  const { t } = useTranslation('virtual-models');
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={16}>
      <Autocomplete
        label={t('field.hedge')}
        description={t('hint.hedge')}
        data={['p95', '500', '1000']}
        {...form.getInputProps('hedge_after')}
        value={form.values.hedge_after ?? ''}
      />
      <NumberInput
        label={t('field.hedgePercent')}
        description={t('hint.hedgePercent')}
        min={0}
        max={100}
        suffix=" %"
        placeholder="5"
        decimalScale={3}
        disabled={(form.values.hedge_after ?? '') === ''}
        {...form.getInputProps('hedge_percent')}
        value={form.values.hedge_percent ?? ''}
      />
    </SimpleGrid>
  );
}

function Targets({ form, workspaceId }: VirtualModelFormProps): ReactNode {
  const { t } = useTranslation('virtual-models');
  const { targets } = form.values;
  const write = (next: readonly TargetValues[]): void => form.setFieldValue('targets', next as never);
  const change = (index: number, part: Partial<TargetValues>): void =>
    write(targets.map((target, each) => (each === index ? { ...target, ...part } : target)));
  return (
    <Fieldset legend={t('field.targets')}>
      <Stack gap={12}>
        {targets.map((target, index) => (
          <Target
            // biome-ignore lint/suspicious/noArrayIndexKey: with the model it is as much identity as a target has
            key={`${index}:${target.model}`}
            target={target}
            index={index}
            count={targets.length}
            hasWeight={form.values.strategy !== 'failover'}
            workspaceId={workspaceId}
            onChange={(part) => change(index, part)}
            onMove={(by) => write(moveItem(targets, index, by))}
            onRemove={() => write(targets.filter((_, each) => each !== index))}
          />
        ))}
        {form.errors.targets && <Input.Error role="alert">{form.errors.targets}</Input.Error>}
        <Button
          size="xs"
          variant="default"
          w="fit-content"
          disabled={targets.length >= MOST_TARGETS}
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => write([...targets, EMPTY_TARGET])}
        >
          {t('target.add')}
        </Button>
      </Stack>
    </Fieldset>
  );
}

interface TargetButtonsProps {
  /** Place among the targets, from 0. */
  readonly index: number;
  readonly count: number;
  readonly onMove: (by: 1 | -1) => void;
  readonly onRemove: () => void;
}

interface TargetProps extends TargetButtonsProps {
  readonly target: TargetValues;
  readonly hasWeight: boolean;
  readonly workspaceId: string;
  readonly onChange: (part: Partial<TargetValues>) => void;
}

const numberOf = (value: string | number): number | '' => (typeof value === 'number' ? value : '');

function Target({ target, index, count, hasWeight, workspaceId, onChange, onMove, onRemove }: TargetProps): ReactNode {
  const { t } = useTranslation('virtual-models');
  return (
    <Group gap={8} align="end" wrap="wrap">
      <div style={{ flex: '3 1 200px', minWidth: 0 }}>
        <SearchSelect
          label={t('target.model', { index: index + 1 })}
          queryKey={['models', 'targets', workspaceId]}
          load={(text) => findModels(workspaceId, text)}
          {...(target.model && { selected: { value: target.model, label: target.model } })}
          value={target.model || null}
          onChange={(model) => onChange({ model: model ?? '' })}
        />
      </div>
      <NumberInput
        label={t('target.weight')}
        w={80}
        min={0}
        max={1e6}
        placeholder="1"
        hideControls
        disabled={!hasWeight}
        value={target.weight}
        onChange={(weight) => onChange({ weight: numberOf(weight) })}
      />
      <NumberInput
        label={t('target.timeout')}
        w={110}
        min={1}
        allowDecimal={false}
        suffix=" ms"
        hideControls
        value={target.timeout_ms}
        onChange={(ms) => onChange({ timeout_ms: numberOf(ms) })}
      />
      {target.requires !== '' && (
        <div style={{ flex: '1 1 160px', minWidth: 0 }}>
          <SearchSelect
            label={t('target.requires')}
            clearable
            queryKey={['models', 'targets', workspaceId]}
            load={(text) => findModels(workspaceId, text)}
            selected={{ value: target.requires, label: target.requires }}
            value={target.requires}
            onChange={(model) => onChange({ requires: model ?? '' })}
          />
        </div>
      )}
      <TargetButtons index={index} count={count} onMove={onMove} onRemove={onRemove} />
      <Switch
        label={t('target.longPrompts')}
        checked={target.isForLongPrompts === true}
        onChange={({ currentTarget }) => onChange({ isForLongPrompts: currentTarget.checked })}
      />
      <ParallelInputs value={target.parallel} onChange={(parallel) => onChange({ parallel })} />
    </Group>
  );
}

function TargetButtons({ index, count, onMove, onRemove }: TargetButtonsProps): ReactNode {
  const { t } = useTranslation('virtual-models');
  return (
    <Group gap={0} mb={4}>
      <ActionIcon
        variant="subtle"
        color="gray"
        disabled={index === 0}
        aria-label={t('target.up', { index: index + 1 })}
        onClick={() => onMove(-1)}
      >
        <IconArrowUp size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        disabled={index === count - 1}
        aria-label={t('target.down', { index: index + 1 })}
        onClick={() => onMove(1)}
      >
        <IconArrowDown size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('target.remove', { index: index + 1 })}
        onClick={onRemove}
      >
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    </Group>
  );
}

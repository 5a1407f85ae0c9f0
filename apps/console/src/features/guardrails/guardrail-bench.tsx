import { ActionIcon, Button, Group, Select, Stack, Switch, Table, Text, Textarea } from '@mantine/core';
import { IconPlayerPlay, IconPlus, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DurationText } from '../../ui/duration-text.js';
import { FailureNotice } from '../../ui/failure-notice.js';
import { type BadgeState, StateBadge } from '../../ui/state-badge.js';
import { type BenchMessage, type BenchResult, type BenchRule, ROLES } from './bench-plan.js';
import { runBench } from './run-bench.js';

interface GuardrailBenchProps {
  readonly rules: readonly BenchRule[];
  /** True if it is about one rule that may not be saved yet, within its form. */
  readonly isOfForm?: boolean;
  /** Messages that it begins with. */
  readonly example?: readonly BenchMessage[];
}

const LONGEST_TEXT = 20_000;
const MOST_MESSAGES = 10;

/** Tries guardrails on a text or a chat. The typed text goes to the workspace alone and is stored nowhere. */
export default function GuardrailBench({ example = [], rules, isOfForm = false }: GuardrailBenchProps): ReactNode {
  const { t } = useTranslation('guardrails');
  const [messages, setMessages] = useState<readonly BenchMessage[]>(
    example.length > 0 ? example : [{ role: rules[0]?.phase === 'after' && isOfForm ? 'assistant' : 'user', text: '' }],
  );
  const [withPaused, setWithPaused] = useState(false);
  const [results, setResults] = useState<readonly BenchResult[]>();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const tried = isOfForm || withPaused ? rules : rules.filter(({ enabled }) => enabled);
  const run = async (): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    setResults([]);
    try {
      await runBench(tried, messages, (result) => setResults((known = []) => [...known, result]));
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Stack gap={16}>
      <Text size="sm" c="dimmed">
        {t(isOfForm ? 'bench.formHint' : 'bench.hint')}
      </Text>
      <Messages messages={messages} onChange={setMessages} />
      {!isOfForm && rules.some(({ enabled }) => !enabled) && (
        <Switch
          label={t('bench.withPaused')}
          checked={withPaused}
          onChange={({ currentTarget }) => setWithPaused(currentTarget.checked)}
        />
      )}
      <Button
        w="fit-content"
        variant={isOfForm ? 'default' : 'filled'}
        leftSection={<IconPlayerPlay size={16} aria-hidden />}
        loading={isBusy}
        disabled={tried.length === 0 || messages.every(({ text }) => text.trim() === '')}
        onClick={() => void run()}
      >
        {t('bench.run', { count: tried.length })}
      </Button>
      {failure !== undefined && <FailureNotice failure={failure} />}
      <div aria-live="polite">{results !== undefined && results.length > 0 && <Results results={results} />}</div>
    </Stack>
  );
}

interface MessagesProps {
  readonly messages: readonly BenchMessage[];
  readonly onChange: (messages: readonly BenchMessage[]) => void;
}

function Messages({ messages, onChange }: MessagesProps): ReactNode {
  const { t } = useTranslation('guardrails');
  const change = (index: number, part: Partial<BenchMessage>): void =>
    onChange(messages.map((message, each) => (each === index ? { ...message, ...part } : message)));
  return (
    <Stack gap={12}>
      {messages.map(({ role, text }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: messages have no identity but their position
        <Stack key={index} gap={4}>
          <Group gap={8} justify="space-between">
            <Select
              size="xs"
              w={160}
              aria-label={t('bench.roleOf', { n: index + 1 })}
              allowDeselect={false}
              value={role}
              data={ROLES.map((value) => ({ value, label: t(`bench.role.${value}`) }))}
              onChange={(next) => change(index, { role: (next ?? 'user') as BenchMessage['role'] })}
            />
            {messages.length > 1 && (
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t('bench.remove', { n: index + 1 })}
                onClick={() => onChange(messages.filter((_, each) => each !== index))}
              >
                <IconTrash size={16} aria-hidden />
              </ActionIcon>
            )}
          </Group>
          <Textarea
            aria-label={t('bench.textOf', { n: index + 1 })}
            placeholder={t('bench.placeholder')}
            autosize
            minRows={2}
            maxRows={10}
            maxLength={LONGEST_TEXT}
            dir="auto"
            value={text}
            onChange={({ currentTarget }) => change(index, { text: currentTarget.value })}
          />
        </Stack>
      ))}
      <Button
        size="xs"
        variant="default"
        w="fit-content"
        disabled={messages.length >= MOST_MESSAGES}
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={() => onChange([...messages, { role: 'assistant', text: '' }])}
      >
        {t('bench.add')}
      </Button>
    </Stack>
  );
}

function Results({ results }: { readonly results: readonly BenchResult[] }): ReactNode {
  const { t } = useTranslation('guardrails');
  return (
    <Table aria-label={t('bench.results')} layout="fixed" verticalSpacing={8}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('bench.rule')}</Table.Th>
          <Table.Th w="46%">{t('bench.result')}</Table.Th>
          <Table.Th w={84} ta="end">
            {t('bench.time')}
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {results.map(({ rule, verdict, ms, messages, reason }) => (
          <Table.Tr key={rule.id}>
            <Table.Td style={{ overflowWrap: 'anywhere', verticalAlign: 'top' }}>
              <Text size="sm" fw={500} dir="auto">
                {rule.name || t(`kind.${rule.kind}`)}
              </Text>
              <Text size="xs" c="dimmed">
                {t(`kind.${rule.kind}`)} · {t(`phase.${rule.phase}`)}
              </Text>
            </Table.Td>
            <Table.Td style={{ verticalAlign: 'top', overflowWrap: 'anywhere' }}>
              <Verdict rule={rule} verdict={verdict} />
              {verdict === 'finding' && (
                <Text size="xs" c="dimmed">
                  {t('bench.messages', { list: messages.join(', ') })}
                </Text>
              )}
              {(reason !== undefined || verdict === 'elsewhere' || verdict === 'silent') && (
                <Text size="xs" c="dimmed" dir="auto">
                  {reason ?? t(verdict === 'silent' ? `bench.silent.${rule.phase}` : `bench.why.${rule.kind}`)}
                </Text>
              )}
            </Table.Td>
            <Table.Td ta="end" style={{ verticalAlign: 'top' }}>
              {verdict === 'elsewhere' || verdict === 'silent' ? '–' : <DurationText ms={ms} />}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

const STATES: Readonly<Record<BenchResult['verdict'], BadgeState>> = {
  pass: 'ok',
  finding: 'error',
  timeout: 'warning',
  failure: 'warning',
  refused: 'warning',
  elsewhere: 'off',
  silent: 'off',
};

function Verdict({ rule, verdict }: Pick<BenchResult, 'rule' | 'verdict'>): ReactNode {
  const { t } = useTranslation('guardrails');
  if (verdict !== 'finding') return <StateBadge state={STATES[verdict]} label={t(`bench.verdict.${verdict}`)} />;
  return (
    <StateBadge state={rule.mode === 'enforce' ? 'error' : 'info'} label={t(`bench.verdict.finding.${rule.mode}`)} />
  );
}

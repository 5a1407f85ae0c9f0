import { Button, Code, Group, Paper, Stack, Text, Textarea } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DurationText } from '../../ui/duration-text.js';
import { FailureNotice } from '../../ui/failure-notice.js';
import { StateBadge } from '../../ui/state-badge.js';
import { type PiiTrial, type TriedPolicy, tryPiiPolicy } from './try-pii-policy.js';

interface PiiBenchProps {
  readonly policies: readonly TriedPolicy[];
  /** True if it is about one policy that may not be saved yet, within its form. */
  readonly isOfForm?: boolean;
}

interface Tried {
  readonly policy: TriedPolicy;
  readonly sent: { readonly text: string; readonly answer: string };
  readonly trial: PiiTrial;
}

const LONGEST_TEXT = 20_000;

/** Tries policies on a request and its response. The typed text goes to the workspace alone and is stored nowhere. */
export default function PiiBench({ policies, isOfForm = false }: PiiBenchProps): ReactNode {
  const { t } = useTranslation('pii');
  const [text, setText] = useState('');
  const [answer, setAnswer] = useState('');
  const [results, setResults] = useState<readonly Tried[]>([]);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const run = async (): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    setResults([]);
    try {
      for (const policy of policies) {
        const trial = await tryPiiPolicy(policy, { text, ...(answer !== '' && { answer }) });
        setResults((known) => [...known, { policy, sent: { text, answer }, trial }]);
      }
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  const area = { autosize: true, minRows: 3, maxRows: 12, maxLength: LONGEST_TEXT, dir: 'auto' } as const;
  return (
    <Stack gap={16}>
      <Text size="sm" c="dimmed">
        {t(isOfForm ? 'bench.formHint' : 'bench.hint')}
      </Text>
      <Textarea
        label={t('bench.text')}
        placeholder={t('bench.placeholder')}
        {...area}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Textarea
        label={t('bench.answer')}
        description={t('bench.answerHint')}
        {...area}
        value={answer}
        onChange={({ currentTarget }) => setAnswer(currentTarget.value)}
      />
      <Button
        w="fit-content"
        variant={isOfForm ? 'default' : 'filled'}
        leftSection={<IconPlayerPlay size={16} aria-hidden />}
        loading={isBusy}
        disabled={policies.length === 0 || text.trim() === ''}
        onClick={() => void run()}
      >
        {t('bench.run', { count: policies.length })}
      </Button>
      {failure !== undefined && <FailureNotice failure={failure} />}
      <Stack gap={12} aria-live="polite">
        {results.map((tried) => (
          <Result key={tried.policy.id} {...tried} />
        ))}
      </Stack>
    </Stack>
  );
}

function Result({ policy, sent, trial }: Tried): ReactNode {
  const { t } = useTranslation('pii');
  const { answer, blocked_entity: blocked, duration_ms: ms, text } = trial;
  return (
    <Paper withBorder p={12} role="group" aria-label={policy.name || t('bench.unnamed')}>
      <Group justify="space-between" gap={8} mb={8}>
        <Text size="sm" fw={600} dir="auto" style={{ overflowWrap: 'anywhere' }}>
          {policy.name || t('bench.unnamed')}
        </Text>
        <Text size="sm" c="dimmed">
          <DurationText ms={ms} />
        </Text>
      </Group>
      {blocked !== null ? (
        <StateBadge
          state="error"
          label={t('bench.blocked', { entity: t(`entity.${blocked}`, { defaultValue: blocked }) })}
        />
      ) : (
        <Stack gap={12}>
          <Rewritten label={t('bench.toModel')} before={sent.text} after={text} />
          {answer !== null && <Rewritten label={t('bench.toClient')} before={sent.answer} after={answer} />}
        </Stack>
      )}
    </Paper>
  );
}

interface RewrittenProps {
  readonly label: string;
  readonly before: string;
  readonly after: string | null;
}

function Rewritten({ label, before, after }: RewrittenProps): ReactNode {
  const { t } = useTranslation('pii');
  const isSame = before === after;
  return (
    <Stack gap={4}>
      <Group gap={12}>
        <Text size="xs" c="dimmed">
          {label}
        </Text>
        <StateBadge state={isSame ? 'ok' : 'info'} label={t(isSame ? 'bench.same' : 'bench.changed')} />
      </Group>
      <Code
        block
        tabIndex={0}
        dir="auto"
        style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', maxHeight: 240, overflow: 'auto' }}
      >
        {after}
      </Code>
    </Stack>
  );
}

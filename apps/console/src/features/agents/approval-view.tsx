import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconCheck, IconHandStop, IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeText } from '../../ui/code-text.js';
import { FailureNotice } from '../../ui/failure-notice.js';
import { layOutJson } from '../../ui/message/lay-out-json.js';
import { type AgentRun, useAgentActions } from './queries.js';

interface ApprovalViewProps {
  readonly call: AgentRun['waiting_calls'][number];
  readonly mayApprove: boolean;
}

/** A call that waits for a person: what would be sent, and the two answers. */
export function ApprovalView({ call, mayApprove }: ApprovalViewProps): ReactNode {
  const { t } = useTranslation('agents');
  const { decide } = useAgentActions();
  const [reason, setReason] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const { agent_id, position, run_id, tool } = call;
  const answer = async (decision: 'approve' | 'reject'): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    try {
      const why = decision === 'reject' && reason.trim() !== '' ? { reason: reason.trim() } : {};
      await decide({ agent_id, run_id, position, decision, ...why });
    } catch (problem) {
      setFailure(problem);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Alert
      color="gray"
      variant="light"
      icon={<IconHandStop size={18} aria-hidden />}
      title={t('approval.title', { tool })}
    >
      <Stack gap={12}>
        <CodeText label={t('approval.arguments', { tool })} language="json" text={layOutJson(call.arguments)} />
        {failure !== undefined && <FailureNotice failure={failure} />}
        {mayApprove ? (
          <>
            <TextInput
              label={t('approval.reason')}
              description={t('approval.reasonHint')}
              maxLength={1000}
              dir="auto"
              value={reason}
              onChange={({ currentTarget }) => setReason(currentTarget.value)}
            />
            <Group gap={8}>
              <Button
                size="xs"
                disabled={isBusy}
                leftSection={<IconCheck size={16} aria-hidden />}
                onClick={() => void answer('approve')}
              >
                {t('approval.approve')}
              </Button>
              <Button
                size="xs"
                variant="default"
                disabled={isBusy}
                leftSection={<IconX size={16} aria-hidden />}
                onClick={() => void answer('reject')}
              >
                {t('approval.reject')}
              </Button>
            </Group>
          </>
        ) : (
          <Text size="sm">{t('approval.notYou')}</Text>
        )}
      </Stack>
    </Alert>
  );
}

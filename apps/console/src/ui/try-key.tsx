import { Group, Stack, Text } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChatModels } from '../api/models.js';
import { tryKey } from '../api/try-key.js';
import { useWorkspace } from '../api/use-workspace.js';
import { ActionButton } from './action-button.js';
import { FailureNotice } from './failure-notice.js';
import { ModelSelect } from './model-select.js';
import { describeFailure } from './notify.js';
import { StateBadge } from './state-badge.js';
import { useTrial } from './use-trial.js';

/** Calls a model with a new key, and says what came of it. */
export function TryKey({ secret }: { readonly secret: string }): ReactNode {
  const { t } = useTranslation('keys');
  const { data: models = [], isPending } = useChatModels(useWorkspace().id);
  const { failure, isBusy, result, start } = useTrial<ReactNode>();
  const [chosen, setChosen] = useState('');
  const call = async (): Promise<ReactNode> => {
    const trial = await tryKey(secret, chosen === '' ? models : [chosen]);
    if (trial === undefined) return <Text size="sm">{t('try.noModel')}</Text>;
    if (trial.failure !== undefined) {
      const words = t('try.failed', { model: trial.model, reason: describeFailure(trial.failure) });
      return <FailureNotice failure={trial.failure} words={words} />;
    }
    return (
      <>
        <StateBadge state="ok" label={t('try.works', { model: trial.model })} />
        <Text size="sm" dir="auto" lineClamp={4}>
          {trial.text}
        </Text>
      </>
    );
  };
  return (
    <Stack gap={8} role="status">
      <Group wrap="nowrap">
        {models.length > 1 && (
          <ModelSelect
            label={t('try.model')}
            placeholder={t('try.anyModel')}
            models={models}
            value={chosen}
            isDisabled={isBusy}
            onChange={setChosen}
          />
        )}
        <ActionButton icon={IconPlayerPlay} loading={isBusy} disabled={isPending} onClick={() => void start(call)}>
          {t('try.button')}
        </ActionButton>
      </Group>
      {result}
      {failure !== undefined && <FailureNotice failure={failure} />}
    </Stack>
  );
}

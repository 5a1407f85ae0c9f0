import { Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChange } from '../../api/use-change.js';
import { notify } from '../../ui/notify.js';
import { useTask } from '../../ui/use-task.js';
import { latestOf, type Prompt, type PromptLabel, writeLabel } from './prompt-values.js';
import { moveLabel, removeLabel } from './queries.js';

interface LabelsPanelProps {
  readonly prompt: Prompt;
  readonly mayManage: boolean;
  readonly mayRelease: boolean;
}

/** The labels of a prompt, which people with the permission move and remove, and a new one. */
export function LabelsPanel({ mayManage, mayRelease, prompt }: LabelsPanelProps): ReactNode {
  const { t } = useTranslation('prompts');
  const isProtected = (name: string): boolean => prompt.protected_labels.includes(name);
  return (
    <Stack gap={12}>
      {prompt.labels.length === 0 && <Text size="sm">{t('noLabels')}</Text>}
      {prompt.labels.map((label) => (
        <Stack key={label.name} gap={4}>
          <Group gap={6}>
            {isProtected(label.name) && <IconLock size={14} aria-label={t('isProtected')} />}
            <Text size="sm">{writeLabel(label)}</Text>
          </Group>
          {mayManage && (mayRelease || !isProtected(label.name)) && <MoveLabel prompt={prompt} label={label} />}
        </Stack>
      ))}
      {mayManage && prompt.versions.length > 0 && <NewLabel prompt={prompt} />}
    </Stack>
  );
}

function versionsOf({ versions }: Prompt): string[] {
  return versions.map(({ version }) => String(version)).toReversed();
}

function MoveLabel({ label, prompt }: { readonly prompt: Prompt; readonly label: PromptLabel }): ReactNode {
  const { t } = useTranslation('prompts');
  const done = useChange('prompts');
  const { isBusy, run } = useTask();
  const { name } = label;
  return (
    <Group gap={8} align="end">
      <Select
        size="xs"
        label={t('moveTo', { name })}
        data={versionsOf(prompt)}
        value={label.version === undefined ? null : String(label.version)}
        disabled={isBusy}
        allowDeselect={false}
        onChange={(version) =>
          void run(async () => {
            await done(moveLabel(prompt.id, name, { version: Number(version) }));
            notify.success(t('done.moved', { name, version }));
          })
        }
      />
      <Button
        size="xs"
        variant="default"
        loading={isBusy}
        aria-label={t('removeLabel', { name })}
        onClick={() =>
          void run(async () => {
            await done(removeLabel(prompt.id, name));
            notify.success(t('done.removed', { name }));
          })
        }
      >
        {t('remove')}
      </Button>
    </Group>
  );
}

function NewLabel({ prompt }: { readonly prompt: Prompt }): ReactNode {
  const { t } = useTranslation('prompts');
  const done = useChange('prompts');
  const { isBusy, run } = useTask();
  const [name, setName] = useState('');
  const latest = latestOf(prompt)?.version ?? 1;
  return (
    <Group gap={8} align="end">
      <TextInput
        size="xs"
        label={t('field.label')}
        value={name}
        maxLength={64}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Button
        size="xs"
        variant="default"
        loading={isBusy}
        disabled={name.trim() === ''}
        onClick={() =>
          void run(async () => {
            await done(moveLabel(prompt.id, name.trim(), { version: latest }));
            setName('');
          })
        }
      >
        {t('add.label', { version: latest })}
      </Button>
    </Group>
  );
}

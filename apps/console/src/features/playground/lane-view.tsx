import { ActionIcon, Badge, Button, Group, Paper, Stack, Text, Tooltip } from '@mantine/core';
import { IconAdjustments, IconDeviceFloppy, IconPlayerStop, IconRefresh, IconX } from '@tabler/icons-react';
import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../../ui/failure-notice.js';
import { MessageView } from '../../ui/message/message-view.js';
import { ModelSelect } from '../../ui/model-select.js';
import { ToolResults } from '../../ui/tool-results.js';
import { useFollowEnd } from '../../ui/use-follow-end.js';
import { LaneFigures } from './lane-figures.js';
import { type ChatMessage, type Lane, openCalls } from './lanes.js';
import classes from './playground.module.css';

interface Props {
  readonly lane: Lane;
  readonly models: readonly string[];
  readonly onModel: (model: string) => void;
  /** True if its parameters differ from those of the others. */
  readonly hasOwnSettings: boolean;
  readonly onSettings: () => void;
  readonly onRemove?: (() => void) | undefined;
  readonly onAgain: () => void;
  readonly onStop: () => void;
  readonly onRetry: () => void;
  readonly onResults: (results: readonly string[]) => void;
  /** Undefined for people who save no conversations. */
  readonly onSave: (() => Promise<void>) | undefined;
}

type LaneHeadProps = Pick<
  Props,
  'hasOwnSettings' | 'lane' | 'models' | 'onModel' | 'onRemove' | 'onSave' | 'onSettings'
>;

/** Model of a lane, and the actions on the whole of it. */
function LaneHead({ hasOwnSettings, lane, models, onModel, onRemove, onSave, onSettings }: LaneHeadProps) {
  const { t } = useTranslation('playground');
  const { messages, model, run } = lane;
  const isRunning = run?.state === 'running';
  return (
    <Group wrap="nowrap" gap={4} p="xs" className={classes.head}>
      <ModelSelect
        label={t('model')}
        placeholder={t('chooseModel')}
        models={models}
        value={model}
        onChange={onModel}
        isDisabled={isRunning}
      />
      <Tooltip label={t(hasOwnSettings ? 'ownParameters' : 'parametersOf', { model })}>
        <ActionIcon
          variant={hasOwnSettings ? 'light' : 'subtle'}
          color={hasOwnSettings ? undefined : 'gray'}
          aria-label={t('parametersOf', { model })}
          onClick={onSettings}
        >
          <IconAdjustments size={16} />
        </ActionIcon>
      </Tooltip>
      {onSave && <SaveButton label={t('save')} isDisabled={isRunning || messages.length === 0} onSave={onSave} />}
      {onRemove && (
        <Tooltip label={t('removeLane')}>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('removeLane')}
            onClick={onRemove}
            disabled={isRunning}
          >
            <IconX size={16} />
          </ActionIcon>
        </Tooltip>
      )}
    </Group>
  );
}

/** Figures of a lane's last answer, and the way to stop one that comes. */
function LaneFoot({ run, onStop }: { readonly run: Lane['run'] } & Pick<Props, 'onStop'>) {
  const { t } = useTranslation('playground');
  return (
    <Group justify="space-between" p="xs" className={classes.foot} mih={40} wrap="nowrap">
      <LaneFigures run={run} />
      {run?.state === 'running' && (
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<IconPlayerStop size={14} aria-hidden />}
          onClick={onStop}
        >
          {t('stopOne')}
        </Button>
      )}
    </Group>
  );
}

/** One model's conversation: its messages, the answer as it comes, and what that took. */
export function LaneView(props: Props) {
  const { lane, onAgain, onResults, onRetry, onStop } = props;
  const { t } = useTranslation('playground');
  const { messages, model, run } = lane;
  const isRunning = run?.state === 'running';
  const box = useFollowEnd<HTMLDivElement>(`${messages.length} ${run?.text.length} ${run?.reasoning.length}`);
  const calls = openCalls(lane);
  return (
    <Paper withBorder component="section" aria-label={t('lane', { model })} className={classes.lane}>
      <LaneHead {...props} />
      <div
        ref={box}
        className={classes.messages}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: who has only a keyboard scrolls it.
        tabIndex={0}
        role="log"
        aria-live="off"
        aria-label={t('messages', { model })}
      >
        {messages.length === 0 && !run && (
          <Text size="sm" c="dimmed">
            {t('emptyLane')}
          </Text>
        )}
        {messages.map((message, index) => (
          <LaneMessage
            // biome-ignore lint/suspicious/noArrayIndexKey: messages are only added, or the last one is replaced.
            key={index}
            message={message}
            {...(index === messages.length - 1 && !isRunning && { onAgain })}
          />
        ))}
        {isRunning && <MessageView speaker="assistant" text={run.text} reasoning={run.reasoning} isComing />}
        {run?.state === 'failed' && (
          <Stack gap="xs">
            <FailureNotice failure={run.failure} />
            <Button size="xs" variant="default" leftSection={<IconRefresh size={14} aria-hidden />} onClick={onRetry}>
              {t('retry')}
            </Button>
          </Stack>
        )}
        {run?.state === 'stopped' && (
          <Badge variant="default" tt="none">
            {t('stopped')}
          </Badge>
        )}
        {calls.length > 0 && !isRunning && (
          <ToolResults
            key={messages.length}
            calls={calls.map(({ function: { name }, id }) => ({ id, name }))}
            onResults={onResults}
          />
        )}
      </div>
      <LaneFoot run={run} onStop={onStop} />
    </Paper>
  );
}

interface LaneMessageProps {
  readonly message: ChatMessage;
  /** Asks for another answer, of the latest one. */
  readonly onAgain?: (() => void) | undefined;
}

const LaneMessage = memo(({ message: { content, role, tool_calls: calls = [] }, onAgain }: LaneMessageProps) => {
  const parts = typeof content === 'string' ? [{ type: 'text' as const, text: content }] : (content ?? []);
  return (
    <MessageView
      speaker={role}
      text={parts.map((part) => (part.type === 'text' ? part.text : '')).join('')}
      images={parts.flatMap((part, index) =>
        part.type === 'image_url' ? [{ id: String(index), url: part.image_url.url }] : [],
      )}
      calls={calls.map(({ function: { arguments: written, name }, id }) => ({ id, name, arguments: written }))}
      onAgain={role === 'assistant' ? onAgain : undefined}
    />
  );
});

interface SaveButtonProps {
  readonly label: string;
  readonly isDisabled: boolean;
  readonly onSave: () => Promise<void>;
}

function SaveButton({ isDisabled, label, onSave }: SaveButtonProps) {
  const [isSaving, setSaving] = useState(false);
  const save = async () => {
    setSaving(true);
    await onSave();
    setSaving(false);
  };
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={label}
        loading={isSaving}
        disabled={isDisabled}
        onClick={() => void save()}
      >
        <IconDeviceFloppy size={16} />
      </ActionIcon>
    </Tooltip>
  );
}

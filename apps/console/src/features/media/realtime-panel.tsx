import { Alert, Button, Group, Select, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconPlayerStop, IconPlugConnected } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MessageBox } from '../../ui/message-box.js';
import { notify } from '../../ui/notify.js';
import { useFollowEnd } from '../../ui/use-follow-end.js';
import classes from './media.module.css';
import { MediaModel, useMediaModel } from './media-model.js';
import { RecordButton } from './record-button.js';
import { SAMPLE_RATE } from './samples.js';
import { readRecording } from './sound-player.js';
import type { Talk } from './talk.js';
import { TurnView } from './turn-view.js';
import { useTalk } from './use-talk.js';

const LONGEST_TEXT = 4_000;
/** A recording in seconds: what is longer is cut. */
const LONGEST_RECORDING = 120;

/** A talk with a model over a socket: the person writes or records, the model answers in sound or in text. */
export function RealtimePanel({ workspaceId }: { readonly workspaceId: string }): ReactNode {
  const { t } = useTranslation('media');
  const model = useMediaModel();
  const [values, setValues] = useState<TalkValues>({ voice: 'alloy', instructions: '', answers: 'audio' });
  const [text, setText] = useState('');
  const { begin, end, reason, say, speak, state, talk } = useTalk(workspaceId);
  const isOpen = state === 'open';
  const isBusy = isOpen || state === 'connecting';
  return (
    <Stack gap={16} maw={860}>
      <MediaModel workspaceId={workspaceId} type="realtime" isDisabled={isBusy} />
      <TalkFields values={values} isDisabled={isBusy} onChange={(part) => setValues({ ...values, ...part })} />
      <Group gap={8}>
        {isBusy ? (
          <Button
            variant="default"
            leftSection={<IconPlayerStop size={16} aria-hidden />}
            onClick={end}
            loading={state === 'connecting'}
          >
            {t('realtime.disconnect')}
          </Button>
        ) : (
          <Button
            leftSection={<IconPlugConnected size={16} aria-hidden />}
            disabled={model === ''}
            onClick={() =>
              begin({
                model,
                voice: values.voice.trim(),
                instructions: values.instructions,
                speaks: values.answers === 'audio',
              })
            }
          >
            {t('realtime.connect')}
          </Button>
        )}
        <Text size="sm" c="dimmed" role="status">
          {t(`realtime.state.${state}`)}
        </Text>
      </Group>
      {(state === 'refused' || state === 'lost') && (
        <Problem text={reason || t(`realtime.hint.${state}`)} title={t(`realtime.state.${state}`)} />
      )}
      {talk.problem !== undefined && <Problem text={talk.problem} title={t('realtime.refused')} />}
      {(isOpen || talk.turns.length > 0) && <Turns talk={talk} />}
      {isOpen && (
        <TalkMessage
          text={text}
          onText={setText}
          canSend={!talk.isAnswering}
          onSay={say}
          onSpeak={speak}
          onStop={end}
        />
      )}
    </Stack>
  );
}

interface TalkValues {
  readonly voice: string;
  readonly instructions: string;
  readonly answers: string;
}

interface TalkFieldsProps {
  readonly values: TalkValues;
  readonly isDisabled: boolean;
  readonly onChange: (part: Partial<TalkValues>) => void;
}

function TalkFields({ values, isDisabled, onChange }: TalkFieldsProps): ReactNode {
  const { t } = useTranslation('media');
  return (
    <>
      <Group gap={16} align="flex-end">
        <TextInput
          label={t('speech.voice')}
          w={200}
          maxLength={200}
          disabled={isDisabled}
          value={values.voice}
          onChange={({ currentTarget }) => onChange({ voice: currentTarget.value })}
        />
        <Select
          label={t('realtime.answers')}
          w={160}
          allowDeselect={false}
          disabled={isDisabled}
          data={['audio', 'text'].map((value) => ({ value, label: t(`realtime.answersIn.${value}`) }))}
          value={values.answers}
          onChange={(next) => onChange({ answers: next ?? 'audio' })}
        />
      </Group>
      <Textarea
        label={t('realtime.instructions')}
        autosize
        minRows={1}
        maxRows={6}
        maxLength={LONGEST_TEXT}
        dir="auto"
        disabled={isDisabled}
        value={values.instructions}
        onChange={({ currentTarget }) => onChange({ instructions: currentTarget.value })}
      />
    </>
  );
}

function Turns({ talk }: { readonly talk: Talk }): ReactNode {
  const { t } = useTranslation('media');
  const box = useFollowEnd<HTMLDivElement>(talk);
  const last = talk.turns.at(-1);
  return (
    <div
      ref={box}
      className={classes.talk}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: who has only a keyboard scrolls it.
      tabIndex={0}
      role="log"
      aria-label={t('realtime.turns')}
      aria-busy={talk.isAnswering}
    >
      {talk.turns.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('realtime.empty')}
        </Text>
      )}
      {talk.turns.map((turn) => (
        <TurnView key={turn.id} turn={turn} isComplete={turn !== last || !talk.isAnswering} />
      ))}
    </div>
  );
}

interface TalkMessageProps {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly canSend: boolean;
  readonly onSay: (text: string) => void;
  readonly onSpeak: ReturnType<typeof useTalk>['speak'];
  readonly onStop: () => void;
}

function TalkMessage({ text, onText, canSend, onSay, onSpeak, onStop }: TalkMessageProps): ReactNode {
  const { t } = useTranslation('media');
  const record = async (file: File): Promise<void> => {
    try {
      const samples = (await readRecording(file)).subarray(0, LONGEST_RECORDING * SAMPLE_RATE);
      onSpeak(samples, samples.length / SAMPLE_RATE);
    } catch {
      notify.problem(t('realtime.unreadable'));
    }
  };
  return (
    <MessageBox
      text={text}
      onText={(next) => onText(next.slice(0, LONGEST_TEXT))}
      texts={{
        label: t('realtime.message'),
        hint: t('realtime.messageHint'),
        send: t('realtime.send'),
        stop: t('stop'),
      }}
      canSend={canSend && text.trim() !== ''}
      isRunning={false}
      onSend={() => {
        onSay(text);
        onText('');
      }}
      onStop={onStop}
    >
      <RecordButton onRecorded={(file) => void record(file)} />
    </MessageBox>
  );
}

function Problem({ text, title }: { readonly text: string; readonly title: string }): ReactNode {
  return (
    <Alert
      color="red"
      variant="light"
      icon={<IconAlertTriangle size={18} aria-hidden />}
      title={title}
      role="alert"
      className={classes.words}
    >
      {text}
    </Alert>
  );
}

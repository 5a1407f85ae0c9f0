import { ActionIcon, Badge, Box, Group, Text, Tooltip } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeText } from '../code-text.js';
import { CopyButton } from '../copy-button.js';
import { MarkdownText } from '../markdown-text.js';
import { type Citation, CitationList } from './citation-list.js';
import { isJson, layOutJson } from './lay-out-json.js';
import classes from './message.module.css';
import { ToolCallView } from './tool-call-view.js';

/** Image of a message. */
interface ShownImage {
  readonly id: string;
  readonly url: string;
}

/** Tool call of a model. */
interface ShownCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

interface MessageViewProps {
  /** Role of the speaker. */
  readonly speaker: string;
  /** Name of the speaker, such as the model. Left out: the role. */
  readonly who?: string | undefined;
  readonly text: string;
  /** Thoughts of the model, shown until its answer begins. */
  readonly reasoning?: string;
  /** True for an answer that is coming. It is rendered when it is complete. */
  readonly isComing?: boolean;
  readonly images?: readonly ShownImage[];
  readonly calls?: readonly ShownCall[];
  /** Descriptions of parts that cannot be shown. */
  readonly others?: readonly string[];
  readonly citations?: readonly Citation[];
  /** Asks for another answer. Left out where nobody may. */
  readonly onAgain?: (() => void) | undefined;
  /** Buttons before that of copying. */
  readonly actions?: ReactNode;
}

/** A message of a conversation, wherever it is shown: its speaker, text, images, tool calls and citations, and what can be done with it. */
export const MessageView = memo((props: MessageViewProps): ReactNode => {
  const {
    actions,
    calls = [],
    citations = [],
    images = [],
    isComing = false,
    onAgain,
    others = [],
    speaker,
    text,
  } = props;
  const { t } = useTranslation('message');
  const who = props.who ?? t(`role.${speaker}`, { defaultValue: speaker });
  return (
    <Box
      // An answer that is coming is no message yet.
      component={isComing ? 'div' : 'article'}
      className={classes.message}
      data-role={speaker}
      {...(isComing ? { 'aria-busy': true } : { 'aria-label': who })}
    >
      <Group justify="space-between" gap={4} wrap="nowrap" mih={28}>
        <Text size="xs" fw={600} c="dimmed" truncate="end" title={who}>
          {who}
        </Text>
        <Group gap={2} wrap="nowrap">
          {actions}
          {onAgain && (
            <Tooltip label={t('again')}>
              <ActionIcon variant="subtle" color="gray" size="sm" aria-label={t('again')} onClick={onAgain}>
                <IconRefresh size={14} />
              </ActionIcon>
            </Tooltip>
          )}
          {text !== '' && !isComing && <CopyButton value={text} label={t('copy')} />}
        </Group>
      </Group>
      <MessageText {...props} />
      {images.map(({ id, url }, index) => (
        <img key={id} src={url} alt={t('image', { number: index + 1 })} className={classes.image} loading="lazy" />
      ))}
      {calls.map((call, index) => (
        <ToolCallView key={call.id || index} {...call} />
      ))}
      {others.map((label, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a message never change.
        <Badge key={index} variant="default" tt="none">
          {label}
        </Badge>
      ))}
      {citations.length > 0 && <CitationList citations={citations} />}
    </Box>
  );
});

/** Answers are Markdown once they are complete. Results of tools that are JSON are laid out. */
function MessageText({ isComing = false, reasoning = '', speaker, text }: MessageViewProps): ReactNode {
  const { t } = useTranslation('message');
  if (isComing && text === '' && reasoning !== '') {
    return (
      <Text size="sm" c="dimmed" className={classes.text} dir="auto">
        {reasoning}
      </Text>
    );
  }
  if (text === '' && !isComing) return null;
  if (speaker === 'assistant' && !isComing) return <MarkdownText text={text} />;
  if (speaker === 'tool' && isJson(text))
    return <CodeText label={t('result')} language="json" text={layOutJson(text)} />;
  return (
    <Text size="sm" className={classes.text} dir="auto">
      {text || t('waiting')}
    </Text>
  );
}

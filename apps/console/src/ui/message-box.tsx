import { Button, Group, Textarea } from '@mantine/core';
import { IconPlayerStop, IconSend } from '@tabler/icons-react';
import type { ReactNode } from 'react';

interface Props {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly texts: { readonly label: string; readonly hint: string; readonly send: string; readonly stop: string };
  readonly description?: string | undefined;
  readonly canSend: boolean;
  readonly isRunning: boolean;
  readonly onSend: () => void;
  readonly onStop: () => void;
  /** Further buttons before that which sends. */
  readonly children?: ReactNode;
}

/** Box for a person's message to a model. Enter sends, Shift+Enter begins a line; while an answer comes, it can be stopped. */
export function MessageBox(props: Props): ReactNode {
  const { canSend, children, description, isRunning, onSend, onStop, onText, text, texts } = props;
  return (
    <Group align="flex-end" wrap="nowrap" gap="xs">
      <Textarea
        flex={1}
        autosize
        minRows={2}
        maxRows={12}
        dir="auto"
        label={texts.label}
        description={description}
        placeholder={texts.hint}
        value={text}
        onChange={({ currentTarget: { value } }) => onText(value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          if (canSend) onSend();
        }}
      />
      {children}
      {isRunning ? (
        <Button variant="default" onClick={onStop} leftSection={<IconPlayerStop size={16} aria-hidden />}>
          {texts.stop}
        </Button>
      ) : (
        <Button onClick={onSend} disabled={!canSend} leftSection={<IconSend size={16} aria-hidden />}>
          {texts.send}
        </Button>
      )}
    </Group>
  );
}

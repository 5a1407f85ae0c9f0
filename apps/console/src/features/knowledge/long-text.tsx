import { Text } from '@mantine/core';

/** A name of any length and script, on one line. */
export function LongText({ text }: { readonly text: string }) {
  return (
    <Text size="sm" truncate="end" maw={360} title={text} dir="auto">
      {text}
    </Text>
  );
}

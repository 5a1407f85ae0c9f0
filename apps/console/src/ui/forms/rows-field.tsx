import { Button, Group, Input, Paper, Stack } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';

interface RowsFieldProps<Row extends { readonly key: string }> {
  readonly label: string;
  readonly description: string;
  readonly error: ReactNode;
  readonly rows: readonly Row[];
  readonly most: number;
  readonly create: (key: string) => Row;
  readonly onChange: (rows: readonly Row[]) => void;
  readonly addLabel: string;
  /** @param at Number of the row, from 1 */
  readonly removeLabel: (at: number) => string;
  readonly removeText: string;
  readonly fields: (row: Row, change: (change: Partial<Row>) => void) => ReactNode;
}

/** A list of things with fields of their own. */
export function RowsField<Row extends { readonly key: string }>(props: RowsFieldProps<Row>): ReactNode {
  const { addLabel, create, description, error, fields, label, most, onChange, removeLabel, removeText, rows } = props;
  const id = useId();
  const add = (): void => onChange([...rows, create(crypto.getRandomValues(new Uint32Array(2)).join('-'))]);
  return (
    <Input.Wrapper label={label} description={description} error={error} labelElement="div" labelProps={{ id }}>
      <Stack gap={8} mt={8} role="group" aria-labelledby={id}>
        {rows.map((row, at) => (
          <Paper key={row.key} withBorder p="sm">
            <Stack gap={12}>
              {fields(row, (change) =>
                onChange(rows.map((each) => (each.key === row.key ? { ...each, ...change } : each))),
              )}
              <Group>
                <Button
                  size="compact-sm"
                  variant="default"
                  leftSection={<IconTrash size={14} aria-hidden />}
                  aria-label={removeLabel(at + 1)}
                  onClick={() => onChange(rows.filter((each) => each.key !== row.key))}
                >
                  {removeText}
                </Button>
              </Group>
            </Stack>
          </Paper>
        ))}
        {rows.length < most && (
          <Button
            w="fit-content"
            size="compact-sm"
            variant="default"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={add}
          >
            {addLabel}
          </Button>
        )}
      </Stack>
    </Input.Wrapper>
  );
}

import { Accordion, Button, Group, Input, Menu, Stack, Text } from '@mantine/core';
import { IconChevronDown, IconPlus, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';

interface Entry<Type extends string> {
  readonly key: string;
  readonly type: Type;
}

interface EntryTexts<Type extends string, Value> {
  /** Label of the menu of types. Without it, each type has a button. */
  readonly add?: string;
  readonly addOf: (type: Type) => string;
  readonly nameOf: (entry: Value, at: number) => string;
  readonly typeOf: (entry: Value) => string;
  readonly remove: string;
}

interface EntriesFieldProps<Type extends string, Value extends Entry<Type>> {
  readonly label: string;
  readonly description: string;
  readonly error: ReactNode;
  readonly entries: readonly Value[];
  readonly onChange: (entries: readonly Value[]) => void;
  readonly types: readonly Type[];
  readonly most: number;
  readonly create: (type: Type, key: string) => Value;
  readonly texts: EntryTexts<Type, Value>;
  /** The key of what is wrong with an entry. */
  readonly findProblem: (entry: Value) => string | undefined;
  readonly fields: (entry: Value, onChange: (change: Partial<Value>) => void) => ReactNode;
}

/** A list of things of several types, one of which is open at a time. */
export function EntriesField<Type extends string, Value extends Entry<Type>>(
  props: EntriesFieldProps<Type, Value>,
): ReactNode {
  const { create, description, entries, error, fields, findProblem, label, most, onChange, texts, types } = props;
  const { t } = useTranslation('evals');
  const id = useId();
  const [open, setOpen] = useState<string | null>(entries.length === 1 ? (entries[0]?.key ?? null) : null);
  const add = (type: Type): void => {
    const key = crypto.getRandomValues(new Uint32Array(2)).join('-');
    onChange([...entries, create(type, key)]);
    setOpen(key);
  };
  return (
    <Input.Wrapper label={label} description={description} error={error} labelElement="div" id={id}>
      <Accordion value={open} onChange={setOpen} variant="contained" mt={8} order={3}>
        {entries.map((entry, at) => {
          const problem = error ? findProblem(entry) : undefined;
          return (
            <Accordion.Item key={entry.key} value={entry.key}>
              <Accordion.Control>
                <Text size="sm" fw={500} dir="auto" style={{ overflowWrap: 'anywhere' }}>
                  {texts.nameOf(entry, at)}
                </Text>
                <Text size="xs" c={problem === undefined ? 'dimmed' : 'var(--mantine-color-error)'}>
                  {problem === undefined ? texts.typeOf(entry) : t(problem)}
                </Text>
              </Accordion.Control>
              <Accordion.Panel>
                {open === entry.key && (
                  <Stack gap={12}>
                    {fields(entry, (change) =>
                      onChange(entries.map((each) => (each.key === entry.key ? { ...each, ...change } : each))),
                    )}
                    <Group>
                      <Button
                        size="xs"
                        variant="default"
                        c="red"
                        leftSection={<IconTrash size={14} aria-hidden />}
                        onClick={() => onChange(entries.filter(({ key }) => key !== entry.key))}
                      >
                        {texts.remove}
                      </Button>
                    </Group>
                  </Stack>
                )}
              </Accordion.Panel>
            </Accordion.Item>
          );
        })}
      </Accordion>
      {entries.length < most && <AddButtons types={types} texts={texts} onAdd={add} />}
    </Input.Wrapper>
  );
}

interface AddButtonsProps<Type extends string> {
  readonly types: readonly Type[];
  readonly texts: { readonly add?: string; readonly addOf: (type: Type) => string };
  readonly onAdd: (type: Type) => void;
}

function AddButtons<Type extends string>({ onAdd, texts, types }: AddButtonsProps<Type>): ReactNode {
  const plus = <IconPlus size={14} aria-hidden />;
  if (texts.add === undefined) {
    return (
      <Group gap={8} mt={8}>
        {types.map((type) => (
          <Button key={type} size="xs" variant="default" leftSection={plus} onClick={() => onAdd(type)}>
            {texts.addOf(type)}
          </Button>
        ))}
      </Group>
    );
  }
  return (
    <Menu position="bottom-start" withinPortal>
      <Menu.Target>
        <Button
          size="xs"
          variant="default"
          mt={8}
          leftSection={plus}
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          {texts.add}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {types.map((type) => (
          <Menu.Item key={type} onClick={() => onAdd(type)}>
            {texts.addOf(type)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

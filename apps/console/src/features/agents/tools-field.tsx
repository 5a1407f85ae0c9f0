import { Accordion, Button, Group, Input, Stack, Text } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { findToolProblem, newTool, type ToolValues } from './agent-values.js';
import { ToolFields } from './tool-fields.js';

const MOST_TOOLS = 32;

interface ToolsFieldProps {
  readonly tools: readonly ToolValues[];
  readonly onChange: (tools: readonly ToolValues[]) => void;
  readonly error: ReactNode;
  readonly agents: readonly { readonly value: string; readonly label: string }[];
}

/** Tools of the model: requests over HTTP, other agents, and tools of MCP servers. */
export function ToolsField({ agents, error, onChange, tools }: ToolsFieldProps): ReactNode {
  const { t } = useTranslation('agents');
  const id = useId();
  const [open, setOpen] = useState<string | null>(null);
  const add = (type: ToolValues['type']): void => {
    const key = crypto.getRandomValues(new Uint32Array(2)).join('-');
    onChange([...tools, newTool(type, key)]);
    setOpen(key);
  };
  return (
    <Input.Wrapper label={t('field.tools')} description={t('hint.tools')} error={error} labelElement="div" id={id}>
      <Accordion value={open} onChange={setOpen} variant="contained" mt={8} order={3}>
        {tools.map((tool, index) => (
          <Accordion.Item key={tool.key} value={tool.key}>
            <Accordion.Control>
              <Text size="sm" fw={500} style={{ overflowWrap: 'anywhere' }}>
                {tool.name || t('tool.unnamed', { number: index + 1 })}
              </Text>
              <Text size="xs" c={error && findToolProblem(tool) ? 'var(--mantine-color-error)' : 'dimmed'}>
                {error && findToolProblem(tool) ? t(findToolProblem(tool) ?? '') : t(`tool.type.${tool.type}`)}
                {tool.requires_approval && ` · ${t('tool.approved')}`}
              </Text>
            </Accordion.Control>
            <Accordion.Panel>
              {open === tool.key && (
                <Stack gap={12}>
                  <ToolFields
                    tool={tool}
                    agents={agents}
                    onChange={(change) =>
                      onChange(tools.map((each) => (each.key === tool.key ? { ...each, ...change } : each)))
                    }
                  />
                  <Group>
                    <Button
                      size="xs"
                      variant="default"
                      c="red"
                      leftSection={<IconTrash size={14} aria-hidden />}
                      onClick={() => onChange(tools.filter(({ key }) => key !== tool.key))}
                    >
                      {t('tool.remove')}
                    </Button>
                  </Group>
                </Stack>
              )}
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
      {tools.length < MOST_TOOLS && (
        <Group gap={8} mt={8}>
          {(['http', 'agent', 'mcp'] as const).map((type) => (
            <Button
              key={type}
              size="xs"
              variant="default"
              leftSection={<IconPlus size={14} aria-hidden />}
              onClick={() => add(type)}
            >
              {t(`tool.add.${type}`)}
            </Button>
          ))}
        </Group>
      )}
    </Input.Wrapper>
  );
}

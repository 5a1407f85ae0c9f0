import { Badge, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FieldList } from '../../../ui/field-list.js';
import { StateBadge } from '../../../ui/state-badge.js';
import type { RequestRow } from '../queries.js';
import { readPolicies } from './read-policies.js';

const ACTIONS = { refused: 'error', audited: 'info', passed: 'ok' } as const;

/** Policies that applied to the request, and their effects. */
export function PoliciesPanel({ details, request }: { readonly request: RequestRow; readonly details: object }) {
  const { t } = useTranslation('requests');
  const { adjusted, guardrails, limits, others } = readPolicies(details);
  const isNothing = guardrails.length + limits.length + adjusted.length + others.length === 0;
  return (
    <Stack gap="md">
      {isNothing && <Text size="sm">{t('policies.none')}</Text>}
      {guardrails.length > 0 && (
        <FieldList
          label={t('policies.guardrails')}
          fields={guardrails.map(({ action, name, phase, result }) => ({
            name,
            value: (
              <StateBadge
                state={ACTIONS[action as keyof typeof ACTIONS] ?? 'info'}
                label={[phase, result, action]
                  .map((word) => t(`policies.word.${word}`, { defaultValue: word }))
                  .join(' · ')}
              />
            ),
          }))}
        />
      )}
      {limits.length > 0 && (
        <FieldList
          label={t('policies.limits')}
          fields={limits.map(({ scope, unit, window_seconds }) => ({
            name: scope,
            value: t('policies.limit', {
              unit: t(`policies.word.${unit}`, { defaultValue: unit }),
              count: window_seconds,
            }),
          }))}
        />
      )}
      {adjusted.length > 0 && (
        <div>
          <Text size="sm" mb={4}>
            {t('policies.adjusted')}
          </Text>
          <Group gap={4}>
            {adjusted.map((name) => (
              <Badge key={name} variant="default" tt="none">
                {name}
              </Badge>
            ))}
          </Group>
        </div>
      )}
      {others.length > 0 && (
        <FieldList
          label={t('policies.others')}
          fields={others.map(([name, value]) => ({ name: t(`detail.${name}`, { defaultValue: name }), value }))}
        />
      )}
      {request.outcome === 'refused' && request.error_code && (
        <Text size="sm" c="dimmed">
          {t('policies.refused', { code: request.error_code })}
        </Text>
      )}
    </Stack>
  );
}

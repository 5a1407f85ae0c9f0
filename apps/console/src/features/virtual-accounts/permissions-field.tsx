import { Button, Checkbox, Fieldset, Group, Input, Stack, Text } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { showNow } from '../../ui/show-now.js';
import {
  ALL_PERMISSIONS,
  actionOf,
  groupPermissions,
  type Permission,
  setPermission,
  withReads,
} from './permissions.js';

const GROUPS = groupPermissions(ALL_PERMISSIONS);

interface PermissionsFieldProps {
  readonly value: readonly Permission[];
  readonly onChange: (value: Permission[]) => void;
  readonly error?: ReactNode;
}

/** Permissions of an account: a box for each one, by resource. */
export function PermissionsField({ value, onChange, error }: PermissionsFieldProps): ReactNode {
  const { t } = useTranslation('organization-accounts');
  return (
    <Input.Wrapper
      label={t('field.permissions')}
      description={t('hint.permissions')}
      error={error && <span ref={showNow}>{error}</span>}
      labelElement="div"
      inputWrapperOrder={['label', 'description', 'error', 'input']}
    >
      <Stack gap={16} mt={8}>
        <Group gap={8}>
          <Button size="compact-xs" variant="default" onClick={() => onChange(withReads(value))}>
            {t('permissions.reads')}
          </Button>
          <Button size="compact-xs" variant="default" disabled={value.length === 0} onClick={() => onChange([])}>
            {t('permissions.clear')}
          </Button>
          <Text size="xs" c="dimmed" role="status">
            {t('permissions.count', { count: value.length })}
          </Text>
        </Group>
        {GROUPS.map(({ group, rows }) => (
          <Fieldset key={group} legend={t(`group.${group}`)} px={12} py={8}>
            {rows.map(({ resource, permissions }) => (
              <ResourceBoxes
                key={resource}
                label={t(`resource.${resource}`)}
                permissions={permissions}
                value={value}
                onChange={onChange}
              />
            ))}
          </Fieldset>
        ))}
      </Stack>
    </Input.Wrapper>
  );
}

interface ResourceBoxesProps extends Pick<PermissionsFieldProps, 'value' | 'onChange'> {
  readonly label: string;
  readonly permissions: readonly Permission[];
}

function ResourceBoxes({ label, permissions, value, onChange }: ResourceBoxesProps): ReactNode {
  const { t } = useTranslation('organization-accounts');
  const id = useId();
  return (
    <Group role="group" aria-labelledby={id} gap={8} py={6} align="start">
      <Text id={id} size="sm" style={{ flex: '1 1 160px' }}>
        {label}
      </Text>
      <Group gap="4px 8px" style={{ flex: '1 1 240px' }}>
        {permissions.map((permission) => (
          <Checkbox
            key={permission}
            size="xs"
            w={108}
            label={t(`permission.${actionOf(permission)}`)}
            checked={value.includes(permission)}
            onChange={({ currentTarget }) => onChange(setPermission(value, permission, currentTarget.checked))}
          />
        ))}
      </Group>
    </Group>
  );
}

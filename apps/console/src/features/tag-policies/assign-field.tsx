import { Select, Switch, TagsInput, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.js';
import { RowsField } from '../../ui/forms/rows-field.js';
import { findValuesOf } from '../../ui/scope-values.js';
import { ValueSelect } from '../../ui/value-select.js';
import { type AssignRow, TAG_SCOPES, type TagScope } from './tag-policy-values.js';

const MOST_ASSIGNED = 1_000;
const MOST_TAGS = 10;

interface AssignFieldProps {
  readonly rows: readonly AssignRow[];
  readonly error: ReactNode;
  readonly onChange: (rows: readonly AssignRow[]) => void;
  readonly workspaceId: string;
  /** True for a policy of the whole organization. */
  readonly isWide: boolean;
}

/** Tags that callers have without sending them. */
export function AssignField({ rows, error, onChange, workspaceId, isWide }: AssignFieldProps): ReactNode {
  const { t } = useTranslation('tag-policies');
  return (
    <RowsField<AssignRow>
      label={t('field.assign')}
      description={t('hint.assign')}
      error={error}
      rows={rows}
      most={MOST_ASSIGNED}
      create={(key) => ({ key, scope: 'all', value: '', tags: [], fixed: false })}
      onChange={onChange}
      addLabel={t('add.assign')}
      removeLabel={(at) => t('removeNumber', { name: t('field.assign'), at })}
      removeText={t('remove')}
      fields={(row, change) => (
        <>
          <Select
            label={t('field.callers')}
            allowDeselect={false}
            data={TAG_SCOPES.map((value) => ({ value, label: t(`scope.${value}`) }))}
            value={row.scope}
            onChange={(scope) => change({ scope: scope as TagScope, value: '' })}
          />
          <CallerField row={row} onChange={(value) => change({ value })} workspaceId={workspaceId} isWide={isWide} />
          <TagsInput
            label={t('field.tags')}
            placeholder={row.tags.length === 0 ? 'centre=4711' : ''}
            maxTags={MOST_TAGS}
            value={[...row.tags]}
            onChange={(tags) => change({ tags })}
          />
          <Switch
            label={t('field.fixed')}
            description={t('hint.fixed')}
            checked={row.fixed}
            onChange={({ currentTarget }) => change({ fixed: currentTarget.checked })}
          />
        </>
      )}
    />
  );
}

interface CallerFieldProps extends Pick<AssignFieldProps, 'workspaceId' | 'isWide'> {
  readonly row: AssignRow;
  readonly onChange: (value: string) => void;
}

/** The one of the scope: chosen where the person may list them, and text otherwise. */
function CallerField({ row, onChange, workspaceId, isWide }: CallerFieldProps): ReactNode {
  const { t } = useTranslation('tag-policies');
  const { can } = useSession();
  const { scope, value } = row;
  if (scope === 'all') return null;
  const find = findValuesOf(scope, workspaceId, isWide, can);
  const texts = { label: t(`which.${scope}`), description: t('hint.which'), placeholder: t('everyOne') };
  if (find === undefined) {
    return (
      <TextInput
        {...texts}
        maxLength={512}
        dir="auto"
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    );
  }
  return (
    <ValueSelect
      key={`${scope}:${isWide}`}
      {...texts}
      source={{ queryKey: ['tag-policies', 'values', scope, isWide, workspaceId], load: find }}
      value={value}
      error={undefined}
      onChange={onChange}
    />
  );
}

import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useWorkspace } from '../../api/use-workspace.js';
import { FormDrawer } from '../../ui/form-drawer.js';
import { notify } from '../../ui/notify.js';
import type { AlertChannel, AlertRule } from './queries.js';
import { RuleForm } from './rule-form.js';
import { NEW_RULE, toRuleBody, toRuleValues } from './rule-values.js';
import { NO_PLACES, useAlertForm } from './use-alert-form.js';

interface RuleDrawersProps {
  readonly rows: readonly AlertRule[];
  readonly channels: readonly AlertChannel[];
  readonly mayCreate: boolean;
  readonly mayManage: (row: AlertRule) => boolean;
}

/** Forms of a new rule and of the one that the address names. */
export function RuleDrawers({ rows, channels, mayCreate, mayManage }: RuleDrawersProps): ReactNode {
  const { t } = useTranslation('alerts');
  const { id: workspaceId } = useWorkspace();
  const { actions, close, open, places, validate } = useAlertForm();
  const edited = rows.find(({ id }) => id === open);
  return (
    <>
      <FormDrawer
        opened={open === 'new' && mayCreate}
        title={t('action.createRule')}
        onClose={close}
        draftKey={`alert-rule:${workspaceId}:new`}
        row={undefined}
        initialValues={NEW_RULE}
        validate={validate}
        submitLabel={t('action.createRule')}
        onSubmit={async (values) => {
          await actions.createRule(toRuleBody(values));
          close();
          notify.success(t('done.createRule'));
        }}
      >
        {(form) => <RuleForm form={form} isNew workspaceId={workspaceId} channels={channels} {...places} />}
      </FormDrawer>
      <FormDrawer
        key={edited?.id}
        opened={edited !== undefined && mayManage(edited)}
        title={t('edit', { name: edited?.name })}
        onClose={close}
        row={edited}
        initialValues={edited === undefined ? NEW_RULE : toRuleValues(edited)}
        validate={validate}
        submitLabel={t('action.save')}
        onSubmit={async (values) => {
          const { kind: _kind, scope: _scope, team_id: _team, ...body } = toRuleBody(values);
          await actions.updateRule(edited?.id ?? '', body);
          close();
          notify.success(t('done.save'));
        }}
      >
        {(form) => <RuleForm form={form} isNew={false} workspaceId={workspaceId} channels={channels} {...NO_PLACES} />}
      </FormDrawer>
    </>
  );
}

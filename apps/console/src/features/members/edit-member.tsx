import type { FormValidateInput } from '@mantine/form';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useWorkspace } from '../../api/use-workspace.js';
import { versionOf } from '../../api/versions.js';
import { FormDrawer } from '../../ui/form-drawer.js';
import { notify } from '../../ui/notify.js';
import { MemberForm } from './member-form.js';
import { type MemberValues, toMember, valuesOfMember } from './member-values.js';
import { findMember, type Member, useMemberActions } from './queries.js';

interface EditMemberProps {
  readonly member: Member;
  readonly validate: FormValidateInput<MemberValues>;
  /** Takes the membership as it is stored by now; undefined: the form is closed. */
  readonly onMember: (member: Member | undefined) => void;
}

/** Labels of the fields of a membership. */
const FIELDS = { user_id: 'person', role: 'role', team: 'whichTeam', team_choice: 'team' } as const;

/** The form of a membership. */
export function EditMember({ member, onMember, validate }: EditMemberProps): ReactNode {
  const { t } = useTranslation('members');
  const workspace = useWorkspace();
  const { set } = useMemberActions(workspace.id);
  return (
    <FormDrawer
      opened
      title={t('edit.title', { name: member.name })}
      onClose={() => onMember(undefined)}
      draftKey={`member:${workspace.id}:${member.user_id}`}
      row={member}
      read={async () => {
        const stored = await findMember(workspace.id, member.user_id);
        onMember(stored);
        return { values: valuesOfMember(stored), version: versionOf(stored) };
      }}
      nameField={(field) => t(`field.${FIELDS[field as keyof MemberValues]}`)}
      initialValues={valuesOfMember(member)}
      validate={validate}
      submitLabel={t('action.save')}
      onSubmit={async (values) => {
        await set(member.user_id, toMember(values));
        onMember(undefined);
        notify.success(t('done.save'));
      }}
    >
      {(form) => <MemberForm form={form} member={member} />}
    </FormDrawer>
  );
}

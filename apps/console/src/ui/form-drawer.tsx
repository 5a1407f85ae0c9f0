import { Box, Button, Drawer, Group, Text } from '@mantine/core';
import { type FormValidateInput, type UseFormReturnType, useForm } from '@mantine/form';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { forgetDraft, readDraft, writeDraft } from './form-draft.js';
import { without } from './form-values.js';
import { EditNotices } from './forms/edit-notices.js';
import { useEdit } from './forms/use-edit.js';
import { type ChangedRow, useShownRow } from './use-shown-row.js';

export interface FormDrawerProps<Values extends Record<string, unknown>> extends ChangedRow<Values> {
  readonly opened: boolean;
  readonly title: string;
  readonly onClose: () => void;
  /** With the version that is to be changed, if there are versions. */
  readonly onSubmit: (values: Values, version: string | undefined) => Promise<unknown>;
  readonly initialValues: Values;
  readonly validate?: FormValidateInput<Values>;
  /** Name under which the typed values are stored in this tab until they are sent or discarded. */
  readonly draftKey?: string;
  /** Fields that are never kept in a draft, nor shown in a comparison. */
  readonly secrets?: readonly string[];
  readonly submitLabel: string;
  readonly size?: number | string;
  readonly children: (form: UseFormReturnType<Values>) => ReactNode;
}

/** A form beside the list. A failure with a `param` is shown at its field, any other above the buttons. */
export function FormDrawer<Values extends object>(props: FormDrawerProps<Values & Record<string, unknown>>): ReactNode {
  const { opened, title, onClose, draftKey, size = 520 } = props;
  const { t } = useTranslation('common');
  const close = (): void => {
    if (draftKey !== undefined) forgetDraft(draftKey);
    onClose();
  };
  return (
    <Drawer
      opened={opened}
      onClose={close}
      position="right"
      size={size}
      title={
        <Text span fw={600} dir="auto" lineClamp={2}>
          {title}
        </Text>
      }
      closeOnClickOutside={false}
      // Beside the header of the page, that of a dialog is no landmark.
      attributes={{ header: { role: 'presentation' } }}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <DrawerForm {...props} onClose={close} />
    </Drawer>
  );
}

function DrawerForm<Values extends Record<string, unknown>>(props: FormDrawerProps<Values>): ReactNode {
  const { initialValues, validate, draftKey, secrets, submitLabel, onSubmit, onClose, children } = props;
  const [draft, setDraft] = useState(() => (draftKey === undefined ? undefined : readDraft(draftKey)));
  const form = useForm<Values>({ initialValues: { ...initialValues, ...draft?.values }, validate });
  const versioned = useShownRow(props, initialValues, form);
  const { values } = form;
  // Saved values are no draft, also while the drawer closes.
  const saved = useRef<Values>(undefined);
  const forget = (): void => {
    if (draftKey !== undefined) forgetDraft(draftKey);
  };
  const edit = useEdit<Values>({
    form,
    versioned,
    first: draft === undefined ? versioned?.version : draft.version,
    onSubmit: async (sent, changed) => {
      await onSubmit(sent, changed);
      saved.current = values;
      forget();
    },
  });
  const { submit, version } = edit;
  useEffect(() => {
    if (draftKey !== undefined && form.isDirty() && saved.current !== values)
      writeDraft(draftKey, without(values, secrets), version);
  }, [draftKey, values, form, secrets, version]);
  const box = useFirstField();
  const discard = (): void => {
    forget();
    setDraft(undefined);
    edit.restart();
    form.setInitialValues(initialValues);
    form.setValues(initialValues);
  };
  return (
    <Box component="form" ref={box} noValidate onSubmit={form.onSubmit((sent) => void submit(sent))}>
      {draft !== undefined && <DraftNotice onDiscard={discard} />}
      {children(form)}
      <EditNotices
        edit={edit}
        form={form}
        nameField={versioned?.nameField ?? String}
        secrets={secrets}
        onOverwrite={() => void submit(form.getValues(), edit.conflict?.version)}
      />
      <FormFoot submitLabel={submitLabel} isBusy={edit.isBusy} onCancel={onClose} />
    </Box>
  );
}

/** Puts the focus on the first field of a form, or on the one that asks for it, once it is there: the fields of some forms are loaded late. */
function useFirstField() {
  const form = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => {
    const box = form.current;
    if (box === null) return;
    const begin = (): void => {
      const field = box.querySelector<HTMLElement>('[data-autofocus]') ?? box.querySelector<HTMLElement>(FIELDS);
      if (field === null) return;
      watch.disconnect();
      // The drawer itself looks for this attribute, and takes the button that closes it otherwise.
      field.setAttribute('data-autofocus', '');
      setTimeout(() => !box.contains(document.activeElement) && field.focus({ preventScroll: true }));
    };
    const watch = new MutationObserver(begin);
    watch.observe(box, { childList: true, subtree: true });
    begin();
    return () => watch.disconnect();
  }, []);
  return form;
}

const FIELDS = 'input:not([type="hidden"]):not(:disabled), textarea:not(:disabled)';

interface FormFootProps {
  readonly submitLabel: string;
  readonly isBusy: boolean;
  readonly onCancel: () => void;
}

/** Buttons that stay in sight below a long form. */
function FormFoot({ submitLabel, isBusy, onCancel }: FormFootProps): ReactNode {
  const { t } = useTranslation('common');
  return (
    <Group
      justify="flex-end"
      gap={8}
      mt={24}
      py={16}
      style={{
        position: 'sticky',
        bottom: 0,
        // Above the parts of fields that lie above the form.
        zIndex: 2,
        background: 'var(--mantine-color-body)',
        borderTop: '1px solid var(--mantine-color-default-border)',
      }}
    >
      <Button variant="default" onClick={onCancel}>
        {t('cancel')}
      </Button>
      <Button type="submit" loading={isBusy}>
        {submitLabel}
      </Button>
    </Group>
  );
}

function DraftNotice({ onDiscard }: { readonly onDiscard: () => void }): ReactNode {
  const { t } = useTranslation('common');
  return (
    <Group gap={8} mb={16} justify="space-between" role="status">
      <Text size="sm" c="dimmed">
        {t('draft.restored')}
      </Text>
      <Button size="compact-xs" variant="default" onClick={onDiscard}>
        {t('draft.discard')}
      </Button>
    </Group>
  );
}

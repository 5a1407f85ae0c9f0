import { Box, Button, Drawer, Group, Text } from '@mantine/core';
import { type FormValidateInput, type UseFormReturnType, useForm } from '@mantine/form';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiFailure } from '../api/client.js';
import { FailureNotice } from './failure-notice.js';
import { forgetDraft, readDraft, writeDraft } from './form-draft.js';

export interface FormDrawerProps<Values extends Record<string, unknown>> {
  readonly opened: boolean;
  readonly title: string;
  readonly onClose: () => void;
  readonly onSubmit: (values: Values) => Promise<unknown>;
  readonly initialValues: Values;
  readonly validate?: FormValidateInput<Values>;
  /** What was typed is kept in this tab under this name until it is sent or given up. Leave it out for secrets. */
  readonly draftKey?: string;
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
  const { initialValues, validate, draftKey, submitLabel, onSubmit, onClose, children } = props;
  const { t } = useTranslation('common');
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const form = useForm<Values>({
    initialValues: { ...initialValues, ...(draftKey === undefined ? {} : readDraft(draftKey)) },
    validate,
  });
  const { values } = form;
  useEffect(() => {
    if (draftKey !== undefined && form.isDirty()) writeDraft(draftKey, values);
  }, [draftKey, values, form]);
  const submit = async (sent: Values): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    try {
      await onSubmit(sent);
      if (draftKey !== undefined) forgetDraft(draftKey);
    } catch (error) {
      const field = error instanceof ApiFailure ? fieldOf(error, sent) : undefined;
      if (field !== undefined) form.setFieldError(field, (error as ApiFailure).message);
      else setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Box component="form" noValidate onSubmit={form.onSubmit((sent) => void submit(sent))}>
      {children(form)}
      {failure !== undefined && <FailureNotice failure={failure} />}
      <Group
        justify="flex-end"
        gap={8}
        mt={24}
        py={16}
        style={{
          position: 'sticky',
          bottom: 0,
          background: 'var(--mantine-color-body)',
          borderTop: '1px solid var(--mantine-color-default-border)',
        }}
      >
        <Button variant="default" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button type="submit" loading={isBusy}>
          {submitLabel}
        </Button>
      </Group>
    </Box>
  );
}

/** The field that a failure is about: `targets[0].model` belongs to `targets` if the form has no closer one. */
function fieldOf({ param }: ApiFailure, values: Record<string, unknown>): string | undefined {
  if (!param) return undefined;
  if (param in values) return param;
  const [first = ''] = param.split(/[.[]/);
  return first in values ? first : undefined;
}

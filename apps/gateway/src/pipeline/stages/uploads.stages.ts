import type { AnyRequest, FormRequest, UploadForm } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import type { ObjectReference } from '../../endpoints/descriptor.js';
import type { ServedModel } from '../../snapshot/snapshot.js';
import { ArrivingForm, type LateFields } from '../arriving-form.js';
import type { RequestContext } from '../request-context.js';
import { readRequest, validateRequest } from './check-request.stages.js';

/**
 * Validates a request that may be a form whose files are still arriving. Where a missing field may follow them, the form
 * is read to its end first.
 */
export function validateUpload(context: RequestContext): void | Promise<void> {
  try {
    validateRequest(context);
  } catch (error) {
    const form = context.asked.body;
    if (!isArriving(form) || !mayStillCome(error, form)) throw error;
    return form.readToEnd().then(() => validateRequest(context));
  }
}

/**
 * Decides what becomes of a form whose files are still arriving, now that the caller may use the model: it is sent on while it arrives
 * where every provider that may serve it can take it so, and there is one of them. Others are read to their end, files to disk: what
 * has left cannot be sent to another provider (docs/contract/media.md#uploads).
 */
export function receiveUpload(context: RequestContext): void | Promise<void> {
  const { asked } = context;
  const { form, model } = asked.validated as FormRequest;
  if (form === undefined || !isArriving(asked.body)) return;
  if (isSentOn(context)) {
    asked.request = { ...asked.validated, form: new ArrivingForm(form, new LateCheck(context)) };
    return;
  }
  return form.readToEnd().then(() => {
    asked.request = { ...(model !== undefined && { model }), ...readRequest(asked) };
  });
}

function isArriving(body: unknown): body is UploadForm {
  // JSON has no functions.
  const isForm =
    typeof body === 'object' && body !== null && 'readToEnd' in body && typeof body.readToEnd === 'function';
  return isForm && !(body as UploadForm).isWhole;
}

/** True if a request is rejected for a field that has not come yet. */
function mayStillCome(error: unknown, form: UploadForm): boolean {
  if (!(error instanceof GatewayError) || error.param === undefined) return false;
  const { param } = error;
  return form.fields.every(({ name }) => name !== param && !name.startsWith(`${param}[`));
}

function isSentOn({ asked, planned }: RequestContext): boolean {
  const { model, route } = planned;
  const models: readonly (ServedModel | undefined)[] = route?.candidates.map((target) => target.model) ?? [model];
  const key = asked.endpoint.exchange?.key;
  const [only, ...others] = models;
  return key !== undefined && others.length === 0 && only?.target.adapter?.exchanges?.[key]?.streamsForms === true;
}

/** Validates a form once more with each field that came late. */
class LateCheck implements LateFields {
  private readonly references: readonly ObjectReference[];

  constructor(private readonly context: RequestContext) {
    this.references = this.findReferences(context.asked.validated);
  }

  checkForm(): void {
    const { asked, planned } = this.context;
    const { form, model } = asked.validated;
    const request: AnyRequest = { ...readRequest(asked), form };
    if (request.model === undefined && model !== undefined) request.model = model;
    // Owners of references were looked up before anything was sent.
    const late = this.findReferences(request)[this.references.length];
    if (late !== undefined) {
      const message = `\`${late.param}\` must come before the files of the form.`;
      throw new GatewayError('invalid_value', { param: late.param, message });
    }
    const { exchange, target } = planned.serving;
    exchange?.check?.(request, target.provider);
    asked.request = request;
  }

  private findReferences(request: AnyRequest): readonly ObjectReference[] {
    return this.context.asked.endpoint.findReferences?.(request) ?? [];
  }
}

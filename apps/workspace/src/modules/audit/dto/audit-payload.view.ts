import { parseBoundedJson } from '@multilane/contracts';
import type { AuditPayload } from '@multilane/persistence';
import { FreeObjectField } from '../../../fields/list-fields.js';
import { ChoiceField, FlagField, IdField, TimeField } from '../../../fields/scalar-fields.js';

interface StoredPayload {
  readonly request: object;
  readonly answer: object | null;
  readonly is_truncated: boolean;
}

const A_DAY_MS = 86_400_000;

/** Texts of a request and its answer, as the rules of personal data leave them. */
export class AuditPayloadView {
  @IdField({ description: 'Id of the audit record.' })
  id!: string;

  @ChoiceField(['audit_payload'], { description: 'Always `audit_payload`.' })
  object!: 'audit_payload';

  @TimeField({ description: 'When the request arrived.' })
  time!: string;

  @TimeField({ description: 'When the payload will be deleted.' })
  expires_at!: string;

  @FreeObjectField({ description: 'The request as sent to the provider.' })
  request!: object;

  @FreeObjectField({
    nullable: true,
    description:
      'Response of the model. For a stream, its `texts`. Null if there was no complete response, or if a guardrail blocked it.',
  })
  answer!: object | null;

  @FlagField({ description: 'Whether text was cut. Cut places are marked with `…[truncated]`.' })
  is_truncated!: boolean;

  static of({ id, text, time }: AuditPayload, retentionDays: number): AuditPayloadView {
    const { answer, is_truncated, request } = parseBoundedJson(text) as StoredPayload;
    const expiresAt = new Date(time.getTime() + retentionDays * A_DAY_MS);
    return {
      id,
      object: 'audit_payload',
      time: time.toISOString(),
      expires_at: expiresAt.toISOString(),
      request,
      answer,
      is_truncated,
    };
  }
}

import type { AuditPayload } from '@multilane/persistence';
import { FreeObjectField } from '../../../fields/list-fields.js';
import { ChoiceField, FlagField, IdField, TimeField } from '../../../fields/scalar-fields.js';

interface StoredPayload {
  readonly request: object;
  readonly answer: object | null;
  readonly is_truncated: boolean;
}

const A_DAY_MS = 86_400_000;

/** What a request and its answer said, as the rules of personal data leave it. */
export class AuditPayloadView {
  @IdField({ description: 'The audit record’s id.' })
  id!: string;

  @ChoiceField(['audit_payload'], { description: 'Always `audit_payload`.' })
  object!: 'audit_payload';

  @TimeField({ description: 'When the request arrived.' })
  time!: string;

  @TimeField({ description: 'From when on it is removed.' })
  expires_at!: string;

  @FreeObjectField({ description: 'What the provider was asked.' })
  request!: object;

  @FreeObjectField({
    nullable: true,
    description:
      'What the model answered; of a stream its `texts`. Null where there was no whole answer, or a guardrail blocked it.',
  })
  answer!: object | null;

  @FlagField({ description: 'Whether something was cut, where `…[truncated]` stands.' })
  is_truncated!: boolean;

  static of({ id, text, time }: AuditPayload, retentionDays: number): AuditPayloadView {
    const { answer, is_truncated, request } = JSON.parse(text) as StoredPayload;
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

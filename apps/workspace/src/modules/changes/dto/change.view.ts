import type { ChangeRecord } from '@multilane/persistence';
import { FreeObjectField, ObjectField } from '../../../fields/list-fields.js';
import { ChoiceField, IdField, TextField, TimeField } from '../../../fields/scalar-fields.js';

type Fields = Readonly<Record<string, unknown>>;

class ChangeActorView {
  @ChoiceField(['user', 'api_key', 'service_account', 'scim', 'operator', 'system'], { description: 'What it is.' })
  type!: string;

  @TextField({ nullable: true, description: 'Its id; null for the service itself and for who had none yet.' })
  id!: string | null;

  @TextField({ description: 'A name or an e-mail address, as it was at the time.' })
  name!: string;
}

class ChangeTargetView {
  @TextField({ description: 'What it is.', example: 'team' })
  type!: string;

  @TextField({ nullable: true, description: 'Its id.' })
  id!: string | null;

  @TextField({ nullable: true, description: 'Its name at the time.' })
  name!: string | null;
}

/** A change of the control plane. */
export class ChangeView {
  @IdField({ description: 'Its id.' })
  id!: string;

  @ChoiceField(['change'], { description: 'Always `change`.' })
  object!: 'change';

  @TextField({ description: 'What was changed, and how.', example: 'team.update' })
  action!: string;

  @ObjectField(() => ChangeActorView, { description: 'Who changed it.' })
  actor!: ChangeActorView;

  @ObjectField(() => ChangeTargetView, { description: 'What was changed.' })
  target!: ChangeTargetView;

  @FreeObjectField({ nullable: true, description: 'What it was; of an update, the fields that changed. No secrets.' })
  before!: Fields | null;

  @FreeObjectField({ nullable: true, description: 'What it became.' })
  after!: Fields | null;

  @TextField({ nullable: true, description: 'The request that changed it.' })
  request_id!: string | null;

  @TextField({ nullable: true, description: 'The network address that the request came from.' })
  address!: string | null;

  @TimeField({ description: 'When it was changed.' })
  created_at!: string;

  static of(change: ChangeRecord): ChangeView {
    return {
      id: change.id,
      object: 'change',
      action: change.action,
      actor: { type: change.actorType, id: change.actorId, name: change.actorName },
      target: { type: change.targetType, id: change.targetId, name: change.targetName },
      before: change.before && toSnakeCase(change.before),
      after: change.after && toSnakeCase(change.after),
      request_id: change.requestId,
      address: change.address,
      created_at: change.createdAt.toISOString(),
    };
  }
}

/** The fields of a thing as the API calls them. What is within a field is the people's own. */
function toSnakeCase(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  );
}

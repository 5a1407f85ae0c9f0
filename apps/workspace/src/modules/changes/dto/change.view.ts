import type { ChangeRecord } from '@multilane/persistence';
import { FreeObjectField, ObjectField } from '../../../fields/list-fields.js';
import { ChoiceField, IdField, TextField, TimeField } from '../../../fields/scalar-fields.js';

type Fields = Readonly<Record<string, unknown>>;

class ChangeActorView {
  @ChoiceField(['user', 'api_key', 'service_account', 'scim', 'operator', 'system'], {
    description: 'Type of the actor.',
  })
  type!: string;

  @TextField({
    nullable: true,
    description: 'Id of the actor. Null for the service itself and for actors without an id.',
  })
  id!: string | null;

  @TextField({ description: 'Name or e-mail address at the time of the change.' })
  name!: string;
}

class ChangeTargetView {
  @TextField({ description: 'Type of the actor.', example: 'team' })
  type!: string;

  @TextField({ nullable: true, description: 'Unique identifier.' })
  id!: string | null;

  @TextField({ nullable: true, description: 'Name at the time of the request.' })
  name!: string | null;
}

/** A change of the control plane. */
export class ChangeView {
  @IdField({ description: 'Unique identifier.' })
  id!: string;

  @ChoiceField(['change'], { description: 'Always `change`.' })
  object!: 'change';

  @TextField({ description: 'The type of the resource and the kind of change.', example: 'team.update' })
  action!: string;

  @ObjectField(() => ChangeActorView, { description: 'The actor who made the change.' })
  actor!: ChangeActorView;

  @ObjectField(() => ChangeTargetView, { description: 'The changed resource.' })
  target!: ChangeTargetView;

  @FreeObjectField({
    nullable: true,
    description: 'Values before the change. For an update, only the changed fields. No secrets.',
  })
  before!: Fields | null;

  @FreeObjectField({ nullable: true, description: 'Values after the change.' })
  after!: Fields | null;

  @TextField({ nullable: true, description: 'Id of the request that made the change.' })
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

/** The fields of a thing as the API calls them. The contents of a field are the people's own. */
function toSnakeCase(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  );
}

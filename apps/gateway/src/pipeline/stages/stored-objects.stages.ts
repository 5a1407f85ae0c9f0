import { GatewayError } from '@multilane/errors';
import { missingObject, type ObjectKind } from '@multilane/providers';
import { accountOf, isPlainId, ownerOf } from '../../database/provider-objects.js';
import type { ObjectReference } from '../../endpoints/descriptor.js';
import { mayUseModel } from '../../snapshot/access/find-model.js';
import type { ServedModel } from '../../snapshot/snapshot.js';
import type { RequestContext } from '../request-context.js';

/** One request may name so many objects. */
const MOST_REFERENCES = 100;

/**
 * Fills in the model of a request that names none: the one that made what the request names, with `files.remember_model`
 * (docs/contract/files.md#model). Throws 400 `missing_model`.
 */
export function recallModel({ asked, services }: RequestContext): void | Promise<void> {
  if (asked.validated.model !== undefined) return;
  const [first] = asked.endpoint.findReferences?.(asked.validated) ?? [];
  const objects = services.database?.objects;
  // The model of a call is always remembered: the gateway brokered it.
  const isRemembered = asked.snapshot.remembersModels || first?.kind === 'realtime_call';
  if (!isRemembered || first === undefined || objects === undefined) {
    throw new GatewayError('missing_model', { param: 'model' });
  }
  return objects.findModel(ownerOf(asked.snapshot, asked.caller), first.kind, first.id).then((model) => {
    if (model === undefined) throw missingObject(first.param);
    asked.request = { ...asked.validated, model };
  });
}

/** The same for a socket: one that goes to a call of the caller, or one that only transcribes. */
export function recallSessionModel(context: RequestContext): void | Promise<void> {
  const { asked, planned } = context;
  if (asked.validated.model !== undefined) return;
  if (asked.endpoint.findReferences?.(asked.validated) !== undefined) return recallModel(context);
  const model = findOnlyTranscriber(context);
  if (model === undefined) {
    throw new GatewayError('missing_model', {
      param: 'model',
      message: 'Name the model in the query (`&model=<name>`) or in the header X-Service-Model.',
    });
  }
  planned.model = model;
  asked.request = { ...asked.validated, model: model.logicalName };
}

/**
 * The model by which a session that names none is reached: one that transcribes, else one that also answers. Undefined where the
 * models that the caller may use are at more than one account, because then nobody knows which is meant.
 */
function findOnlyTranscriber({ asked: { caller, snapshot } }: RequestContext): ServedModel | undefined {
  const models = [...new Set(snapshot.models.values())].filter(
    (model) =>
      (model.type === 'transcription' || model.type === 'realtime') &&
      model.target.adapter?.realtime !== undefined &&
      (!model.target.adapter.realtime.isBeyondReference || model.isBeyondReference) &&
      mayUseModel(snapshot, caller, model),
  );
  if (new Set(models.map(({ target }) => accountOf(target))).size !== 1) return undefined;
  return models.find(({ type }) => type === 'transcription') ?? models[0];
}

/**
 * Records the objects that an exchange has created for the caller. Objects that cannot be recorded are deleted: nobody could ever see them.
 */
export async function recordMade({ asked, planned, services, tried }: RequestContext): Promise<void> {
  const made = tried.exchangeAnswer?.made;
  const objects = services.database?.objects;
  if (made === undefined || objects === undefined) return;
  const { logicalName, target } = planned.serving.model;
  try {
    await objects.of(ownerOf(asked.snapshot, asked.caller), accountOf(target), logicalName).add(made.kind, made.id);
  } catch (error) {
    await made.undo();
    throw error;
  }
}

/** A stored object lies at one target, so several targets of a name mean the first of them, whatever its state. */
export function useFirstTarget({ planned }: RequestContext): void {
  planned.route = undefined;
}

/** The same for a request that names some. */
export function checkNamed(context: RequestContext, references: readonly ObjectReference[]): void | Promise<void> {
  const { asked, services } = context;
  if (references.length > MOST_REFERENCES) throw refuseAmount(references);
  if (asked.endpoint.isStored) for (const { id, param } of references) if (!isPlainId(id)) throw missingObject(param);
  if (services.database === undefined) return;
  return checkOwned(context, references);
}

async function checkOwned(context: RequestContext, references: readonly ObjectReference[]): Promise<void> {
  const { asked, services } = context;
  const accounts = findSharedAccounts(context);
  // A workspace's own account is nobody else's.
  if (accounts.length === 0) return;
  const owner = ownerOf(asked.snapshot, asked.caller);
  for (const kind of new Set(references.map((reference): ObjectKind => reference.kind))) {
    const ids = references.filter((reference) => reference.kind === kind).map(({ id }) => id);
    const foreign = await services.database?.objects.findForeign(owner, accounts, kind, ids);
    const [first] = foreign ?? [];
    const refused = references.find(({ id }) => id === first);
    if (refused === undefined) continue;
    services.metrics.recordPolicyDecision('refused', 'model_access', 'not_found');
    throw missingObject(refused.param);
  }
}

/** The accounts of gateway.yaml among those that may serve the request. */
function findSharedAccounts({ planned }: RequestContext): string[] {
  const { model, route } = planned;
  const models: (ServedModel | undefined)[] = route?.candidates.map((target) => target.model) ?? [model];
  const shared = models.filter((each): each is ServedModel => each?.source === 'config');
  return [...new Set(shared.map(({ target }) => accountOf(target)))];
}

function refuseAmount(references: readonly ObjectReference[]): GatewayError {
  const message = `The request names more than ${MOST_REFERENCES} files.`;
  return new GatewayError('invalid_value', { param: references[MOST_REFERENCES]?.param ?? 'file_id', message });
}

/** Gives the codec the owner of each object. */
export function lendOwnership({ asked, planned, services }: RequestContext): void {
  const { serving } = planned;
  const objects = services.database?.objects;
  if (objects === undefined) return;
  const { logicalName, target } = serving.model;
  const owned = objects.of(ownerOf(asked.snapshot, asked.caller), accountOf(target), logicalName);
  planned.plan = { ...serving, request: { ...serving.request, owned } };
}

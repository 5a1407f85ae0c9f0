import { useQuery } from '@tanstack/react-query';
import { api } from './client.js';
import { askGateway } from './gateway.js';
import { useSession } from './session.js';

interface ListedModel {
  readonly id: string;
  readonly source: string;
}

/** A name that can be asked for. `type` is undefined for models of gateway.yaml, whose type the API does not say. */
interface AskableModel {
  readonly id: string;
  readonly type: string | undefined;
}

/** US dollars per million tokens. */
export interface TokenPrices {
  readonly input: number;
  readonly output: number;
}

interface WorkspaceModels {
  readonly askable: readonly AskableModel[];
  readonly prices: ReadonlyMap<string, TokenPrices>;
  /** The workspace has no model of its own, of any type. */
  readonly isEmpty: boolean;
}

const MOST_MODELS = 200;

/** Models that the person can use in a workspace: every name that the gateway lists there, once. */
function useAskableModels(workspaceId: string) {
  const maySeeTypes = useSession().can('gateway.models.read', workspaceId);
  return useQuery({
    queryKey: ['askable-models', workspaceId],
    queryFn: async (): Promise<WorkspaceModels> => {
      const [listed, typed] = await Promise.all([
        askGateway('/models', { workspaceId }).then((answer) => answer.json() as Promise<{ data: ListedModel[] }>),
        maySeeTypes
          ? api.get('/admin/models', { query: { workspace_id: workspaceId, limit: MOST_MODELS } })
          : { data: [] },
      ]);
      const types = new Map(typed.data.flatMap((model) => namesOf(model).map((name) => [name, model.type] as const)));
      // A workspace is offered only the models of gateway.yaml's catalog that do not chat (docs/contract/model-access.md#sources).
      const typeOf = ({ id, source }: ListedModel) => (source === 'config' ? undefined : (types.get(id) ?? 'chat'));
      return {
        prices: new Map(typed.data.flatMap(pricesByName)),
        askable: listed.data.map((model) => ({ id: model.id, type: typeOf(model) })),
        isEmpty: typed.data.length === 0 && listed.data.every(({ source }) => source === 'config'),
      };
    },
  });
}

/** The chat models among them, by name. */
export function useChatModels(workspaceId: string) {
  const { data, ...query } = useAskableModels(workspaceId);
  return { ...query, data: data && chatModelsOf(data) };
}

/** Prices of the models of a workspace by every name that they have; without models that have none. */
export function useTokenPrices(workspaceId: string): ReadonlyMap<string, TokenPrices> | undefined {
  return useAskableModels(workspaceId).data?.prices;
}

/** State of a workspace's models: it has none at all, none that the person can chat with, or some; undefined while it loads. */
export function useModelState(workspaceId: string): 'empty' | 'no_chat' | 'chat' | undefined {
  const { data } = useAskableModels(workspaceId);
  if (data === undefined) return undefined;
  if (chatModelsOf(data).length > 0) return 'chat';
  return data.isEmpty ? 'empty' : 'no_chat';
}

const chatModelsOf = ({ askable }: WorkspaceModels): string[] =>
  askable.filter(({ type }) => type === 'chat').map(({ id }) => id);

/** The models of a type among them, by name, and those of gateway.yaml, whose type nobody says. */
export function useMediaModels(workspaceId: string, type: string) {
  const { data, ...query } = useAskableModels(workspaceId);
  return {
    ...query,
    data: data?.askable.filter((model) => [type, undefined].includes(model.type)).map(({ id }) => id),
  };
}

function namesOf(model: object): string[] {
  const { aliases = [], logical_name, name } = model as { aliases?: string[]; logical_name?: string; name?: string };
  return [logical_name, name, ...aliases].filter((each) => each !== undefined);
}

function pricesByName(model: object): (readonly [string, TokenPrices])[] {
  const { prices } = model as { prices?: { input_per_million?: number; output_per_million?: number } | null };
  const { input_per_million: input, output_per_million: output } = prices ?? {};
  if (input === undefined || output === undefined) return [];
  return namesOf(model).map((name) => [name, { input, output }] as const);
}

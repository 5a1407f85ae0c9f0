import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.js';
import type { TableSelection } from '../../ui/table/bulk-bar.js';
import { CsvImport } from '../../ui/table/csv/csv-import.js';
import type { Model, NewModel } from './model-values.js';
import { findProviders, removeModel } from './queries.js';

/** Removal of many models at once. Models that others need stay, and the report names what needs them. */
export function useModelSelection(): TableSelection<Model> {
  const { t } = useTranslation('models');
  const client = useQueryClient();
  return {
    nameOf: ({ logical_name: name }) => name,
    onDone: () => void client.invalidateQueries({ queryKey: ['models'] }),
    actions: [
      {
        id: 'delete',
        label: t('action.delete'),
        consequence: t('bulk.delete'),
        danger: true,
        work: ({ id }) => removeModel(id),
      },
    ],
  };
}

/** Registers a model for each line of a file. The provider is named by its name or its id. */
export function ModelImport({ workspaceId }: { readonly workspaceId: string }): ReactNode {
  const { t } = useTranslation('models');
  const client = useQueryClient();
  return (
    <CsvImport
      title={t('importTitle')}
      columns={['logical_name', 'provider', 'upstream_model', 'type', 'input_per_million', 'output_per_million']}
      required={3}
      work={async (cells) => {
        const { logical_name = '', provider = '', upstream_model = '', type } = cells;
        const found = await findProviders(workspaceId, provider);
        const provider_id = found.find(({ label }) => label === provider)?.value ?? provider;
        const prices = readPrices(cells);
        const body = { logical_name, provider_id, upstream_model, ...(type && { type }), ...(prices && { prices }) };
        return api.post('/admin/models', { query: { workspace_id: workspaceId }, body: body as NewModel });
      }}
      onDone={() => void client.invalidateQueries({ queryKey: ['models'] })}
    />
  );
}

/** A text that is no number is sent as it is, so that the report names the field. */
function readPrices(cells: Readonly<Record<string, string>>): object | undefined {
  const given = ['input_per_million', 'output_per_million'].flatMap((name) => {
    const text = cells[name];
    return text ? [[name, Number.isNaN(Number(text)) ? text : Number(text)] as const] : [];
  });
  return given.length === 0 ? undefined : Object.fromEntries(given);
}

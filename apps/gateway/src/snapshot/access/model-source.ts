/**
 * Source of a request's model: for a credential bound to a workspace its providers alone, or those before the configured catalog, or the
 * catalog alone. Other credentials always use the catalog.
 */
export type ModelSource = 'workspace' | 'workspace-then-catalog' | 'catalog';

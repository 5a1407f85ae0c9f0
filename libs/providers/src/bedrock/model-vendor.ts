/** Inference profiles over several regions put where they may run in front of the model's id. */
const ID = /^(?:(?:global|us-gov|us|eu|apac|jp|au|ca|sa|me|af|in)\.)?([a-z0-9]+)\.[^.]/;

/**
 * Finds the maker of the model in its id: `anthropic` of `us.anthropic.claude-sonnet-4-5-20250929-v1:0` or of the ARN
 * of such a model. Undefined for ids that do not say: application inference profiles, imported and provisioned models,
 * prompts (docs.aws.amazon.com/bedrock/latest/userguide/inference-profiles-support.html).
 */
export function findVendor(model: string): string | undefined {
  const id = model.startsWith('arn:') ? findArnModel(model) : model;
  return ID.exec(id)?.[1];
}

/** Finds the id behind the kind of resource in an ARN that names a model by its own id. */
function findArnModel(arn: string): string {
  return /:(?:foundation-model|inference-profile)\/(.+)$/.exec(arn)?.[1] ?? '';
}

/**
 * True if a model reads that a tool failed
 * (docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ToolResultBlock.html).
 */
export function takesFailedResults(model: string): boolean {
  const vendor = findVendor(model) ?? 'anthropic';
  return vendor === 'anthropic' || vendor === 'amazon';
}

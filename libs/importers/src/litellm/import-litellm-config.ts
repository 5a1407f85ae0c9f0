import { checkResult } from '../check-result.js';
import { Findings } from '../findings.js';
import { GatewayDraft } from '../gateway-draft.js';
import { ImportError, type ImportResult } from '../import-result.js';
import { readSource } from '../read-source.js';
import { Variables } from '../variables.js';
import { type LitellmContext, openToAll } from './context.js';
import { readDeployments } from './read-deployments.js';
import { readGuardrails } from './read-guardrails.js';
import { readMcpServers } from './read-mcp-servers.js';
import { readSettings } from './read-settings.js';
import { routeGroups } from './route-groups.js';

const SECTIONS = [
  ...['model_list', 'litellm_settings', 'general_settings', 'router_settings', 'environment_variables'],
  ...['guardrails', 'credential_list', 'mcp_servers'],
];

const MOST_MODELS = 2_000;

/**
 * Makes a gateway.yaml of LiteLLM's `config.yaml`. Each key of the source has a finding. Secrets stay references:
 * `os.environ/NAME` becomes `${NAME}`, and a secret in the open is not copied.
 *
 * @throws ImportError for text that is no such file, or is too large
 */
export function importLitellmConfig(text: string): ImportResult {
  const root = readSource(text, 'LiteLLM');
  if (!SECTIONS.some((section) => root.at(section).value !== undefined)) {
    throw new ImportError(`The file has none of the sections of LiteLLM's configuration: ${SECTIONS.join(', ')}.`);
  }
  if (root.at('model_list').items.length > MOST_MODELS) {
    throw new ImportError(`The file has more than ${MOST_MODELS} models.`);
  }
  const context: LitellmContext = {
    root,
    draft: new GatewayDraft(),
    findings: new Findings(),
    variables: new Variables(text),
    guardrails: new Set(),
  };
  readGuardrails(context);
  routeGroups(context, readDeployments(context));
  readSettings(context);
  readMcpServers(context);
  noteOtherSections(context);
  const yaml = context.draft.toYaml("LiteLLM's configuration");
  const variables = context.variables.listIn(yaml);
  return { yaml, findings: context.findings.complete(root), variables, problems: checkResult(yaml, variables) };
}

function noteOtherSections(context: LitellmContext): void {
  const { root, findings } = context;
  findings.manual(
    root.at('vector_store_registry'),
    'Create knowledge bases in a workspace and load the documents again.',
  );
  findings.manual(
    root.at('finetune_settings'),
    'Fine-tuning uses the provider of the model: set `files` and `models`.',
  );
  findings.manual(root.at('files_settings'), 'Files use the provider of the model: set `files` and `models`.');
  findings.unsupported(root.at('search_tools'), 'There are no search tools.');
  for (const name of ['policies', 'policy_attachments'])
    openToAll(context, root.at(name), 'Policies of guardrails are not read. Add guardrails in their place.');
  openToAll(context, root.at('include'), 'Included files are not read, and may restrict. Put them into this file.');
  for (const entry of root.at('credential_list').items) {
    findings.approximate(entry, 'Credentials become part of the providers that use them.');
  }
}

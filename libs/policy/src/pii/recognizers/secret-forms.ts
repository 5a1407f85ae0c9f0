/** A form in which a service writes its keys. */
export interface SecretForm {
  readonly prefix: string;
  /** What follows the prefix, up to the end of the key. */
  readonly rest: RegExp;
}

/**
 * Services and the forms of their keys: the prefix, and the characters that follow it, by each service's own documentation and the published
 * lists of what scanners of repositories look for (docs.github.com/en/code-security/secret-scanning, GitLab's secret detection).
 * Keys that may be public, such as those for the browser, are left out.
 */
export const FORMS_OF_SERVICES: Readonly<Record<string, readonly (readonly [prefix: string, rest: string])[]>> = {
  Multilane: [
    ['ml-', '[A-Za-z0-9]{43}'],
    ['ml_', '[a-z]{2,10}_[A-Za-z0-9]{43}'],
  ],
  OpenAI: [
    ['sk-', '(?:proj|svcacct|admin|None)-[\\w-]{20,}'],
    ['sk-', '[A-Za-z0-9]{20}T3BlbkFJ[A-Za-z0-9]{20}'],
  ],
  Anthropic: [['sk-ant-', '[a-z0-9]{3,10}-[\\w-]{80,}']],
  OpenRouter: [['sk-or-', 'v1-[0-9a-f]{64}']],
  DeepSeek: [['sk-', '[0-9a-f]{32}']],
  Groq: [['gsk_', '[A-Za-z0-9]{52}']],
  xAI: [['xai-', '[A-Za-z0-9]{80}']],
  Perplexity: [['pplx-', '[A-Za-z0-9]{48,}']],
  Fireworks: [['fw_', '[A-Za-z0-9]{22,}']],
  Together: [['tgp_v1_', '[\\w-]{43}']],
  Cerebras: [['csk-', '[a-z0-9]{48}']],
  NVIDIA: [['nvapi-', '[\\w-]{60,}']],
  'Hugging Face': [
    ['hf_', '[A-Za-z0-9]{34}'],
    ['api_org_', '[A-Za-z0-9]{34}'],
  ],
  Replicate: [['r8_', '[A-Za-z0-9]{37}']],
  ElevenLabs: [['sk_', '[0-9a-f]{48}']],
  Pinecone: [['pcsk_', '\\w{60,}']],
  Langfuse: [['sk-lf-', '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}']],
  LangSmith: [['lsv2_', '(?:pt|sk)_[0-9a-f]{32}_[0-9a-f]{10}']],
  Tavily: [['tvly-', '(?:dev-|prod-)?[A-Za-z0-9]{32}']],
  Firecrawl: [['fc-', '[0-9a-f]{32}']],
  AWS: [
    ['AKIA', '[A-Z2-7]{16}'],
    ['ASIA', '[A-Z2-7]{16}'],
    ['ABSK', '[A-Za-z0-9+/]{100,}={0,2}'],
    ['bedrock-api-key-', '[A-Za-z0-9+/]{40,}={0,2}'],
  ],
  Google: [
    ['AIza', '[\\w-]{35}'],
    ['GOCSPX-', '[\\w-]{28}'],
    ['ya29.', '[\\w-]{20,}'],
  ],
  Alibaba: [['LTAI', '[A-Za-z0-9]{20}']],
  Tencent: [['AKID', '[A-Za-z0-9]{32}']],
  DigitalOcean: [
    ['dop_v1_', '[0-9a-f]{64}'],
    ['doo_v1_', '[0-9a-f]{64}'],
    ['dor_v1_', '[0-9a-f]{64}'],
  ],
  GitHub: [
    ['ghp_', '[A-Za-z0-9]{36,}'],
    ['gho_', '[A-Za-z0-9]{36,}'],
    ['ghu_', '[A-Za-z0-9]{36,}'],
    ['ghs_', '[A-Za-z0-9]{36,}'],
    ['ghr_', '[A-Za-z0-9]{36,}'],
    ['github_pat_', '\\w{82}'],
  ],
  GitLab: [
    ['glpat-', '[\\w-]{20,}(?:\\.[\\w-]{2,30}){0,2}'],
    ['glptt-', '[\\w-]{20,}'],
    ['gldt-', '[\\w-]{20,}'],
    ['glrt-', '[\\w-]{20,}'],
    ['glcbt-', '[\\w-]{20,}'],
    ['glsoat-', '[\\w-]{20,}'],
  ],
  Bitbucket: [['ATBB', '[A-Za-z0-9]{32}']],
  Atlassian: [
    ['ATATT3', '[\\w=-]{180,}'],
    ['ATCTT3', '[\\w=-]{180,}'],
  ],
  npm: [['npm_', '[A-Za-z0-9]{36}']],
  PyPI: [['pypi-', 'AgE[\\w-]{50,}']],
  RubyGems: [['rubygems_', '[0-9a-f]{48}']],
  NuGet: [['oy2', '[a-z0-9]{43}']],
  Clojars: [['CLOJARS_', '[a-z0-9]{60}']],
  Docker: [
    ['dckr_pat_', '[\\w-]{27}'],
    ['dckr_oat_', '[\\w-]{32}'],
  ],
  Artifactory: [['AKCp', '[A-Za-z0-9]{69}']],
  CircleCI: [['CCIPAT_', '[A-Za-z0-9]{22}_[0-9a-f]{40}']],
  Buildkite: [['bkua_', '[0-9a-f]{40}']],
  SonarQube: [
    ['squ_', '[0-9a-f]{40}'],
    ['sqp_', '[0-9a-f]{40}'],
    ['sqa_', '[0-9a-f]{40}'],
  ],
  Sourcegraph: [['sgp_', '(?:[0-9a-f]{16}_)?[0-9a-f]{40}']],
  Slack: [
    ['xoxb-', '[\\w-]{24,}'],
    ['xoxp-', '[\\w-]{24,}'],
    ['xoxa-', '[\\w-]{24,}'],
    ['xoxr-', '[\\w-]{24,}'],
    ['xoxe.', 'xox[bp]-[\\w-]{24,}'],
    ['xapp-', '\\d-[\\w-]{24,}'],
    ['hooks.slack.com/', '(?:services|workflows|triggers)/[A-Za-z0-9/]{30,}'],
  ],
  Discord: [['discord.com/api/webhooks/', '\\d{16,20}/[\\w-]{60,}']],
  Stripe: [
    ['sk_live_', '[A-Za-z0-9]{16,}'],
    ['sk_test_', '[A-Za-z0-9]{16,}'],
    ['rk_live_', '[A-Za-z0-9]{16,}'],
    ['rk_test_', '[A-Za-z0-9]{16,}'],
    ['whsec_', '[A-Za-z0-9+/]{24,}={0,2}'],
  ],
  Square: [
    ['sq0atp-', '[\\w-]{22}'],
    ['sq0csp-', '[\\w-]{43}'],
  ],
  Shopify: [
    ['shpat_', '[0-9a-fA-F]{32}'],
    ['shpca_', '[0-9a-fA-F]{32}'],
    ['shppa_', '[0-9a-fA-F]{32}'],
    ['shpss_', '[0-9a-fA-F]{32}'],
  ],
  Plaid: [['access-', '(?:sandbox|development|production)-[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}']],
  Flutterwave: [['FLWSECK', '(?:_TEST)?-[0-9a-f]{32}-X']],
  EasyPost: [
    ['EZAK', '[A-Za-z0-9]{54}'],
    ['EZTK', '[A-Za-z0-9]{54}'],
  ],
  Shippo: [['shippo_', '(?:live|test)_[0-9a-f]{40}']],
  Duffel: [['duffel_', '(?:live|test)_[\\w-]{43}']],
  Twilio: [['SK', '[0-9a-f]{32}']],
  SendGrid: [['SG.', '[\\w-]{22}\\.[\\w-]{43}']],
  Mailgun: [['key-', '[0-9a-f]{32}']],
  Brevo: [['xkeysib-', '[0-9a-f]{64}-[A-Za-z0-9]{16}']],
  Resend: [['re_', '[A-Za-z0-9]{8}_[A-Za-z0-9]{24}']],
  Klaviyo: [['pk_', '[0-9a-f]{34}']],
  Databricks: [['dapi', '[0-9a-f]{32}(?:-\\d)?']],
  Grafana: [
    ['glsa_', '[A-Za-z0-9]{32}_[0-9a-f]{8}'],
    ['glc_', '[A-Za-z0-9+/]{32,}={0,2}'],
  ],
  'New Relic': [
    ['NRAK-', '[A-Z0-9]{27}'],
    ['NRII-', '[\\w-]{32}'],
  ],
  Sentry: [
    ['sntrys_', 'eyJ[\\w+/=-]{40,}'],
    ['sntryu_', '[0-9a-f]{64}'],
  ],
  PostHog: [['phx_', '[A-Za-z0-9]{43}']],
  PlanetScale: [['pscale_', '(?:tkn|pw|oauth)_[\\w.-]{32,64}']],
  Supabase: [
    ['sbp_', '[0-9a-f]{40}'],
    ['sb_secret_', '[\\w-]{31}'],
  ],
  Linear: [['lin_api_', '[A-Za-z0-9]{40}']],
  Notion: [
    ['ntn_', '[A-Za-z0-9]{46}'],
    ['secret_', '[A-Za-z0-9]{43}'],
  ],
  Airtable: [['pat', '[A-Za-z0-9]{14}\\.[0-9a-f]{64}']],
  Typeform: [['tfp_', '[\\w-]{59}']],
  Contentful: [['CFPAT-', '[\\w-]{43}']],
  Figma: [['figd_', '[\\w-]{40,}']],
  Dropbox: [['sl.', '[\\w-]{130,}']],
  Postman: [['PMAK-', '[0-9a-f]{24}-[0-9a-f]{34}']],
  Pulumi: [['pul-', '[0-9a-f]{40}']],
  Vault: [
    ['hvs.', '[\\w-]{24,}'],
    ['hvb.', '[\\w-]{100,}'],
  ],
  Doppler: [['dp.', '(?:pt|st|ct|sa|scim|audit)\\.(?:[\\w-]{2,35}\\.)?[A-Za-z0-9]{40,44}']],
  '1Password': [['ops_', 'eyJ[\\w-]{100,}']],
  age: [['AGE-SECRET-KEY-1', '[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]{58}']],
  Tailscale: [['tskey-', '[a-z]+-[A-Za-z0-9]+-[A-Za-z0-9]{16,}']],
  Fly: [['fo1_', '[\\w-]{43}']],
  Netlify: [['nfp_', '[A-Za-z0-9]{36}']],
  Heroku: [['HRKU-', '[\\w-]{30,}']],
  Prefect: [['pnu_', '[A-Za-z0-9]{36}']],
  Infracost: [['ico-', '[A-Za-z0-9]{32}']],
  Octopus: [['API-', '[A-Z0-9]{26}']],
  ReadMe: [['rdme_', '[a-z0-9]{70}']],
  'JSON Web Token': [['eyJ', '[\\w-]{10,}\\.eyJ[\\w-]{10,}\\.[\\w-]{16,}']],
};

/** Place of two characters in `FORMS`. */
export const pairOf = (first: number, second: number): number => first * 128 + second;

/** The forms by the first two characters of their prefixes, both ASCII. */
export const FORMS: ReadonlyMap<number, readonly SecretForm[]> = indexForms();

function indexForms(): Map<number, SecretForm[]> {
  const forms = new Map<number, SecretForm[]>();
  for (const [prefix, rest] of Object.values(FORMS_OF_SERVICES).flat()) {
    const pair = pairOf(prefix.charCodeAt(0), prefix.charCodeAt(1));
    forms.set(pair, [...(forms.get(pair) ?? []), { prefix, rest: new RegExp(`^(?:${rest})(?![A-Za-z0-9])`) }]);
  }
  return forms;
}

/** Forms that begin with no prefix: the service is told by what is in the middle or at the end. */
export const WITHOUT_PREFIX: readonly RegExp[] = [
  // Telegram: the number of a bot, and its key.
  /^\d{8,10}:AA[\w-]{33}(?![\w-])/,
  // Discord: a user in Base64, a time and a code.
  /^[MNO][\w-]{23,25}\.[\w-]{6}\.[\w-]{27,38}(?![\w-])/,
  // Terraform.
  /^[A-Za-z0-9]{14}\.atlasv1\.[\w-]{60,70}(?![\w-])/,
  // Entra ID.
  /^[A-Za-z0-9_]{3}\dQ~[\w.~-]{31,34}(?![\w~-])/,
  // Mailchimp.
  /^[0-9a-f]{32}-us\d{1,2}(?!\w)/,
];

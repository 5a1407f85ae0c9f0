import type { CrossCheck } from './config-node.js';

/** Settings that make sense only beside another. */
export const checkDependentSettings: CrossCheck = (config, report) => {
  const require = (path: string, because: string) => {
    const node = path.split('.').reduce((parent, key) => parent.at(key), config);
    if (!node.exists) report(node.path, `is required ${because}`);
  };
  const oidc = config.at('auth').at('oidc');
  const sso = config.at('auth').at('console').at('sso');
  const knowledge = config.at('knowledge');
  const server = config.at('server');

  if (oidc.at('issuer').exists) require('auth.oidc.audience', 'when auth.oidc.issuer is set');
  if (sso.at('client_id').exists) require('auth.oidc.issuer', 'when auth.console.sso.client_id is set');
  if (sso.at('client_secret').exists) require('auth.console.sso.client_id', 'when its client_secret is set');
  if (config.at('rate_limits').at('backend').text === 'redis') require('redis.url', 'for rate_limits.backend: redis');
  if (config.at('cache').at('backend').text === 'redis') require('redis.url', 'for cache.backend: redis');
  if (config.at('database').at('listen_url').exists) require('database.url', 'when database.listen_url is set');
  const exported = config.at('exports');
  if (exported.items.length > 0) {
    require('database.url', 'for exports');
    if (config.at('async').at('enabled').value === false) report(exported.path, 'need async.enabled');
  }
  if (config.at('async').at('webhook_url').exists) {
    require('async.webhook_signing_secret', 'when async.webhook_url is set');
  }
  if (knowledge.at('vector_store').text === 'qdrant')
    require('knowledge.qdrant.url', 'for knowledge.vector_store: qdrant');
  const files = knowledge.at('files');
  if (files.at('store').text === 's3') require('knowledge.files.s3.bucket', 'for knowledge.files.store: s3');
  if (files.at('s3').at('access_key_id').exists) {
    require('knowledge.files.s3.secret_access_key', 'when its access_key_id is set');
  }
  if (files.at('s3').at('secret_access_key').exists) {
    require('knowledge.files.s3.access_key_id', 'when its secret_access_key is set');
  }

  const overlap = knowledge.at('chunk_overlap_tokens').number ?? 64;
  if (overlap >= (knowledge.at('chunk_tokens').number ?? 512)) {
    report(knowledge.at('chunk_overlap_tokens').path, 'must be less than knowledge.chunk_tokens');
  }
  const metricsPort = server.at('metrics_port');
  if (metricsPort.number && metricsPort.number === (server.at('port').number ?? 8080)) {
    report(metricsPort.path, 'must differ from server.port');
  }
};

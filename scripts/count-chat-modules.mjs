// Counts the files of this project that one streamed chat passes through, by V8's coverage: files of which a function ran
// between the request and its record, whatever was loaded before. Run after `pnpm build`; `--list` names them. Exits 1 above the bar.
import { createServer } from 'node:http';
import { Session } from 'node:inspector/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const BAR = 97;

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
/** Files of our own, as they were built. */
const BUILT = /\/(apps|libs)\/[^/]+\/dist\//;

const KEY = 'ml-5f2c81d09ab64e7793c0d1e8b24f6a70';

const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });

const provider = createServer((request, response) => {
  request.resume().once('end', () => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(eventOf({ delta: { role: 'assistant', content: '' } }));
    for (const content of ['Hello', ' there']) response.write(eventOf({ delta: { content } }));
    response.write(eventOf({ delta: {}, finish_reason: 'stop' }));
    const usage = { prompt_tokens: 8, completion_tokens: 2, total_tokens: 10 };
    response.write(`data: ${JSON.stringify({ ...CHUNK, choices: [], usage })}\n\n`);
    response.end('data: [DONE]\n\n');
  });
});

const CHUNK = { id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm' };

/** @param {object} choice */
function eventOf(choice) {
  return `data: ${JSON.stringify({ ...CHUNK, choices: [{ index: 0, finish_reason: null, ...choice }] })}\n\n`;
}

await new Promise((resolve) => provider.listen(0, '127.0.0.1', () => resolve(undefined)));
const address = provider.address();
if (address === null || typeof address === 'string') throw new Error('the provider has no port');

const { parseConfig } = await import(pathToFileURL(join(ROOT, 'libs/config/dist/index.js')).href);
const { startGateway } = await import(pathToFileURL(join(ROOT, 'apps/gateway/dist/index.js')).href);

const { config } = parseConfig(
  JSON.stringify({
    server: { host: '127.0.0.1', port: 0, drain_delay_ms: 0 },
    telemetry: { log_level: 'silent' },
    audit: { path: '/dev/null' },
    providers: [
      {
        name: 'upstream',
        kind: 'openai-compatible',
        api_key: 'provider-key-of-this-script',
        base_url: `http://127.0.0.1:${address.port}/v1`,
      },
    ],
    models: [{ logical_name: 'model', provider: 'upstream', upstream_model: 'model' }],
    teams: [{ name: 'team', rpm_limit: 100, api_keys: [{ name: 'key', key: KEY }] }],
  }),
  { env: {} },
);
const gateway = await startGateway({ config });

/** The built files of which a function has run since this was last asked. */
async function takeFiles() {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const files = result.filter(
    ({ functions, url }) => BUILT.test(url) && functions.some(({ ranges }) => (ranges[0]?.count ?? 0) > 0),
  );
  return files.map(({ url }) => relative(ROOT, fileURLToPath(url))).sort();
}

async function chat() {
  const response = await fetch(`${gateway.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'model', stream: true, messages: [{ role: 'user', content: 'Hello' }] }),
  });
  const text = await response.text();
  if (!text.endsWith('data: [DONE]\n\n')) throw new Error(`the chat failed: ${response.status} ${text}`);
  // The record is written when its usage is estimated.
  await new Promise((resolve) => setTimeout(resolve, 50));
}

// A first request loads its own modules once, and others may be loaded beside it by chance: neither belongs to each request.
await chat();
await takeFiles();
/** @type {string[] | undefined} */
let seen;
for (let count = 0; count < 3; count++) {
  await chat();
  const passed = await takeFiles();
  seen = seen?.filter((file) => passed.includes(file)) ?? passed;
}
const files = seen ?? [];
await gateway.stop();
provider.close();

const own = files.filter((file) => file.startsWith('apps/gateway/')).length;
if (process.argv.includes('--list')) process.stdout.write(`${files.join('\n')}\n`);
process.stdout.write(
  `one streamed chat passes through ${files.length} files, ${own} of them of apps/gateway (at most ${BAR})\n`,
);
process.exit(files.length > BAR ? 1 : 0);

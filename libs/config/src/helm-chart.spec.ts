import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { parse, parseAllDocuments } from 'yaml';
import { parseConfig } from './parse-config.js';

/** An object of Kubernetes, as far as these tests read it. */
interface KubernetesObject {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly annotations?: Readonly<Record<string, string>> };
  readonly data?: Readonly<Record<string, string>>;
  readonly spec?: { readonly template?: { readonly spec: PodSpec }; readonly [key: string]: unknown };
}

interface PodSpec {
  readonly terminationGracePeriodSeconds?: number;
  readonly containers: readonly {
    readonly image: string;
    readonly securityContext?: object;
    readonly env: readonly { readonly name: string }[];
    readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[];
  }[];
  readonly [key: string]: unknown;
}

const read = (path: string): string => readFileSync(new URL(`../../../deploy/${path}`, import.meta.url), 'utf8');
const list = (path: string): string[] => readdirSync(new URL(`../../../deploy/${path}`, import.meta.url)).sort();

const NAMES = list('helm/fixtures/values').map((file) => file.replace('.yaml', ''));
const rendered = new Map(
  NAMES.map((name): [string, KubernetesObject[]] => [
    name,
    parseAllDocuments(read(`helm/fixtures/expected/${name}.yaml`))
      .map((document) => document.toJS() as KubernetesObject | null)
      .filter((object) => object !== null),
  ]),
);
const objectsOf = (name: string, kind: string): KubernetesObject[] =>
  (rendered.get(name) ?? []).filter((object) => object.kind === kind);
const podsOf = (name: string): [string, PodSpec][] =>
  (rendered.get(name) ?? []).flatMap(({ metadata, spec }) =>
    spec?.template === undefined ? [] : [[metadata.name, spec.template.spec] as [string, PodSpec]],
  );

describe('the Helm chart, as it was rendered', () => {
  it('has nine files of values, and one rendering of each', () => {
    expect(NAMES).toHaveLength(9);
    expect(list('helm/fixtures/expected').map((file) => file.replace('.yaml', ''))).toEqual(NAMES);
  });

  it.each(NAMES)(
    '%s: pods satisfy the restricted standard, with a read-only root and no account of the cluster',
    (name) => {
      const pods = podsOf(name);
      expect(pods.length).toBeGreaterThan(0);
      for (const [, pod] of pods) {
        expect(pod).toMatchObject({
          automountServiceAccountToken: false,
          securityContext: {
            runAsNonRoot: true,
            runAsUser: expect.any(Number),
            seccompProfile: { type: 'RuntimeDefault' },
          },
        });
        expect(pod).not.toHaveProperty('hostNetwork');
        for (const { securityContext } of pod.containers) {
          expect(securityContext).toEqual({
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ['ALL'] },
          });
        }
      }
    },
  );

  it.each(NAMES)('%s: has a gateway.yaml that the services accept', (name) => {
    const env = {
      DATABASE_URL: 'postgres://db/multilane',
      REDIS_URL: 'redis://redis',
      RESEARCH_KEY: 'ml-612bffe155f7e734f07136987268eeec767430ae3cb81a57',
    };
    const files = objectsOf(name, 'ConfigMap').flatMap(({ data = {} }) => data['gateway.yaml'] ?? []);
    expect(files.length).toBeGreaterThan(name === 'existing-secret' ? -1 : 0);
    for (const text of files) expect(parseConfig(text, { env }).config.rate_limits.backend).toMatch(/^(redis|memory)$/);
  });

  it.each(NAMES)('%s: brings no database', (name) => {
    const images = podsOf(name).flatMap(([, { containers }]) => containers.map(({ image }) => image));
    for (const image of images) expect(image).toMatch(/(^|\/)multilane-(gateway|workspace)[:@]/);
    expect(objectsOf(name, 'StatefulSet')).toEqual([]);
  });

  it('migrates before pods roll, by a Job of the revision with copies of what it needs', () => {
    const hooks = (rendered.get('minimal') ?? []).filter(({ metadata }) => metadata.annotations?.['helm.sh/hook']);
    expect(hooks.map(({ kind, metadata }) => [kind, metadata.name])).toEqual([
      ['Secret', 'multilane-migrate'],
      ['ConfigMap', 'multilane-migrate'],
      ['Job', 'multilane-migrate-1'],
    ]);
    for (const { metadata } of hooks) expect(metadata.annotations?.['helm.sh/hook']).toBe('pre-install,pre-upgrade');
    const weights = hooks.map(({ metadata }) => Number(metadata.annotations?.['helm.sh/hook-weight']));
    expect(weights).toEqual([-10, -10, 0]);
    expect(JSON.stringify(hooks[2]?.spec)).not.toMatch(/"name":"multilane"[,}]/);
    expect(objectsOf('gateway-only', 'Job')).toEqual([]);
    expect(objectsOf('monitoring', 'Job')[0]?.metadata.annotations).toBeUndefined();
  });

  it('routes streams without buffers and time limits, and nothing that is for the cluster', () => {
    const [ingress] = objectsOf('high-availability', 'Ingress');
    expect(ingress?.metadata.annotations).toEqual({
      'cert-manager.io/cluster-issuer': 'letsencrypt',
      'nginx.ingress.kubernetes.io/proxy-body-size': '512m',
      'nginx.ingress.kubernetes.io/proxy-buffering': 'off',
      'nginx.ingress.kubernetes.io/proxy-read-timeout': '660',
      'nginx.ingress.kubernetes.io/proxy-request-buffering': 'off',
      'nginx.ingress.kubernetes.io/proxy-send-timeout': '660',
    });
    const [route] = objectsOf('http-route', 'HTTPRoute');
    const rules = route?.spec?.rules as { matches: { path: { value: string } }[]; timeouts: object }[];
    for (const { matches, timeouts } of rules) {
      expect(timeouts).toEqual({ request: '0s', backendRequest: '0s' });
      expect(matches.length).toBeLessThanOrEqual(8);
    }
    const paths = rules.flatMap(({ matches }) => matches.map(({ path }) => path.value));
    const caddyfile =
      read('ingress/Caddyfile')
        .match(/@workspace path (.*)/)?.[1]
        ?.split(' ') ?? [];
    expect(paths).toEqual(expect.arrayContaining(caddyfile.filter((path) => !path.endsWith('*'))));
    expect(paths.filter((path) => /health|ready|version|metrics/.test(path))).toEqual([]);
    expect(paths).toEqual(expect.arrayContaining(['/v1', '/mcp']));
  });

  it('lets pods stop for as long as requests may take, and then 5 s', () => {
    expect(podsOf('minimal').map(([, pod]) => pod.terminationGracePeriodSeconds)).toEqual([40, 40, undefined]);
    const [[, pod] = []] = podsOf('high-availability');
    expect(pod?.terminationGracePeriodSeconds).toBe(8 + 120 + 5);
  });

  it('scales, spreads, and is disrupted one by one where there are several', () => {
    const names = (name: string, kind: string) => objectsOf(name, kind).map(({ metadata }) => metadata.name);
    const both = ['multilane-gateway', 'multilane-workspace'];
    expect(names('high-availability', 'HorizontalPodAutoscaler')).toEqual(both);
    expect(names('high-availability', 'PodDisruptionBudget')).toEqual(both);
    expect(names('no-redis', 'PodDisruptionBudget')).toEqual([]);
    for (const { spec } of objectsOf('high-availability', 'Deployment')) expect(spec).not.toHaveProperty('replicas');
    for (const [, pod] of podsOf('minimal').slice(0, 2)) {
      expect(pod).toMatchObject({ affinity: { podAntiAffinity: {} }, topologySpreadConstraints: [{ maxSkew: 1 }] });
    }
  });

  it('takes each variable from the Secret that has it, and gives the gateway a volume for its spool', () => {
    const [[, gateway] = [], [, workspace] = []] = podsOf('existing-secret');
    expect(gateway?.containers[0]?.env).toEqual(
      expect.arrayContaining([
        { name: 'DATABASE_URL', valueFrom: { secretKeyRef: { name: 'multilane-db-app', key: 'uri' } } },
        { name: 'REDIS_URL', valueFrom: { secretKeyRef: { name: 'redis-auth', key: 'url' } } },
        { name: 'ENCRYPTION_KEY', valueFrom: { secretKeyRef: { name: 'multilane-encryption', key: 'key' } } },
      ]),
    );
    const mounts = (pod: PodSpec | undefined) => pod?.containers[0]?.volumeMounts.map(({ mountPath }) => mountPath);
    expect(mounts(gateway)).toEqual(['/etc/multilane', '/tmp', '/app/.multilane/spool']);
    expect(mounts(workspace)).toEqual(['/etc/multilane', '/tmp']);
    expect(objectsOf('existing-secret', 'Secret')).toEqual([]);
  });
});

describe('the files of the chart', () => {
  it('are those alerts and dashboards that are deployed without it', () => {
    expect(read('helm/multilane/files/alerts.yml')).toBe(read('prometheus/alerts.yml'));
    expect(list('helm/multilane/files/dashboards')).toEqual(list('grafana'));
    for (const file of list('grafana'))
      expect(read(`helm/multilane/files/dashboards/${file}`)).toBe(read(`grafana/${file}`));
    const [rule] = objectsOf('monitoring', 'PrometheusRule');
    expect(rule?.spec?.groups).toEqual((parse(read('prometheus/alerts.yml')) as { groups: unknown }).groups);
  });

  it('have the version of the product', () => {
    const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
      version: string;
    };
    expect(parse(read('helm/multilane/Chart.yaml'))).toMatchObject({ version, appVersion: version });
  });
});

/** The manifests for Kubernetes: held to the types that are made of its own API, to our settings, and to what each names of another. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { z } from 'zod'
import { readConfig, Settings } from '#config/config.ts'
import { manifests as platforms } from '#platforms/catalog.ts'
import { complaintsOf, Manifest, manifestsIn } from './manifests.ts'

const root = join(import.meta.dirname, '../..')
const at = join(root, 'deploy/kubernetes')
const files = readdirSync(at).toSorted()

const manifestsOf = (file: string) => manifestsIn(readFileSync(join(at, file), 'utf8'))

const Probe = z.object({
  httpGet: z.object({ path: z.string(), port: z.string() }),
})
const Container = z.object({
  image: z.string(),
  envFrom: z.array(
    z.union([
      z.object({ configMapRef: z.object({ name: z.string() }) }),
      z.object({ secretRef: z.object({ name: z.string(), optional: z.boolean().optional() }) }),
    ]),
  ),
  env: z.array(z.object({ name: z.string(), value: z.string() })),
  ports: z.tuple([z.object({ name: z.string(), containerPort: z.int() })]),
  startupProbe: Probe,
  livenessProbe: Probe,
  readinessProbe: Probe,
  securityContext: z.unknown(),
  volumeMounts: z.array(z.object({ name: z.string(), mountPath: z.string() })),
})
const Labels = z.record(z.string(), z.string())
const Deployment = z.object({
  metadata: z.object({ name: z.string() }),
  spec: z.object({
    replicas: z.int(),
    strategy: z.object({ type: z.string() }).optional(),
    selector: z.object({ matchLabels: Labels }),
    template: z.object({
      metadata: z.object({ labels: Labels }),
      spec: z.object({
        automountServiceAccountToken: z.boolean(),
        enableServiceLinks: z.boolean(),
        terminationGracePeriodSeconds: z.int(),
        securityContext: z.object({
          runAsNonRoot: z.boolean(),
          runAsUser: z.int(),
          runAsGroup: z.int(),
          fsGroup: z.int(),
          fsGroupChangePolicy: z.string().optional(),
        }),
        containers: z.tuple([Container]),
        volumes: z.array(
          z.looseObject({
            name: z.string(),
            persistentVolumeClaim: z.object({ claimName: z.string() }).optional(),
          }),
        ),
      }),
    }),
  }),
})
const Service = z.object({
  spec: z.object({
    selector: Labels,
    ports: z.array(z.object({ name: z.string(), targetPort: z.string() })),
  }),
})
const Ingress = z.object({
  spec: z.object({
    tls: z.array(z.object({ hosts: z.array(z.string()) })),
    rules: z.array(
      z.object({
        host: z.string(),
        http: z.object({
          paths: z.array(
            z.object({
              backend: z.object({
                service: z.object({ name: z.string(), port: z.object({ name: z.string() }) }),
              }),
            }),
          ),
        }),
      }),
    ),
  }),
})
const ConfigMap = z.object({ data: z.record(z.string(), z.string()) })

const kind = (all: readonly Manifest[], name: string) => all.filter((each) => each.kind === name)

/** What a person puts into the Secret. */
const SECRETS: Record<string, Record<string, string>> = {
  'one.yaml': {},
  'scale.yaml': {
    DATABASE_URL: 'postgresql://crier:secret@postgres.example.org:5432/crier',
    SECRET_KEY: 'letters-and-digits-that-are-long-enough',
    S3_ACCESS_KEY_ID: 'crier',
    S3_SECRET_ACCESS_KEY: 'secret-of-the-bucket',
  },
}

test('Kubernetes has every name and kind of value in the manifests', () => {
  assert.deepEqual(files, ['one.yaml', 'scale.yaml'])
  assert.equal(complaintsOf(files.flatMap(manifestsOf)), '')
})

test('a misspelt name, a missing one and a wrong value would be told', () => {
  const [deployment] = kind(manifestsOf('one.yaml'), 'Deployment')
  const text = JSON.stringify(deployment)
  for (const [right, wrong, said] of [
    ['"readOnlyRootFilesystem"', '"readOnlyRootFileSystem"', /readOnlyRootFileSystem/],
    ['"containerPort":3000', '"containerPort":"3000"', /'string' is not assignable/],
    ['"selector"', '"selektor"', /selektor|selector/],
  ] as const) {
    const changed = text.replace(right, wrong)
    assert.notEqual(changed, text)
    assert.match(complaintsOf([Manifest.parse(JSON.parse(changed))]), said)
  }
})

for (const file of files) {
  const all = manifestsOf(file)
  const deployments = kind(all, 'Deployment').map((each) => Deployment.parse(each))

  test(`what ${file} sets is a setting of Crier, and with the Secret it is what Crier starts with`, () => {
    const [given] = kind(all, 'ConfigMap').map((each) => ConfigMap.parse(each).data)
    const secret = SECRETS[file] ?? assert.fail(file)
    const told = readFileSync(join(at, file), 'utf8').split('apiVersion')[0] ?? ''
    for (const name of Object.keys(secret)) assert.match(told, new RegExp(`^# {3}${name}=`, 'm'))
    const roles: string[] = []
    for (const { spec } of deployments) {
      const [{ env, ports, volumeMounts, startupProbe, livenessProbe, readinessProbe }] =
        spec.template.spec.containers
      const own = Object.fromEntries(env.map(({ name, value }) => [name, value]))
      const set = { ...given, ...secret, ...own }
      for (const name of Object.keys(set)) assert.ok(name in Settings.shape, name)
      const config = readConfig(platforms, { NODE_ENV: 'production', ...set })
      roles.push(config.role)
      assert.equal(config.host, '0.0.0.0')
      const [{ name: port, containerPort }] = ports
      assert.equal(containerPort, config.role === 'worker' ? config.health_port : config.port)
      const [data] = volumeMounts
      assert.ok(data && `${config.data_dir}/`.startsWith(`${data.mountPath}/`))
      const probes = [startupProbe, livenessProbe, readinessProbe].map(({ httpGet }) => httpGet)
      assert.deepEqual(probes, [
        { path: '/health', port },
        { path: '/health', port },
        { path: '/ready', port },
      ])
    }
    assert.deepEqual(roles, file === 'one.yaml' ? ['all'] : ['api', 'worker'])
  })

  test(`${file} gives no rights, and whatever it names is in it`, () => {
    const configs = new Set(kind(all, 'ConfigMap').map(({ metadata }) => metadata.name))
    const claims = new Set(kind(all, 'PersistentVolumeClaim').map(({ metadata }) => metadata.name))
    for (const { spec } of deployments) {
      const { containers, securityContext, volumes, ...pod } = spec.template.spec
      const [container] = containers
      assert.deepEqual(container.securityContext, {
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      })
      const { runAsNonRoot, runAsUser, runAsGroup, fsGroup } = securityContext
      assert.deepEqual([runAsNonRoot, runAsUser, runAsGroup, fsGroup], [true, 1000, 1000, 1000])
      assert.deepEqual([pod.automountServiceAccountToken, pod.enableServiceLinks], [false, false])
      assert.ok(pod.terminationGracePeriodSeconds >= 60)
      for (const [label, value] of Object.entries(spec.selector.matchLabels))
        assert.equal(spec.template.metadata.labels[label], value)
      for (const source of container.envFrom)
        if ('configMapRef' in source) assert.ok(configs.has(source.configMapRef.name))
      assert.deepEqual(
        container.volumeMounts.map(({ name }) => name),
        volumes.map(({ name }) => name),
      )
      assert.ok(container.volumeMounts.some(({ mountPath }) => mountPath === '/tmp'))
      const claimed = volumes.flatMap(({ persistentVolumeClaim: claim }) => claim?.claimName ?? [])
      assert.ok(claimed.every((name) => claims.has(name)))
      // A volume that one process writes, and a database in it.
      if (claimed.length) {
        assert.deepEqual([spec.replicas, spec.strategy?.type], [1, 'Recreate'])
        assert.equal(securityContext.fsGroupChangePolicy, 'OnRootMismatch')
      }
    }
    const [service] = kind(all, 'Service')
    assert.ok(service)
    const { selector, ports } = Service.parse(service).spec
    const behind = deployments.filter(({ spec }) =>
      Object.entries(selector).every(
        ([label, value]) => spec.template.metadata.labels[label] === value,
      ),
    )
    assert.equal(behind.length, 1)
    const [port] = behind[0]?.spec.template.spec.containers[0].ports ?? []
    assert.deepEqual(
      ports.map(({ targetPort }) => targetPort),
      [port?.name],
    )
    const [ingress] = kind(all, 'Ingress').map((each) => Ingress.parse(each).spec)
    const [config] = kind(all, 'ConfigMap').map((each) => ConfigMap.parse(each).data)
    const host = new URL(config?.['BASE_URL'] ?? '').host
    assert.deepEqual(
      [ingress?.tls.flatMap(({ hosts }) => hosts), ingress?.rules.map((rule) => rule.host)],
      [[host], [host]],
    )
    for (const { http } of ingress?.rules ?? [])
      for (const { backend } of http.paths)
        assert.deepEqual(backend.service, {
          name: service.metadata.name,
          port: { name: ports[0]?.name },
        })
  })
}

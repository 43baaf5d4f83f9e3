/** What is there to run Crier with: files that other programs read, held to what those programs know and to our settings. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parse } from 'yaml'
import { z } from 'zod'
import { readConfig, Settings } from '#config/config.ts'
import { manifests } from '#platforms/catalog.ts'

const root = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

const Duration = z.string().regex(/^\d+(ms|s|m|h)$/)
const Settled = z.record(z.string(), z.string())
/** The part of https://github.com/compose-spec/compose-spec/blob/main/05-services.md that we use; what is not here is a mistake. */
const Service = z.strictObject({
  image: z.string(),
  build: z
    .union([z.string(), z.strictObject({ context: z.string(), target: z.string() })])
    .optional(),
  init: z.boolean().optional(),
  restart: z.enum(['no', 'always', 'on-failure', 'unless-stopped']),
  read_only: z.boolean().optional(),
  tmpfs: z.array(z.string()).optional(),
  cap_drop: z.array(z.string()).optional(),
  security_opt: z.array(z.string()).optional(),
  stop_grace_period: Duration.optional(),
  ports: z.array(z.string().regex(/^([\d.]+:)?\d+:\d+(\/udp)?$/)).optional(),
  env_file: z.array(z.strictObject({ path: z.string(), required: z.boolean() })).optional(),
  environment: Settled.default({}),
  volumes: z.array(z.string()).default([]),
  command: z.array(z.union([z.string(), z.number()])).optional(),
  shm_size: z.string().optional(),
  healthcheck: z
    .strictObject({
      test: z.tuple([z.enum(['CMD', 'CMD-SHELL'])], z.string()),
      interval: Duration,
      timeout: Duration,
      retries: z.int(),
    })
    .optional(),
  depends_on: z
    .union([
      z.array(z.string()),
      z.record(
        z.string(),
        z.strictObject({
          condition: z.enum(['service_healthy', 'service_completed_successfully']),
        }),
      ),
    ])
    .default([]),
  deploy: z.strictObject({ replicas: z.int() }).optional(),
})
const Compose = z.strictObject({
  services: z.record(z.string(), Service),
  volumes: z.record(z.string(), z.null()),
})
const files = ['compose.yaml', 'compose.scale.yaml']

function compose(file: string) {
  const all: unknown = parse(read(file), { merge: true })
  const kept = Object.entries(z.record(z.string(), z.unknown()).parse(all))
  return Compose.parse(Object.fromEntries(kept.filter(([name]) => !name.startsWith('x-'))))
}

for (const file of files) {
  test(`${file} says nothing that Compose does not know, and names nothing that is not there`, () => {
    const { services, volumes } = compose(file)
    const used = new Set<string>()
    for (const [name, service] of Object.entries(services)) {
      const needed = Array.isArray(service.depends_on)
        ? service.depends_on
        : Object.keys(service.depends_on)
      for (const other of needed) assert.ok(services[other], `${name} needs ${other}`)
      if (!Array.isArray(service.depends_on))
        for (const [other, { condition }] of Object.entries(service.depends_on))
          if (condition === 'service_healthy') assert.ok(services[other]?.healthcheck, other)
      for (const volume of service.volumes) {
        const [from = ''] = volume.split(':')
        if (from.startsWith('./')) assert.ok(existsSync(join(root, from)), from)
        else if (!from.startsWith('/')) used.add(from)
      }
      // A tag that moves under us by its major at most.
      if (!service.build) assert.match(service.image, /:(\d+|RELEASE\.[\w-]+)$/, name)
      if (typeof service.build === 'object')
        assert.match(read('Dockerfile'), new RegExp(` AS ${service.build.target}$`, 'm'))
    }
    assert.deepEqual([...used].toSorted(), Object.keys(volumes).toSorted())
  })

  test(`what ${file} sets is a setting of Crier, and together they are what Crier starts with`, () => {
    const ours = Object.values(compose(file).services).filter(({ build }) => build)
    assert.ok(ours.length > 0)
    for (const { environment, read_only, tmpfs, cap_drop } of ours) {
      for (const name of Object.keys(environment)) assert.ok(name in Settings.shape, name)
      assert.deepEqual([read_only, tmpfs, cap_drop], [true, ['/tmp'], ['ALL']])
      const set = Object.entries(environment).map(([name, value]) => [name, filled(name, value)])
      const config = readConfig(manifests, Object.fromEntries(set))
      assert.deepEqual([config.host, config.port, config.data_dir], ['0.0.0.0', 3000, '/data'])
    }
  })
}

test('every variable that a person has to set is told of at the top of the file', () => {
  const text = read('compose.scale.yaml')
  const asked = new Set([...text.matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name))
  const top = text.slice(0, text.indexOf('x-crier'))
  for (const name of asked) assert.match(top, new RegExp(`^# {3}${name}=`, 'm'))
  const { services } = compose('compose.scale.yaml')
  assert.deepEqual(
    [services['api']?.deploy?.replicas, services['worker']?.deploy?.replicas],
    [2, 2],
  )
})

const systemd = spawnSync('systemd-analyze', ['--version']).status === 0
test('systemd finds nothing in the unit', { skip: !systemd && 'no systemd-analyze' }, () => {
  const unit = join(root, 'deploy/systemd/crier.service')
  const { stdout, stderr } = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' })
  assert.equal(stdout + stderr, '')
})

/** As Compose puts in what a person has set. */
function filled(name: string, value: string) {
  const examples: Record<string, string> = { BASE_URL: 'https://crier.example.org' }
  const secret = 'letters-and-digits-that-are-long-enough'
  return value.replaceAll(
    /\$\{(\w+)(?::([-?])([^}]*))?\}/g,
    (_, asked: string, how, other: string) =>
      how === '-' ? other : (examples[asked] ?? examples[name] ?? secret),
  )
}

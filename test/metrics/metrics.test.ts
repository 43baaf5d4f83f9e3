/** What the service tells whoever runs it: what happened, how it stands, and nothing of a workspace. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import parse from 'parse-prometheus-text-format'
import { readConfig, Secret } from '#config/config.ts'
import type { MetricsConfig } from '#config/metrics.ts'
import { concernsOf } from '#app/metrics.ts'
import { connect } from '#database/connect.ts'
import { labels, ofInstance, ofNode, ofProcess } from '#metrics/definitions.ts'
import { instanceReader, type Reading, type Value } from '#metrics/instance.ts'
import { merged } from '#metrics/merge.ts'
import { instanceText, processMetrics } from '#metrics/registry.ts'
import { manifests } from '#platforms/catalog.ts'
import type { Db } from '#store/schema.ts'
import { openService, type TestService } from '../service.ts'
import { openWire } from '../wire.ts'
import { checkRules, checkText, programs, queryable, scraping } from './prometheus.ts'
import { expressions, namesIn, labelsIn } from './expressions.ts'
import { freePort } from '../free-port.ts'

const TOKEN = 'a-token-of-the-operator'
const known = { ...ofInstance, ...ofProcess, ...ofNode }

let service: TestService
let port = 0
before(async () => {
  port = await freePort()
  service = await openService({ METRICS_TOKEN: TOKEN, METRICS_PORT: String(port) })
})
after(() => service[Symbol.asyncDispose]())

const own = () => `http://127.0.0.1:${port}/metrics`
const authorized = { headers: { authorization: `Bearer ${TOKEN}` } }
const scrape = async (url = own()) => (await fetch(url, authorized)).text()

test('they are told to who shows the token, at the address of the API and at a port of their own', async () => {
  for (const url of [own(), `${service.base_url}/metrics`]) {
    for (const shown of [undefined, `Bearer ${TOKEN}x`, `Bearer ${service.token}`, TOKEN]) {
      const refused = await fetch(url, { headers: shown ? { authorization: shown } : {} })
      assert.equal(refused.status, 401, shown)
      assert.equal(refused.headers.get('www-authenticate'), 'Bearer')
      const { error } = JSON.parse(await refused.text())
      assert.equal(error.code, 'unauthenticated')
      assert.match(error.message, /METRICS_TOKEN/)
    }
    const told = await fetch(url, authorized)
    assert.equal(told.status, 200)
    assert.equal(told.headers.get('content-type'), 'text/plain; version=0.0.4; charset=utf-8')
    assert.match(await told.text(), /^crier_info\{.*process="main"\} 1$/m)
    const head = await fetch(url, { ...authorized, method: 'HEAD' })
    assert.equal(head.status, 200)
  }
  const elsewhere = await fetch(`http://127.0.0.1:${port}/`, authorized)
  assert.equal(JSON.parse(await elsewhere.text()).error.code, 'not_found')
  const posted = await fetch(own(), { ...authorized, method: 'POST' })
  assert.equal(posted.status, 405)
  assert.equal(posted.headers.get('allow'), 'GET, HEAD')
})

test('what happens is told, in words out of lists, and nothing of whose it is', async () => {
  const { x = 0, bluesky = 0 } = service.accounts
  await service.fault('x', { fault: 'landed_500' })
  const content = 'Words that are nobody’s business'
  await service.rest('POST', '/api/posts', {
    content,
    social_account_ids: [x, bluesky],
    publish_now: true,
  })
  for (const [method, path] of [
    ['GET', '/api/posts/4711'],
    ['PROPFIND', '/api/posts'],
    ['GET', '/no/such/place'],
  ] as const)
    await fetch(service.base_url + path, { method, headers: { accept: 'application/json' } })
  const x_side = 'platform="x",sandbox="true"'
  const expected = [
    'crier_attempts_total{platform="bluesky",sandbox="true",outcome="published",code="none"',
    `crier_attempts_total{${x_side},outcome="look",`,
    `crier_delivery_lateness_seconds_count{process="main",${x_side}} 1\n`,
    'method="POST",route="/api/posts",status="2xx"} 1\n',
    'method="GET",route="/api/posts/:id",status="4xx"} 1\n',
    'method="GET",route="unmatched",status="4xx"} 1\n',
    'method="other",route=',
  ]
  let text = await scrape()
  // The limit on a test's time is the runner's.
  for (; !expected.every((part) => text.includes(part)); text = await scrape()) await pause(20)

  assert.match(text, /crier_worker_claimed_timestamp_seconds\{process="main"\} \d+/)
  assert.match(text, /crier_database_connections_max\{pool="claims",process="main"\} 3/)
  assert.doesNotMatch(text, /process_cpu_seconds_total\{process="main"\} 0$/m)

  const { rows } = await service.query('select w.name, a.username from workspaces w, accounts a')
  const theirs = [content, service.token, TOKEN]
  for (const secret of [...theirs, ...rows.flatMap((row) => Object.values(row).map(String))])
    assert.ok(!text.includes(secret), secret)
  requireKnown(text)
})

/** It parses, and names no metric and no label that is not in the list. */
function requireKnown(text: string) {
  const families = parse(text)
  assert.equal(families.length, text.match(/^# TYPE/gm)?.length)
  for (const { name, type } of families) {
    assert.ok(name in known, name)
    assert.equal(type.toLowerCase(), Object.entries(known).find(([one]) => one === name)?.[1].type)
  }
  const used = new Set(Array.from(text.matchAll(/[{,](\w+)="/g), ([, label = '']) => label))
  assert.deepEqual(
    [...used].filter((label) => label !== 'le' && !(label in labels)),
    [],
  )
}

test('every metric of the list is told, with the labels that the list has', async () => {
  const { observer, watch, text } = processMetrics({
    name: 'main',
    version: '1.2.3',
    role: 'all',
    chores: ['prune'],
  })
  const side = { platform: 'x', sandbox: false }
  observer.answered({ method: 'GET', route: '/', status: 200, seconds: 1 })
  observer.claimed(new Date(5_000))
  observer.began({ ...side, late: 1 })
  observer.attempted({ ...side, outcome: 'failed', code: 'refused', seconds: 1 })
  observer.looked({ ...side, finding: 'found' })
  observer.refreshed({ ...side, outcome: 'ended' })
  observer.choreRan({ chore: 'prune', done: true, seconds: 2, at: new Date(7_000) })
  observer.choreRan({ chore: 'prune', done: false, seconds: 3, at: new Date(9_000) })
  observer.webhookSent('later')
  observer.mailSent('given_up')
  watch({ name: 'crier-api', connections: () => ({ max: 4, open: 3, idle: 1, waiting: 2 }) })
  const values = Object.entries(ofInstance).map(([name, { labels: own }]): Value => ({
    name:
      Object.keys(ofInstance).find((one): one is Value['name'] => one === name) ?? assert.fail(),
    labels: Object.fromEntries(own.map((label) => [label, 'y'])),
    value: 1,
  }))
  const told = (await instanceText(values)) + '\n' + (await text())
  const missing = Object.keys(known).filter((name) => !told.includes(`# HELP ${name} `))
  const linux = ['process_open_fds', 'process_max_fds']
  assert.deepEqual(
    missing.filter((name) => process.platform === 'linux' || !linux.includes(name)),
    [],
  )
  for (const [name, { labels: own }] of Object.entries({ ...ofInstance, ...ofProcess })) {
    const [, shown = ''] = new RegExp(`^${name}(?:_count)?\\{?([^}]*?)\\}? `, 'm').exec(told) ?? []
    const names = Array.from(shown.matchAll(/(?!le=)\b(\w+)="/g), ([, label]) => label)
    assert.deepEqual(
      new Set(names),
      new Set([...own, ...(name in ofProcess ? ['process'] : [])]),
      name,
    )
  }
  requireKnown(merged([told]))
  assert.match(told, /crier_chore_runs_total\{chore="prune",outcome="failed",process="main"\} 1/)
  assert.match(told, /crier_chore_success_timestamp_seconds\{chore="prune",process="main"\} 7\n/)
  assert.match(told, /crier_database_connections\{pool="api",state="busy",process="main"\} 2/)
  checkText(merged([told]))
})

const many = { at_once: 9, per_day: 99 }
const roomy = { x: many, bluesky: many }
const reading = (db: Db, limits: Reading['limits'] = roomy): Reading => ({
  db,
  limits,
  now: () => new Date(),
  log: { warn() {} },
})
const find = (values: readonly Value[], name: Value['name'], of: Value['labels'] = {}) =>
  values.find((one) => {
    return one.name === name && Object.entries(of).every(([label, is]) => one.labels[label] === is)
  })?.value

test('what is due is told by what it waits for', async () => {
  const { x = 0, bluesky = 0 } = service.accounts
  await service.rest('POST', '/api/publishing/pause', {})
  const post = { content: 'It waits', social_account_ids: [x, bluesky], publish_now: true }
  const { status, body } = await service.rest('POST', '/api/posts', post)
  assert.equal(status, 201, JSON.stringify(body))
  const due = async (db: Db, limits?: Reading['limits']) => {
    const values = await instanceReader(reading(db, limits))()
    const of = (platform: string) =>
      ['worker', 'platform', 'person'].filter(
        (waits_for) => find(values, 'crier_deliveries_due', { platform, waits_for }) === 1,
      )
    assert.equal(find(values, 'crier_database_up'), 1)
    return `${of('x').join()} ${of('bluesky').join()}`
  }
  /** Nobody else sees what is changed for a moment. */
  const when = async (change: string, limits?: Reading['limits']) => {
    const undone = new Error('undone')
    let told: string | undefined
    const trying = service.db.transaction().execute(async (tx) => {
      await sql.raw(`update workspaces set held_at = null; ${change}`).execute(tx)
      told = await due(tx, limits)
      throw undone
    })
    await assert.rejects(trying, undone)
    return told
  }
  assert.equal(await due(service.db), 'person person')
  assert.equal(await when(''), 'worker worker')
  assert.equal(await when(`update accounts set held_at = now() where id = ${x}`), 'person worker')
  assert.equal(await when('update instance set held_at = now()'), 'person person')
  for (const change of [
    `update accounts set paused_until = now() + interval '1 hour' where id = ${x}`,
    `insert into pauses values ('x', true, now() + interval '1 hour', 'rate_limited')`,
    `insert into circuits (platform, sandbox, accounts, opened, until) values ('x', true, '{}', 1, now())
       on conflict (platform, sandbox) do update set until = now()`,
  ])
    assert.equal(await when(change), 'platform worker', change)
  const first = `where post_id = 1 and account_id = ${x}`
  const sent = `status = 'published', published_at = now(), lease_until = null, due_at = null`
  const daily = { ...roomy, x: { at_once: 9, per_day: 1 } }
  assert.equal(await when(`update deliveries set ${sent} ${first}`, daily), 'platform worker')
  const busy = `status = 'publishing', lease_until = now(), in_doubt = false, published_at = null`
  const one = { ...roomy, x: { at_once: 1, per_day: null } }
  assert.equal(await when(`update deliveries set ${busy} ${first}`, one), 'platform worker')
})

test('the database is read every ten seconds at the most, and one that is away or slow is told', async () => {
  await using wire = await openWire(service.database)
  await using stack = new AsyncDisposableStack()
  const limited = { ...wire.config, statement_timeout: 200 }
  const { db } = stack.use(connect(limited, { max: 1, name: 'crier-metrics' }))
  let time = 0
  let asked = 0
  const now = () => {
    asked++
    return new Date()
  }
  const read = instanceReader({ ...reading(db), now }, { clock: () => time })
  await Promise.all([read(), read()])
  const once_each = asked
  time = 9_999
  const values = await read()
  assert.equal(asked, once_each)
  assert.equal(find(values, 'crier_database_reading_failed', { reading: 'webhooks' }), 0)
  assert.ok(Number(find(values, 'crier_deliveries', { state: 'open' })) >= 2)
  assert.equal(find(values, 'crier_accounts', { platform: 'x', health: 'healthy' }), 1)
  time = 10_000
  await read()
  assert.equal(asked, 2 * once_each)

  time = 20_000
  await service.db.transaction().execute(async (tx) => {
    await sql`lock table webhook_sends in access exclusive mode`.execute(tx)
    const told = await read()
    assert.equal(find(told, 'crier_database_up'), 1)
    assert.equal(find(told, 'crier_database_reading_failed', { reading: 'webhooks' }), 1)
    assert.equal(find(told, 'crier_webhook_sends'), undefined)
    assert.equal(find(told, 'crier_mails', { state: 'due' }), 0)
  })

  wire.cut()
  time = 30_000
  const gone = [{ name: 'crier_database_up', labels: {}, value: 0 }]
  assert.deepEqual(await read(), gone)
  wire.mend()
  time = 40_000
  const back = await read()
  assert.equal(find(back, 'crier_database_up'), 1)
  assert.equal(find(back, 'crier_webhook_sends', { state: 'due' }), 0)

  // It takes connections, and says nothing.
  const sockets = new Set<Socket>()
  const silent = createServer((socket) => sockets.add(socket)).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const address = silent.address()
  const place = { host: '127.0.0.1', port: typeof address === 'object' ? address?.port : 0 }
  const mute = stack.use(connect({ ...place, user: 'nobody' }, { max: 1, name: 'crier-metrics' }))
  assert.deepEqual(await instanceReader(reading(mute.db), { patience: 50 })(), gone)
  for (const socket of sockets) socket.destroy()
  silent.close()
})

test('texts of several processes become one, each metric once', () => {
  const text = (name: string, value: number) =>
    `# HELP a What.\n# TYPE a counter\na{process="${name}"} ${value}\n\n# HELP b What.\n# TYPE b gauge\n`
  assert.equal(
    merged(['', text('main', 1), text('api-1', 2)]),
    '# HELP a What.\n# TYPE a counter\na{process="main"} 1\na{process="api-1"} 2\n',
  )
})

test('an open port, and metrics that nobody can read, are warned of', () => {
  const [port, token] = [9464, new Secret(TOKEN)]
  const of = (metrics: Partial<MetricsConfig>, role: 'all' | 'worker' = 'all') =>
    concernsOf({
      metrics: { port: undefined, host: '127.0.0.1', token: undefined, ...metrics },
      role,
      health_port: undefined,
    }).join()
  assert.match(of({ port, host: '0.0.0.0' }), /0\.0\.0\.0:9464.*METRICS_TOKEN/)
  assert.match(of({ token }, 'worker'), /METRICS_PORT, or HEALTH_PORT/)
  const fine = [{ port }, { port, host: '::1' }, { port, host: '0.0.0.0', token }, { token }]
  assert.deepEqual(
    fine.map((metrics) => of(metrics)),
    ['', '', '', ''],
  )
})

test('wrong settings are said at once, and without any there are no metrics', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'crier-metrics-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const read = (settings: Record<string, string>) =>
    readConfig(manifests, { DATA_DIR: folder, ...settings }).metrics
  assert.equal(read({ METRICS_HOST: '0.0.0.0' }), undefined)
  const { host, token } = read({ METRICS_TOKEN: TOKEN }) ?? assert.fail('set')
  assert.equal(host, '127.0.0.1')
  assert.equal(String(token), '***')
  assert.throws(
    () => read({ METRICS_TOKEN: 'too short', METRICS_PORT: '0' }),
    /METRICS_PORT: .*\nMETRICS_TOKEN: Use at least 16 characters, without spaces\./,
  )
  assert.throws(
    () => read({ PORT: '4000', SANDBOX_PORT: '4000', METRICS_PORT: '4000' }),
    /SANDBOX_PORT: .* than PORT\.\nMETRICS_PORT: .* than PORT\.\nMETRICS_PORT: .* than SANDBOX_PORT\./,
  )
  const worker = { ROLE: 'worker', PORT: '4000', METRICS_PORT: '4000' }
  assert.equal(read(worker)?.port, 4000)
  assert.throws(() => read({ ...worker, HEALTH_PORT: '4000' }), /than HEALTH_PORT/)
  assert.equal((await fetch(`${service.sandbox_url}/metrics`)).status, 404)
})

test('alerts and the dashboard ask for metrics and labels that there are', () => {
  const given = new Set(['le', 'job', 'instance', ...Object.keys(labels)])
  for (const { from, expr } of expressions()) {
    const names = namesIn(expr)
    assert.ok(names.length > 0, `${from}: ${expr}`)
    for (const name of names) {
      const plain = name.replace(/_(bucket|count|sum)$/, '')
      const type = Object.entries(known).find(
        ([one]) => one === (name in known ? name : plain),
      )?.[1].type
      assert.ok(type && name in known === (type !== 'histogram'), `${from}: ${name}`)
    }
    assert.deepEqual(
      labelsIn(expr).filter((label) => !given.has(label)),
      [],
      `${from}: ${expr}`,
    )
  }
  assert.ok(expressions().length > 50)
})

const flagged = {
  skip: !programs && 'PROMETHEUS does not name the folder of prometheus and promtool',
}

test('promtool takes the alerts, and they do what their tests say', flagged, () => {
  checkRules()
})

test(
  'Prometheus scrapes a running service, and answers what alerts and the dashboard ask',
  flagged,
  async () => {
    await using prometheus = await scraping(`127.0.0.1:${port}`, TOKEN)
    const published = 'sum(crier_attempts_total{job="crier",outcome="published"})'
    while (Number((await prometheus.ask(published))[0] ?? 0) < 1) await pause(100)
    assert.deepEqual(await prometheus.ask('max by (job) (crier_database_up)'), ['1'])
    for (const { from, expr } of expressions()) await prometheus.ask(queryable(expr), from)
    // Before its first scrape there was none.
    while ((await prometheus.alerts()).includes('CrierMissing')) await pause(100)
    assert.deepEqual(await prometheus.alerts(), [])
  },
)

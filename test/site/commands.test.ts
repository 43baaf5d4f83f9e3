/** Every command and request in the pages for people: carried out against a service, read by the command line, or named below. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { setSchedule } from '#operations/queue/parts/schedule.ts'
import { read } from '../../cli/run.ts'
import { sections } from '../../site/plan.ts'
import { pictureSite } from '../mcp/cases/site.ts'
import { openService, type TestService } from '../service.ts'

const root = join(import.meta.dirname, '../..')
const run = promisify(execFile)

/** What is not carried out here, by how it begins, and why. */
const notHere: readonly (readonly [RegExp, string])[] = [
  [
    /^npm (start|test|install|run (sdk|docs|dev|package|bench|check|generate))/,
    'test/first-minute and test/pack do',
  ],
  [/^npx crier (start|help)/, 'test/pack/package.test.ts does'],
  [
    /^(useradd|mkdir|cp|printf|systemctl|docker) /,
    'it changes the machine; test/pack does what can be done',
  ],
  [/^(helm|kubectl) /, 'it needs a cluster; test/pack/helm.test.ts renders the chart'],
  [/^(claude|codex) /, 'a program of others; test/mcp/documented.test.ts holds its words'],
  [
    /^(METRICS_PORT|PROMETHEUS|PICTURES|RATE_LIMITS|OIDC_ROLES|LINKEDIN_SCOPES|#)/,
    'settings; test/limits, test/metrics and test/people have them',
  ],
  [/^[A-Z_]+=/, 'settings; test/connecting/scopes.test.ts and docs/configuration.md have them'],
  [/^curl -s localhost:9464/, 'a port of another process; test/metrics/metrics.test.ts has it'],
  [
    /^ *(cursor=|while|page=|echo|done)/,
    'a loop without an end; test/events/page.test.ts carries it out',
  ],
  [/^export /, 'names what the others use'],
]

/** By language: which test holds them. */
const otherLanguages: Readonly<Record<string, string>> = {
  ts: 'test/sdk/package.test.ts',
  js: 'test/webhooks/examples.test.ts',
  python: 'test/webhooks/examples.test.ts',
  json: 'test/mcp/documented.test.ts',
  http: 'test/limits/surfaces.test.ts',
  php: 'test/webhooks/examples.test.ts',
  go: 'test/webhooks/examples.test.ts',
}

interface Block {
  file: string
  language: string
  text: string
}

const files = sections
  .flatMap(({ pages }) => pages)
  .filter((file) => file.startsWith('docs/') && !/^docs\/(facts|events)\//.test(file))
const blocks: Block[] = files.flatMap((file) =>
  [...readFileSync(join(root, file), 'utf8').matchAll(/^( *)```(\w+)\n([\s\S]*?)^\1```$/gm)].map(
    ([, indent = '', language = '', text = '']) => ({
      file,
      language,
      text: text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    }),
  ),
)

let service: TestService
let folder: string
let site: Awaited<ReturnType<typeof pictureSite>>

before(async () => {
  site = await pictureSite()
  service = await openService({}, { reachable: [site.origin] })
  const { workspace_id } = await service.db
    .selectFrom('accounts')
    .select('workspace_id')
    .executeTakeFirstOrThrow()
  const entries = [{ weekday: 'mon' as const, time: '09:00', account_id: null }]
  await setSchedule({ db: service.db, workspace_id }, { timezone: 'UTC', entries }, new Date())
  folder = await mkdtemp(join(tmpdir(), 'crier-commands-'))
  const sunset = sharp({ create: { width: 64, height: 64, channels: 3, background: 'orange' } })
  await sunset.jpeg().toFile(join(folder, 'sunset.jpg'))
  await writeFile(join(folder, 'posts.csv'), 'content,social_account_ids,when\nHello,1,draft\n')
  // The pages speak of accounts that a reader has, and of posts and a key.
  for (const id of [3, 4, 7, 9])
    await service.query(`
      insert into accounts overriding system value select (jsonb_populate_record(a, jsonb_build_object(
        'id', ${id}, 'platform_account_id', 'page-${id}', 'username', 'page_${id}'))).* from accounts a where id = 1`)
  await service.query("select setval(pg_get_serial_sequence('accounts', 'id'), 20)")
  // A label is renamed there,
  await service.rest('POST', '/api/posts', {
    content: 'Labelled',
    social_account_ids: [1],
    when: 'draft',
    labels: ['Q3'],
  })
  // And of pictures that are too tall, two of which are taken along.
  await service.query("select setval(pg_get_serial_sequence('media', 'id'), 16)")
  const tall = sharp({ create: { width: 1080, height: 1920, channels: 3, background: 'orange' } })
  const form = new FormData()
  form.set('file', new Blob([await tall.jpeg().toBuffer()], { type: 'image/jpeg' }), 'tall.jpg')
  const headers = { authorization: `Bearer ${service.token}` }
  const address = `${service.base_url}/api/media`
  for (const id of [17, 18]) {
    const sent = await fetch(address, { method: 'POST', headers, body: form })
    const made = await sent.text()
    assert.equal(sent.status, 201, made)
    assert.ok(made.includes(`"id":${id},`), made)
  }
})
after(async () => {
  await service[Symbol.asyncDispose]()
  await site[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

test('every block is in a language that some test takes, and that test is there', () => {
  for (const { file, language } of blocks) {
    if (language === 'sh') continue
    const taken = otherLanguages[language]
    const plain = [
      'env',
      'toml',
      'txt',
      'mermaid',
      'nginx',
      'ini',
      'yaml',
      'sql',
      'caddyfile',
      'csv',
      'xml',
    ]
    assert.ok(taken ?? plain.includes(language), `${file}: ${language}`)
    if (taken) assert.ok(globSync(taken, { cwd: root }).length, taken)
  }
})

test('every line for a shell is carried out, read, or left out for a reason', async () => {
  const wrong: string[] = []
  let requests = 0
  let commands = 0
  const used = new Set<RegExp>()
  for (const { file, text } of blocks.filter(({ language }) => language === 'sh')) {
    for (const line of linesOf(text)) {
      const [left] = notHere.find(([pattern]) => pattern.test(line)) ?? []
      if (left) {
        used.add(left)
        continue
      }
      if (/^(npm run -s crier --|docker compose exec crier crier|npx crier|crier) ?/.test(line)) {
        wrong.push(...(await readable(line, file)))
        commands += 1
      } else if (line.startsWith('curl ')) {
        wrong.push(...(await answered(line, file)))
        requests += 1
      } else wrong.push(`${file}: carry it out here, or say why not: ${line}`)
    }
  }
  assert.deepEqual(wrong, [])
  const idle = notHere.filter(([pattern]) => !used.has(pattern)).map(String)
  assert.deepEqual(idle, [], 'nothing is left out that is not there')
  assert.ok(requests > 20 && commands > 15, `${requests} requests, ${commands} commands`)
})

/** Lines, with those that go on joined. */
function linesOf(text: string) {
  const lines: string[] = []
  for (const line of text.split('\n')) {
    const last = lines.at(-1)
    const open = last !== undefined && (last.endsWith('\\') || (last.match(/'/g) ?? []).length % 2)
    if (open) lines[lines.length - 1] = `${last}\n${line}`
    else if (line.trim()) lines.push(line)
  }
  return lines
}

async function readable(line: string, file: string): Promise<string[]> {
  const { stdout } = await run('sh', [
    '-c',
    `for word in ${line.replace(/(^|\s)#.*$/, '').replaceAll(/[<>|;&]/g, ' ')}; do printf '%s\\0' "$word"; done`,
  ])
  const words = stdout.split('\0').slice(0, -1)
  const at = words.lastIndexOf('crier')
  const rest = words.slice(at + 1).filter((word, place) => !(place === 0 && word === '--'))
  try {
    await read(rest)
    return []
  } catch (error) {
    return [`${file}: ${line}: ${String(error)}`]
  }
}

const DAY = 24 * 3600_000
/** Pages name days that were to come when they were written: they still are, by so many whole weeks. */
const WRITTEN = Date.parse('2026-11-20')
const moved = Math.ceil((Date.now() - WRITTEN) / (7 * DAY)) * 7 * DAY

function inTime(line: string) {
  const later = (year: string, month: string, day: string) =>
    new Date(Date.parse(`${year}-${month}-${day}`) + moved).toISOString().slice(0, 10)
  return line
    .replaceAll(/\b(20\d\d)-(\d\d)-(\d\d)(?!\d)/g, (_, ...date) => later(date[0], date[1], date[2]))
    .replaceAll(
      /\bUNTIL=(20\d\d)(\d\d)(\d\d)/g,
      (_, ...date) => `UNTIL=${later(date[0], date[1], date[2]).replaceAll('-', '')}`,
    )
}

async function answered(line: string, file: string): Promise<string[]> {
  const here = inTime(line)
    .replaceAll(/https?:\/\/(crier\.example\.com|127\.0\.0\.1:3000)/g, service.base_url)
    .replaceAll('http://127.0.0.1:3001', service.sandbox_url)
    .replaceAll('https://example.com/sunset.jpg', `${site.origin}/sunset.png`)
    .replaceAll(/(\bcurl )/g, "curl -s -w '\\n%{http_code}' ")
  const environment = {
    ...process.env,
    BASE_URL: service.base_url,
    CRIER_URL: service.base_url,
    KEY: service.token,
    TOKEN: service.token,
    CRIER_KEY: service.token,
  }
  const { stdout } = await run('bash', ['-c', here], { cwd: folder, env: environment })
  const status = Number(stdout.slice(stdout.lastIndexOf('\n')))
  const expected = told.find(([pattern]) => pattern.test(line))?.[1] ?? [200, 201, 202, 204]
  return expected.includes(status) ? [] : [`${file}: ${line}\n${stdout.slice(-400)}`]
}

/** What the pages say is refused, and what would act on a thing of the reader's. */
const told: readonly (readonly [RegExp, readonly number[]])[] = [
  [/seq 300/, [422]],
  [/api-keys\/7/, [404]],
  [/"reorder": true/, [422]],
]

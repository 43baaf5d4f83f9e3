/** Prometheus itself, and the tool that comes with it, where they are installed: Debian's package is `prometheus`. */
import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { deploy } from './expressions.ts'
import { freePort } from '../free-port.ts'

/** The folder that `prometheus` and `promtool` are in. */
export const programs = process.env['PROMETHEUS']

function promtool(words: readonly string[], input = '') {
  const cwd = join(deploy, 'prometheus')
  execFileSync(join(programs ?? '', 'promtool'), words, { cwd, input, stdio: 'pipe' })
}

/** Does nothing where there is no promtool. */
export function checkText(text: string) {
  if (programs) promtool(['check', 'metrics'], text)
}

export function checkRules() {
  promtool(['check', 'rules', 'alerts.yml'])
  promtool(['test', 'rules', 'alerts.test.yml'])
}

/** With what Grafana would put in for its variables. */
export function queryable(expr: string) {
  return expr.replaceAll('$__rate_interval', '1m').replaceAll(/\$\w+/g, '.*')
}

const Result = z.object({
  status: z.literal('success'),
  data: z.object({ result: z.array(z.object({ value: z.tuple([z.number(), z.string()]) })) }),
})
const Alerts = z.object({
  data: z.object({ alerts: z.array(z.object({ labels: z.object({ alertname: z.string() }) })) }),
})

/** One that scrapes `target` every second, with our alerts. */
export async function scraping(target: string, token: string) {
  await using stack = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'crier-prometheus-'))
  stack.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  await writeFile(
    join(folder, 'prometheus.yml'),
    JSON.stringify({
      global: { scrape_interval: '1s', evaluation_interval: '1s' },
      rule_files: [join(deploy, 'prometheus/alerts.yml')],
      scrape_configs: [
        {
          job_name: 'crier',
          authorization: { credentials: token },
          static_configs: [{ targets: [target] }],
        },
      ],
    }),
  )
  const listen = `127.0.0.1:${await freePort()}`
  const child = spawn(
    join(programs ?? '', 'prometheus'),
    [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${folder}`,
      `--web.listen-address=${listen}`,
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
  stack.defer(async () => {
    if (child.exitCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  })
  const get = (path: string) => fetch(`http://${listen}${path}`)
  while (!(await get('/-/ready').catch(() => undefined))?.ok) {
    assert.equal(child.exitCode, null, said)
    await pause(50)
  }
  const held = stack.move()
  return {
    /** The values that it answers with. */
    async ask(expr: string, of = '') {
      const answer: unknown = await (
        await get(`/api/v1/query?query=${encodeURIComponent(expr)}`)
      ).json()
      const { success, data } = Result.safeParse(answer)
      assert.ok(success, `${of}: ${expr}: ${JSON.stringify(answer)}`)
      return data.data.result.map(({ value }) => value[1])
    },
    /** Those that are pending or firing. */
    async alerts() {
      const { data } = Alerts.parse(await (await get('/api/v1/alerts')).json())
      return data.alerts.map(({ labels }) => labels.alertname)
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  }
}

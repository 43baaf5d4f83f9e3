/** Runs the official conformance suite against an address, and reads what it found. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'

const { resolve } = createRequire(import.meta.url)
const suite = join(
  dirname(resolve('@modelcontextprotocol/conformance/package.json')),
  'dist/index.js',
)

export interface Run {
  url: string
  /** Either all that a revision requires, or one scenario at a revision. */
  what: { requirements: string } | { scenario: string; spec_version: string }
  /** `scenario` or `scenario:check`, each with the reason why it may fail. One that passes fails the run. */
  baseline?: Record<string, string>
}

/** Answers what went wrong; undefined when everything required passed but the baseline. */
export async function conformance({ url, what, baseline = {} }: Run): Promise<string | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'crier-conformance-'))
  try {
    const file = join(folder, 'baseline.yml')
    const lines = Object.entries(baseline).map(([entry, reason]) => `  # ${reason}\n  - ${entry}\n`)
    await writeFile(file, `server:\n${lines.join('')}`)
    const words =
      'requirements' in what
        ? ['--requirements', what.requirements]
        : ['--scenario', what.scenario, '--spec-version', what.spec_version]
    const expected = lines.length ? ['--expected-failures', file] : []
    const child = spawn(
      process.execPath,
      [suite, 'server', '--url', url, ...words, ...expected, '-o', join(folder, 'out')],
      { stdio: ['ignore', 'pipe', 'pipe'] },
    )
    const [said, complaints] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      child.exitCode ?? once(child, 'close'),
    ])
    return child.exitCode === 0 ? undefined : summaryOf(`${said}\n${complaints}`)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function summaryOf(said: string) {
  const at = said.indexOf('=== SUMMARY ===')
  return said.slice(at === -1 ? -4000 : at)
}

export async function requiredOf(revision: string): Promise<string[]> {
  const file = join(dirname(suite), `../requirements/${revision}.yaml`)
  const [, list = ''] = /^server:\n((?: {2}- .*\n)+)/m.exec(await readFile(file, 'utf8')) ?? []
  return list.split('\n').flatMap((line) => (line ? [line.replace('  - ', '')] : []))
}

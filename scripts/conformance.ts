/**
 * `npm run conformance [-- platforms] [--json]`: the suite that every platform must pass, and how many of its cases each
 * one passed of those that were run. Fails when a case does.
 */
import { join } from 'node:path'
import { run } from 'node:test'
import { parseArgs } from 'node:util'
import { catalog } from '#platforms/catalog.ts'
import { type Case, shown, tally } from './tally.ts'

const suite = join(import.meta.dirname, '../platforms/conformance.test.ts')
const known = Object.keys(catalog)

const { values, positionals } = parseArgs({
  options: { json: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const strangers = positionals.filter((id) => !known.includes(id))
if (strangers.length) {
  process.stderr.write(
    `There is no platform ${strangers.join(', ')}. Known: ${known.join(', ')}.\n`,
  )
  process.exit(2)
}
const wanted = positionals.length ? positionals : known

const cases: Case[] = []
// The name of a case begins with the platform's.
for await (const event of run({
  files: [suite],
  testNamePatterns: wanted.map((id) => new RegExp(`^${id} `)),
})) {
  if (event.type !== 'test:pass' && event.type !== 'test:fail') continue
  const { name, skip, details } = event.data
  const skipped = skip !== undefined && skip !== false
  cases.push({
    name,
    outcome: skipped ? 'skipped' : event.type === 'test:pass' ? 'passed' : 'failed',
  })
  if ('error' in details) process.stderr.write(`✖ ${name}\n${String(details.error.cause)}\n\n`)
}

const results = tally(cases, wanted)
process.stdout.write(values.json ? `${JSON.stringify(results)}\n` : shown(results))
const broken = cases.some(({ outcome }) => outcome === 'failed')
if (broken || results.some(({ run: count }) => count === 0)) process.exitCode = 1

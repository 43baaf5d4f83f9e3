/**
 * `PACKAGE=1 npm test -- test/pack/package.test.ts`: the service as one file, packed, installed into an empty folder, started
 * and used under each Node that it is for. A minute for each: it is no part of `npm test` by itself.
 */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { versionOf } from '../../scripts/release/places.ts'
import { publishes } from '../first-minute/publishes.ts'
import { openStage } from '../first-minute/stage.ts'
import { ada } from '../people/browser.ts'

const wanted = process.env['PACKAGE']
const root = join(import.meta.dirname, '../..')
const stack = new AsyncDisposableStack()
after(() => stack.disposeAsync())

const packed = wanted ? await pack() : ''
const stage = wanted ? stack.use(openStage([20, 22, 24])) : undefined
const OURS = 'node_modules/@crier/service/bin/crier.mjs'

for (const { node, command, ordinary } of [
  { node: 20, command: ['npx', 'crier', 'start'], ordinary: false },
  // As a shell has it that knows nothing of npm.
  { node: 20, command: ['node', OURS, 'start'], ordinary: true },
  { node: 22, command: ['npx', 'crier', 'start'], ordinary: true },
  { node: 24, command: ['npx', 'crier', 'start'], ordinary: false },
] as const) {
  const skip = !stage && 'PACKAGE is not set'
  const who = ordinary ? 'an ordinary user' : 'whoever runs the tests'
  test(`${command.join(' ')} in an empty folder on Node ${node}, as ${who}`, { skip }, async () => {
    assert.ok(stage)
    const folder = `${node} ${command[0]}`
    const newcomer = stage.newcomer({ node, folder, ordinary, empty: true })
    const began = performance.now()
    const said = await newcomer.npm(['install', '--prefer-offline', '--no-audit', packed])
    assert.doesNotMatch(said, /EBADENGINE/)
    const installed = performance.now() - began
    const version = await newcomer.npm(['exec', 'crier', '--', '--version'])
    assert.ok(version.split('\n').includes(versionOf(root)), version)
    await publishes(newcomer, command, async (service) => {
      const page = await fetch(service, { headers: { accept: 'text/html' } })
      assert.match(await page.text(), /<div id="root">/)
      const signed = await fetch(`${service}/console/sign-up`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: service },
        body: JSON.stringify(ada),
      })
      assert.ok(signed.ok, await signed.text())
    })
    assert.ok(existsSync(join(newcomer.place, 'data/postgresql/PG_VERSION')))
    process.stderr.write(`Node ${node}: installed in ${(installed / 1000).toFixed(1)} s\n`)
  })
}

async function pack() {
  const folder = await mkdtemp(join(tmpdir(), 'crier-packed-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const words = [join(root, 'scripts/pack.ts'), folder]
  const said = execFileSync(process.execPath, words, { encoding: 'utf8' })
  execFileSync('chmod', ['755', folder])
  return said.trim().split('\n').at(-1) ?? ''
}

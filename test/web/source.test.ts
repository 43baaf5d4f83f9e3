import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../../web/src/', import.meta.url))
const sources = globSync('**/*.{ts,tsx}', { cwd: folder }).map((file) => ({
  file,
  text: readFileSync(folder + file, 'utf8'),
}))

/** Each has its page in docs/decisions. */
const packages =
  /^(@crier\/sdk|react|react-dom|@tanstack\/react-(query|router)|@base-ui\/react|idb-keyval)(\/|$)/

test('the dashboard knows the service by its SDK, and few packages besides', () => {
  const offences = sources.flatMap(({ file, text }) =>
    [...text.matchAll(/\bfrom '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gm)]
      .map(([, from, effect, later]) => from ?? effect ?? later ?? '')
      .filter((specifier) => !specifier.startsWith('.') && !packages.test(specifier))
      .map((specifier) => `${file} imports ${specifier}`),
  )
  assert.deepEqual(offences, [])
})

test('nothing is written into a page but as text', () => {
  const offences = sources.filter(({ text }) =>
    /dangerouslySetInnerHTML|innerHTML|\beval\(|javascript:|<style/.test(text),
  )
  assert.deepEqual(
    offences.map(({ file }) => file),
    [],
  )
})

test('only what rooms are made of sets styles by itself', () => {
  const offences = sources.filter(
    ({ file, text }) => !/^ui[/\\]/.test(file) && /\sstyle=/.test(text),
  )
  assert.deepEqual(
    offences.map(({ file }) => file),
    [],
  )
})

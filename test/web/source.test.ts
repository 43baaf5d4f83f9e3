import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../../web/src/', import.meta.url))
const sources = globSync('**/*.{ts,tsx}', { cwd: folder }).map((file) => ({
  file,
  text: readFileSync(folder + file, 'utf8'),
}))

test('the dashboard knows the service by its SDK only', () => {
  const known = /^(\.|@crier\/sdk$|react(-dom)?(\/|$)|@tanstack\/react-(query|router)$)/
  const offences = sources.flatMap(({ file, text }) =>
    [...text.matchAll(/\bfrom '([^']+)'|^import '([^']+)'/gm)]
      .map(([, from, effect]) => from ?? effect ?? '')
      .filter((specifier) => !known.test(specifier))
      .map((specifier) => `${file} imports ${specifier}`),
  )
  assert.deepEqual(offences, [])
})

test('nothing is written into a page but as text', () => {
  const offences = sources.filter(({ text }) =>
    /dangerouslySetInnerHTML|innerHTML|\beval\(|javascript:|\sstyle=/.test(text),
  )
  assert.deepEqual(
    offences.map(({ file }) => file),
    [],
  )
})

/** The site holds every page of docs/, every operation and every code, with examples that are still true. */
import assert from 'node:assert/strict'
import { globSync, mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { operations } from '#operations/index.ts'
import { codes } from '#platforms/kit/codes.ts'
import { apiPages, codesOfProblems } from '../../site/api.ts'
import { brokenLinks } from '../../site/check.ts'
import { codePages } from '../../site/codes.ts'
import { examples, operationOf, waysOf } from '../../site/examples.ts'
import { relinked } from '../../site/links.ts'
import { apart, places } from '../../site/plan.ts'
import { elsewhere } from '../mcp/cases/refusals.ts'

const root = join(import.meta.dirname, '../..')

test('every page of docs/ has its place on the site, and none has two', () => {
  const files = globSync('docs/**/*.md', { cwd: root }).map((file) => file.replaceAll('\\', '/'))
  const missing = files.filter(
    (file) => !places.has(file) && !apart.some((pattern) => pattern.test(file)),
  )
  assert.deepEqual(missing, [])
  assert.equal(new Set(places.values()).size, places.size)
})

test('every operation, every refusal and every code of a delivery has its page', () => {
  const made = new Set([...apiPages(), ...codePages()].map(({ place }) => place))
  for (const { name } of operations) assert.ok(made.has(`api/${name}`), name)
  for (const code of codesOfProblems) assert.ok(made.has(`errors/${code}`), code)
  for (const code of codes) assert.ok(made.has(`codes/${code}`), code)
})

/** No JSON comes of these, or it is a stream. */
const untold = new Set(['upload_chunk', 'export_posts', 'download_media'])

test('every operation has an example, and what it shows is what the operation takes and answers', () => {
  for (const operation of operations) {
    const { name, rest, mcp, input, output } = operation
    if (untold.has(name)) continue
    const shown = examples.done[name] ?? assert.fail(`${name}: ${anew}`)
    const taken = [
      input,
      ...('absent' in rest || !rest.accepts ? [] : [rest.accepts]),
      ...('absent' in mcp || !mcp.accepts ? [] : [mcp.accepts]),
    ].some((schema) => schema.safeParse(shown.args).success)
    assert.ok(taken, `${name} does not take its example: ${anew}`)
    if (shown.answer === undefined) continue
    const parsed = output.safeParse(shown.answer)
    assert.ok(parsed.success, `${name} does not answer its example: ${anew}`)
    assert.ok(Object.keys(waysOf(operation, shown.args)).length)
  }
})

test('every refusal that an operation declares is shown as it was made', () => {
  const shown = operations.filter(({ name }) => !untold.has(name))
  const declared = new Set(shown.flatMap(({ refuses }) => refuses))
  const missing = [...declared].filter((code) => !(code in elsewhere) && !examples.refused[code])
  assert.deepEqual(missing, [], anew)
  for (const { operation } of Object.values(examples.refused)) assert.ok(operationOf(operation))
})

const anew =
  'EXAMPLES=write npm test -- test/mcp/operations.test.ts writes docs/examples.json anew.'

test('links of the files lead to pages of the site, and what is in the repository only is named', () => {
  const at = (text: string) => relinked(text, 'docs/posts.md')
  assert.equal(at('[a](operations.md#schedule_post)'), '[a](/api/schedule_post)')
  assert.equal(at('[a](operations.md#post)'), '[a](/api/shapes#post)')
  assert.equal(at('[a](platforms/README.md#x)'), '[a](/platforms/#x)')
  assert.equal(at('[a](../CONTRIBUTING.md)'), '[a](/contributing)')
  assert.equal(at('[samples](../deploy/proxies)'), 'samples')
  assert.equal(at('```sh\n[a](posts.md)\n```'), '```sh\n[a](posts.md)\n```')
  assert.equal(at('[a](https://example.com)'), '[a](https://example.com)')
})

test('a link that leads nowhere is found, and so is an anchor, and an address that is none', () => {
  const folder = mkdtempSync(join(tmpdir(), 'crier-site-'))
  try {
    mkdirSync(join(folder, 'api'))
    const links = [
      '/api/',
      '/api/#there',
      '/api/#gone',
      'gone.html',
      'http://[',
      'https://a.example',
    ]
    const anchors = links.map((href) => `<a class="x" href="${href}">x</a>`).join('')
    writeFileSync(join(folder, 'index.html'), anchors)
    writeFileSync(
      join(folder, 'api/index.html'),
      '<h2 id="there">x</h2><a href="../index.html">x</a>',
    )
    const { broken, links: followed } = brokenLinks(folder)
    assert.equal(followed, 7)
    assert.deepEqual(broken, [
      'index.html: /api/#gone has no such place',
      'index.html: gone.html leads nowhere',
      'index.html: http://[ is no address',
    ])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

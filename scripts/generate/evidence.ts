/** What each platform can do here, counted: in its manifest, in its rows of documented errors, in what its emulator plays. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { manifests } from '#platforms/catalog.ts'
import { commonFaults } from '#sandbox/kit/emulator.ts'
import { metrics } from '#platforms/kit/metrics.ts'
import type { Manifest } from '#platforms/platform.ts'
import { catalog as emulators } from '#sandbox/service/catalog.ts'
import { commentsInDoubt, looksByTwin } from '../../test/platform-bench.ts'

/** A documented refusal, as the platform's own tests walk them. `kind: null`: known, and not mapped. */
const Rows = z
  .array(
    z.looseObject({
      row: z.string(),
      kind: z.string().nullable(),
      code: z.unknown().optional(),
      /** Kind and code of the Failure, where `code` is the platform's own. */
      becomes: z.string().optional(),
    }),
  )
  .min(1)

export const documented = new Map(
  await Promise.all(Object.keys(manifests).map(async (id) => [id, await rowsOf(id)] as const)),
)

/** In a module of the platform's, or in a file of data. */
async function rowsOf(id: string) {
  const folder = join(import.meta.dirname, '../../platforms', id)
  const [module, data] = [
    join(folder, 'test/error-rows.ts'),
    join(folder, 'test/vectors/errors.json'),
  ]
  if (existsSync(data)) return Rows.parse(JSON.parse(readFileSync(data, 'utf8')))
  if (!existsSync(module)) return undefined
  const { errorRows } = z.object({ errorRows: z.unknown() }).parse(await import(module))
  return Rows.parse(errorRows)
}

export const evidenceHead = [
  'Platform',
  'Content',
  'Options',
  'Errors mapped of documented',
  'Faults survived',
  'Look-up after a lost answer',
  'Numbers',
]

export function evidenceOf(manifest: Manifest): string[] {
  const { id, name, options } = manifest
  return [
    name,
    contentOf(manifest).join(', '),
    String(Object.keys(options.shape).length),
    errorsOf(id),
    faultsOf(id),
    lookOf(manifest),
    numbersOf(manifest),
  ]
}

function contentOf({ media, media_required, first_comment, alt_text }: Manifest) {
  const { mixed, ...families } = media
  return [
    ...(media_required ? [] : ['text']),
    ...Object.entries(families).map(([family, { max }]) =>
      max > 1 ? `${family} (up to ${max})` : family,
    ),
    ...(mixed ? ['mixed'] : []),
    ...(first_comment ? ['first comment'] : []),
    ...(alt_text ? ['alt text'] : []),
  ]
}

function errorsOf(id: string) {
  const rows = documented.get(id)
  if (!rows) return 'not counted'
  return `${rows.filter(({ kind }) => kind !== null).length} of ${rows.length}`
}

function faultsOf(id: string) {
  const own = emulators[id]?.({ url: '', clients: [], now: () => new Date(0) }).own_faults ?? []
  return `${commonFaults.length} common, ${own.length} of its own`
}

function lookOf({ id, look_after, first_comment }: Manifest) {
  if (!look_after.length) return 'no'
  const how = looksByTwin.has(id) ? 'yes; profiles by an identical twin, texts only' : 'yes'
  const but = first_comment && commentsInDoubt.has(id) ? ', comments not' : ''
  return `${how}${but}`
}

function numbersOf({ metrics: told }: Manifest) {
  return told ? `${told.offers.length} of ${metrics.length}: ${told.offers.join(', ')}` : 'none'
}

/** What is written for Kubernetes, held to the types that are made of its own API. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAllDocuments } from 'yaml'
import { z } from 'zod'

const root = join(import.meta.dirname, '../..')

/** In which module of kubernetes-types each kind is. */
const KINDS: Record<string, string> = {
  'v1 ConfigMap': 'core/v1',
  'v1 PersistentVolumeClaim': 'core/v1',
  'v1 Service': 'core/v1',
  'apps/v1 Deployment': 'apps/v1',
  'networking.k8s.io/v1 Ingress': 'networking/v1',
}

export const Manifest = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({ name: z.string() }),
})
export type Manifest = z.output<typeof Manifest>

export function manifestsIn(text: string): Manifest[] {
  return parseAllDocuments(text).flatMap((document) => {
    assert.deepEqual(document.errors, [])
    const value: unknown = document.toJS()
    return value === null ? [] : [Manifest.parse(value)]
  })
}

/** What TypeScript says of each, as a value of the type that Kubernetes has for it: unknown names, missing ones, wrong kinds. */
export function complaintsOf(values: readonly Manifest[]) {
  const lines = values.map((value, index) => {
    const from = KINDS[`${value.apiVersion} ${value.kind}`] ?? assert.fail(value.kind)
    const type = `import('kubernetes-types/${from}').${value.kind}`
    return `export const v${index}: ${type} = ${JSON.stringify(value)}`
  })
  const folder = join(root, 'tmp')
  mkdirSync(folder, { recursive: true })
  using typed = mkdtempDisposableSync(join(folder, 'kubernetes-'))
  const file = join(typed.path, 'manifests.ts')
  writeFileSync(file, lines.join('\n'))
  const flags = ['--noEmit', '--strict', '--ignoreConfig', '--skipLibCheck', '--types', '']
  const module = ['--module', 'preserve', '--moduleResolution', 'bundler']
  const tsc = join(root, 'node_modules/.bin/tsc')
  const { stdout, status } = spawnSync(tsc, [...flags, ...module, file], { encoding: 'utf8' })
  assert.notEqual(status, null)
  return stdout
}

/**
 * What a service is made of, as CycloneDX 1.6 (https://cyclonedx.org/docs/1.6/json/): every package of production in
 * package-lock.json, for all systems, with its licence, its hash and what it needs. The same lock gives the same bytes.
 */
import { createHash } from 'node:crypto'
import { lockLines, ownNeeds, productionPackages, type ProductionPackage } from '../lock.ts'

const ALGORITHMS: Readonly<Record<string, string>> = {
  sha1: 'SHA-1',
  sha256: 'SHA-256',
  sha384: 'SHA-384',
  sha512: 'SHA-512',
}

/** `at`: when the version was made. */
export function sbomOf(root: string, { version, at }: { version: string; at: Date }) {
  const lines = lockLines(root)
  const packages = productionPackages(lines)
  const refs = new Map(packages.map((each) => [`${each.name}@${each.version}`, purlOf(each)]))
  const refsOf = (ids: readonly string[]) => ids.flatMap((id) => refs.get(id) ?? []).toSorted()
  const own = `crier@${version}`
  const body = {
    version: 1,
    metadata: {
      timestamp: at.toISOString(),
      // Read off the lock file, before anything is installed.
      lifecycles: [{ phase: 'pre-build' }],
      component: {
        type: 'application',
        'bom-ref': own,
        name: 'crier',
        version,
        authors: [{ name: 'The Crier authors' }],
        licenses: [{ license: { id: 'MIT' } }],
      },
    },
    components: packages.map(componentOf),
    dependencies: [
      { ref: own, dependsOn: refsOf(ownNeeds(lines)) },
      ...packages.map((each) => ({ ref: purlOf(each), dependsOn: refsOf(each.needs) })),
    ],
  }
  const digest = createHash('sha256').update(JSON.stringify(body)).digest('hex')
  const serialNumber = `urn:uuid:${uuidOf(digest)}`
  return { bomFormat: 'CycloneDX', specVersion: '1.6', serialNumber, ...body }
}

function componentOf(each: ProductionPackage) {
  const { name, version, licence, integrity, optional } = each
  const [group, plain] = name.startsWith('@') ? name.split('/') : [undefined, name]
  return {
    type: 'library',
    'bom-ref': purlOf(each),
    ...(group && { group }),
    name: plain ?? name,
    version,
    scope: optional ? 'optional' : 'required',
    ...(integrity && { hashes: integrity.split(' ').map(hashOf) }),
    licenses: [/[\s()]/.test(licence) ? { expression: licence } : { license: { id: licence } }],
    purl: purlOf(each),
  }
}

/** https://github.com/package-url/purl-spec: the `@` of a scope is written out. */
function purlOf({ name, version }: ProductionPackage) {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`
}

function hashOf(integrity: string) {
  const [algorithm = '', digest = ''] = integrity.split(/-(.*)/)
  const alg = ALGORITHMS[algorithm]
  if (!alg) throw new Error(`${integrity} is a hash of another kind.`)
  return { alg, content: Buffer.from(digest, 'base64').toString('hex') }
}

/** Of 128 bits of a digest, marked as made by rules of our own (RFC 9562, version 8). */
function uuidOf(digest: string) {
  const bits = `${digest.slice(0, 12)}8${digest.slice(13, 16)}a${digest.slice(17, 32)}`
  return bits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/**
 * npm-shrinkwrap.json of the package: the part of package-lock.json that the service needs. npm obeys it wherever the
 * package is installed, so everybody gets the versions that were tested, by their hashes.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { lockLines, placesNeeded } from '../lock.ts'

const Bag = z.record(z.string(), z.unknown())
const Lock = z.looseObject({ packages: z.record(z.string(), Bag) })

/** `manifest`: the package.json that it stands beside. */
export function shrinkwrapOf(root: string, manifest: Readonly<Record<string, unknown>>) {
  const { packages } = Lock.parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')))
  const { name, version, license, bin, engines, dependencies, optionalDependencies } = manifest
  const own = { name, version, license, dependencies, bin, engines, optionalDependencies }
  const needed = placesNeeded(lockLines(root)).map((path) => [path, unmarked(packages[path])])
  return {
    name,
    version,
    lockfileVersion: 3,
    requires: true,
    packages: { '': own, ...Object.fromEntries(needed) },
  }
}

/** Nothing in it is for development only, whoever else needs it for that. */
function unmarked({ devOptional, ...line }: Record<string, unknown> = {}) {
  return devOptional ? { ...line, optional: true } : line
}

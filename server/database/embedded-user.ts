import { createHash } from 'node:crypto'
import { lchown, readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { entersByHand } from './embedded-handed.ts'

/** Who runs PostgreSQL. Absent when that is simply the user we are. */
export type DatabaseUser = { uid: number; gid: number }

/** initdb wants a name for who runs it, and this one is in every /etc/passwd. */
export const NOBODY: DatabaseUser = { uid: 65534, gid: 65534 }

/** Where systemd, too, takes users from that nobody made; containers with users of their own have them as well. */
const FIRST_FREE = 61_184
const FREE = 4_000

/**
 * PostgreSQL refuses to run as root; a database that exists keeps the user it was made by. The user is the database's
 * alone: what runs as nobody, as many services do, could read its files and connect to it.
 */
export async function databaseUser(
  cluster: string,
  dataDir: string,
): Promise<DatabaseUser | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const owner = await stat(cluster).catch(() => undefined)
  if (owner && owner.uid !== 0 && owner.uid !== NOBODY.uid) {
    return { uid: owner.uid, gid: owner.gid }
  }
  if (!entersByHand) return NOBODY
  const id = FIRST_FREE + (createHash('sha256').update(dataDir).digest().readUInt16BE() % FREE)
  return { uid: id, gid: id }
}

/** Whether this user may enter `folder`, judged by the modes of it and of all its parents. */
export async function canEnter(folder: string, user: DatabaseUser): Promise<boolean> {
  if (!(await allows(folder, user, 1))) return false
  const parent = dirname(folder)
  return parent === folder || canEnter(parent, user)
}

/** Whether the modes of one file or folder grant these bits (4 read, 2 write, 1 enter or run). */
export async function allows(path: string, user: DatabaseUser, bits: number): Promise<boolean> {
  const { uid, gid, mode } = await stat(path)
  const shift = uid === user.uid ? 6 : gid === user.gid ? 3 : 0
  return ((mode >> shift) & bits) === bits
}

/** Gives a folder and everything in it to the user, as after a backup was restored by root. */
export async function own(folder: string, user: DatabaseUser | undefined): Promise<void> {
  if (user === undefined || (await stat(folder)).uid === user.uid) return
  for (const name of await readdir(folder, { recursive: true })) {
    await lchown(join(folder, name), user.uid, user.gid)
  }
  await lchown(folder, user.uid, user.gid)
}

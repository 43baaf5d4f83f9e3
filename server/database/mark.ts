/**
 * A file beside the cluster that knows its own place on the disk. A copy of the folder has it too, and so has what came
 * back from a backup, but there it lies in another place: that is how they are told from the folder itself, also when
 * that one was moved.
 */
import { randomUUID } from 'node:crypto'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

export const MARK = 'postgresql-identity.json'

const Mark = z.object({ id: z.string(), inode: z.string(), born: z.string() })

/** The id in the mark, and whether the file is the one that it was written to; undefined without one. */
export async function readMark(home: string): Promise<{ id: string; own: boolean } | undefined> {
  const file = join(home, MARK)
  const text = await readFile(file, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const { id, ...written } = Mark.catch({ id: '', inode: '', born: '' }).parse(parsed(text))
  const found = await placeOf(file)
  // Not every file system knows when a file was made.
  const unborn = written.born === '0' || found.born === '0'
  const own = written.inode === found.inode && (unborn || written.born === found.born)
  return { id, own }
}

/** Marks the folder as this place, under a new id. Flushed: one that a power cut left empty would make a copy of the original. */
export async function writeMark(home: string): Promise<string> {
  const file = join(home, MARK)
  const id = randomUUID()
  await writeFile(file, '', { mode: 0o600 })
  await writeFile(file, `${JSON.stringify({ id, ...(await placeOf(file)) })}\n`, { flush: true })
  return id
}

async function placeOf(file: string) {
  const { ino, birthtimeNs } = await stat(file, { bigint: true })
  return { inode: String(ino), born: String(birthtimeNs) }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

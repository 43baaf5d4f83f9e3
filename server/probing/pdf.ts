/** PDF: whether it is whole, and how many pages its tree has. Nothing is rendered, run or followed. */
import { readFile } from 'node:fs/promises'
import { plain } from './formats.ts'
import { pageObjects } from './pdf-objects.ts'
import { type Probed, Refused } from './probed.ts'
import type { Window } from './window.ts'

/** Readers look for the end mark that far from the end. */
const END_BYTES = 1024
/** A larger one is accepted without counting. */
const COUNTED_BYTES = 200 * 1024 * 1024

/** @throws {Refused} `damaged` */
export async function probePdf(path: string, window: Window): Promise<Probed> {
  const head = await window.bytes(0, 5)
  const tail = await window.bytes(Math.max(0, window.size - END_BYTES), END_BYTES)
  if (head.toString('latin1') !== '%PDF-' || !tail.includes('%%EOF')) {
    throw new Refused('damaged', 'The PDF is damaged or incomplete.')
  }
  const pages = window.size > COUNTED_BYTES ? null : countPages(await readFile(path))
  return { ...plain('document', 'application/pdf'), pages }
}

/** Counts the leaves of the tree of pages: its own count is a claim, and old pages stay in a file that was edited. */
function countPages(bytes: Buffer): number | null {
  const found = pageObjects(bytes)
  if (found?.root === undefined) return null
  const { objects, root } = found
  const first = objects.get(root)?.pages
  if (first === undefined) return null
  const seen = new Set<number>()
  const open = [first]
  let pages = 0
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const object = objects.get(id)
    if (!object || seen.has(id)) return null
    seen.add(id)
    for (const kid of object.kids ?? []) open.push(kid)
    if (!object.kids) pages += 1
  }
  return pages || null
}

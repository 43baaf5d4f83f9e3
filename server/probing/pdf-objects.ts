/** The objects of a PDF that make up its tree of pages, found by reading all of it: a table of contents can lie. */
import { constants, inflateSync } from 'node:zlib'

export interface PageObject {
  /** Of the root: where the tree begins. */
  pages: number | undefined
  /** Of a branch. A page has none. */
  kids: number[] | undefined
}

interface Found {
  /** By object number; of several with one number the last in the file counts. */
  objects: Map<number, PageObject>
  root: number | undefined
}

const OBJECT_BYTES = 512 * 1024
/** Of all packed objects of a file together. */
const INFLATED_BYTES = 64 * 1024 * 1024

export function pageObjects(bytes: Buffer): Found {
  const found: Found = { objects: new Map(), root: undefined }
  let budget = INFLATED_BYTES
  for (let at = bytes.indexOf('obj'); at >= 0; at = bytes.indexOf('obj', at + 3)) {
    const [, id] = /(\d{1,9})\s+\d{1,5}\s+$/.exec(bytes.toString('latin1', at - 20, at)) ?? []
    if (id === undefined) continue
    const start = at + 3
    const text = dictionary(bytes.subarray(start, start + OBJECT_BYTES))
    if (/\/Type\s*\/XRef\b/.test(text)) found.root = reference(text, 'Root') ?? found.root
    if (/\/Type\s*\/ObjStm\b/.test(text)) {
      const data = inflate(bytes, start + text.length, budget)
      budget -= data.length
      for (const [number, packed] of unpack(text, data)) keep(found.objects, number, packed)
    } else keep(found.objects, Number(id), text)
  }
  const trailer = bytes.lastIndexOf('trailer')
  if (trailer >= 0) {
    const text = bytes.toString('latin1', trailer, trailer + 4096)
    found.root = reference(text, 'Root') ?? found.root
  }
  return found
}

function keep(objects: Found['objects'], id: number, text: string) {
  const [, type] = /\/Type\s*\/(Catalog|Pages|Page)\b/.exec(text) ?? []
  if (!type) return
  const [, list] = /\/Kids\s*\[([^\]]*)\]/.exec(text) ?? []
  const kids = [...(list ?? '').matchAll(/(\d{1,9})\s+\d{1,5}\s+R/g)].map(([, kid]) => Number(kid))
  objects.set(id, {
    pages: type === 'Catalog' ? reference(text, 'Pages') : undefined,
    kids: type === 'Pages' ? kids : undefined,
  })
}

/** Up to the end of the object, or to where its data begin. */
function dictionary(bytes: Buffer) {
  const end = bytes.indexOf('endobj')
  const object = end < 0 ? bytes : bytes.subarray(0, end)
  const data = object.indexOf('stream')
  return object.toString('latin1', 0, data < 0 ? object.length : data)
}

function inflate(bytes: Buffer, from: number, limit: number): Buffer {
  const [begin] = /^stream\r?\n/.exec(bytes.toString('latin1', from, from + 8)) ?? []
  const end = bytes.indexOf('endstream', from)
  if (!begin || end < 0 || limit < 1) return Buffer.alloc(0)
  try {
    return inflateSync(bytes.subarray(from + begin.length, end), {
      maxOutputLength: limit,
      finishFlush: constants.Z_SYNC_FLUSH,
    })
  } catch {
    // Encrypted, packed in another way, or a bomb: then the pages stay uncounted.
    return Buffer.alloc(0)
  }
}

/** Pairs of number and place, and after them the objects. */
function* unpack(text: string, data: Buffer): Generator<[number, string]> {
  const first = Number(/\/First\s+(\d{1,9})/.exec(text)?.[1] ?? NaN)
  if (!(first <= data.length)) return
  const numbers = data.toString('latin1', 0, first).trim().split(/\s+/).map(Number)
  for (let index = 0; index + 1 < numbers.length; index += 2) {
    const start = first + (numbers[index + 1] ?? NaN)
    const end = first + (numbers[index + 3] ?? data.length - first)
    yield [
      numbers[index] ?? NaN,
      data.toString('latin1', start, Math.min(end, start + OBJECT_BYTES)),
    ]
  }
}

function reference(text: string, name: string) {
  const [, id] = new RegExp(`/${name}\\s+(\\d{1,9})\\s+\\d{1,5}\\s+R`).exec(text) ?? []
  return id === undefined ? undefined : Number(id)
}

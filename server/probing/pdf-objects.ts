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
/** Bytes of objects that are looked at, packed ones included; a good file of 500 pages has less than one million. */
const LOOKED_BYTES = 64 * 1024 * 1024
/** What an object costs besides its length: this keeps many small ones as cheap as a few large ones. */
const OBJECT_COST = 200
/** A list of references costs more than a text of its length. */
const KIDS_COST = 4

/** Undefined: finding them would take more work than counting pages is worth. */
export function pageObjects(bytes: Buffer): Found | undefined {
  const found: Found = { objects: new Map(), root: undefined }
  const looked = purse(LOOKED_BYTES)
  const inflated = purse(INFLATED_BYTES)
  const nextHead = heads(bytes, looked)
  const nextEnd = cursor(bytes, 'endobj')
  const nextData = cursor(bytes, 'stream')
  const nextDataEnd = cursor(bytes, 'endstream')
  for (let head = nextHead(0), after = 0; head.at < Infinity; head = nextHead(after)) {
    const { start, id } = head
    const begin = nextData(start)
    // Objects lie beside each other: where one has no end, the next one's head is it.
    after = Math.min(begin, nextEnd(start), nextHead(start).at, start + OBJECT_BYTES, bytes.length)
    if (!looked.spend(after - start)) return undefined
    const text = bytes.toString('latin1', start, after)
    const data = after === begin ? dataOf(bytes, begin, nextDataEnd(begin)) : undefined
    if (/\/Type\s*\/XRef\b/.test(text)) found.root = reference(text, 'Root') ?? found.root
    if (data && /\/Type\s*\/ObjStm\b/.test(text)) {
      for (const [number, object] of unpack(text, inflate(data, inflated))) {
        if (!looked.spend(OBJECT_COST + object.length)) return undefined
        keep(found.objects, number, object, looked)
      }
    } else keep(found.objects, id, text, looked)
    // What lies in data is none of our objects.
    if (data) after = begin + data.length
  }
  if (looked.left < 0) return undefined
  const trailer = bytes.lastIndexOf('trailer')
  if (trailer >= 0) {
    const text = bytes.toString('latin1', trailer, trailer + 4096)
    found.root = reference(text, 'Root') ?? found.root
  }
  return found
}

const NOWHERE = { at: Infinity, start: Infinity, id: 0 }

/** The head of an object, `12 0 obj`, at or after a place that never goes back. None once the purse is empty. */
function heads(bytes: Buffer, looked: Purse) {
  const words = cursor(bytes, 'obj')
  let head = { at: -1, start: -1, id: 0 }
  return (from: number) => {
    for (let place = from; head.at < from; place += 3) {
      place = words(place)
      if (place === Infinity || !looked.spend(OBJECT_COST)) head = NOWHERE
      else {
        const before = bytes.toString('latin1', place - 20, place)
        const [, id] = /(\d{1,9})\s+\d{1,5}\s+$/.exec(before) ?? []
        if (id !== undefined) head = { at: place, start: place + 3, id: Number(id) }
      }
    }
    return head
  }
}

/** Undefined: there is only the word. */
function dataOf(bytes: Buffer, begin: number, end: number) {
  const isData = /^stream\r?\n/.test(bytes.toString('latin1', begin, begin + 8))
  return isData && end < bytes.length ? bytes.subarray(begin, end) : undefined
}

function keep(objects: Found['objects'], id: number, text: string, looked: Purse) {
  const [, type] = /\/Type\s*\/(Catalog|Pages|Page)\b/.exec(text) ?? []
  if (!type) return
  // A list holds no other: without that, each of many beginnings would be read to the end.
  const [, list = ''] = /\/Kids\s*\[([^\][]*)\]/.exec(text) ?? []
  looked.spend(list.length * KIDS_COST)
  const kids = [...list.matchAll(/(\d{1,9})\s+\d{1,5}\s+R/g)].map(([, kid]) => Number(kid))
  objects.set(id, {
    pages: type === 'Catalog' ? reference(text, 'Pages') : undefined,
    kids: type === 'Pages' ? kids : undefined,
  })
}

function inflate(data: Buffer, budget: Purse): Buffer {
  if (budget.left < 1) return Buffer.alloc(0)
  const deflated = data.subarray(data.indexOf('\n') + 1)
  try {
    const inflated = inflateSync(deflated, {
      maxOutputLength: budget.left,
      finishFlush: constants.Z_SYNC_FLUSH,
    })
    budget.spend(inflated.length)
    return inflated
  } catch {
    // Encrypted, packed in another way, or a bomb: then the pages stay uncounted. It may have been unfolded in vain.
    budget.spend(deflated.length * MOST_UNFOLDED)
    return Buffer.alloc(0)
  }
}

/** How much deflate can make of one byte. */
const MOST_UNFOLDED = 1032

/** Pairs of number and place, and after them the objects: places only ever grow, and who goes back is not followed. */
function* unpack(text: string, data: Buffer): Generator<[number, string]> {
  const first = Number(/\/First\s+(\d{1,9})/.exec(text)?.[1] ?? NaN)
  if (!(first <= data.length)) return
  const pairs = /\s*(\d{1,9})\s+(\d{1,9})(?!\d)/y
  const head = data.toString('latin1', 0, first)
  let current = pairs.exec(head)
  while (current) {
    const next = pairs.exec(head)
    const start = first + Number(current[2])
    const end = next ? first + Number(next[2]) : data.length
    if (end <= start) return
    yield [Number(current[1]), data.toString('latin1', start, Math.min(end, start + OBJECT_BYTES))]
    current = next
  }
}

function reference(text: string, name: string) {
  const [, id] = new RegExp(`/${name}\\s+(\\d{1,9})\\s+\\d{1,5}\\s+R`).exec(text) ?? []
  return id === undefined ? undefined : Number(id)
}

/** Where `word` is next, at `from` or after it; Infinity when nowhere. `from` never goes back, so each byte is searched once. */
function cursor(bytes: Buffer, word: string): (from: number) => number {
  let at = -1
  return (from) => {
    if (at >= from) return at
    const next = bytes.indexOf(word, from)
    at = next < 0 ? Infinity : next
    return at
  }
}

/** How much may still be looked at, so that the work stays in proportion to the file. */
type Purse = ReturnType<typeof purse>

function purse(left: number) {
  return {
    get left() {
      return left
    },
    /** False when there was not as much. */
    spend(amount: number): boolean {
      left -= amount
      return left >= 0
    },
  }
}

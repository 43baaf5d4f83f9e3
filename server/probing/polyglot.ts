/**
 * Files that are something else as well. Most decoders skip what they do not know, so a valid image can carry a page or
 * an archive along, and the next program that opens it may believe that instead.
 */
import { Refused } from './probed.ts'
import type { Window } from './window.ts'

const EDGE_BYTES = 128 * 1024
/** Readers of PDF look for its first line that far into a file. */
const PDF_BYTES = 1024
const MARKUP = /<(!doctype\s+html|html|head|body|script|iframe|svg|\?php)[\s>/]/i
/** The last record of a ZIP or JAR archive: these are read from their end. */
const ZIP_END = Buffer.from('PK\x05\x06', 'latin1')
const ZIP_END_BYTES = 22

/** Looks at both ends, where what is to be found by other programs has to be. @throws {Refused} `unsupported_type` */
export async function assertSingular(window: Window, isPdf: boolean) {
  const head = await window.bytes(0, EDGE_BYTES)
  const tail = await window.bytes(Math.max(0, window.size - EDGE_BYTES), EDGE_BYTES)
  if (endsInZip(tail)) throw other('a ZIP archive')
  if (isPdf) return
  if (head.subarray(0, PDF_BYTES).includes('%PDF-') || tail.includes('%PDF-')) throw other('a PDF')
  if ([head, tail].some((edge) => MARKUP.test(edge.toString('latin1')))) throw other('a web page')
}

/** The four letters alone occur by chance; with the length of what follows them they do not. */
function endsInZip(tail: Buffer) {
  const at = tail.lastIndexOf(ZIP_END)
  if (at < 0 || at + ZIP_END_BYTES > tail.length) return false
  return at + ZIP_END_BYTES + tail.readUInt16LE(at + ZIP_END_BYTES - 2) === tail.length
}

function other(what: string) {
  return new Refused('unsupported_type', `The file contains ${what} as well.`)
}

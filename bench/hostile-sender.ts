/**
 * The other side of `neighbours`. In life it stands on machines of its own, so it sends from a process that has only what
 * nobody else wants of the processors.
 */
import { z } from 'zod'
import { hostilePdfs } from '#probing/testing-pdfs.ts'
import { makeMp3 } from '#probing/testing-files.ts'

const { base_url, token, count } = z
  .object({ base_url: z.string(), token: z.string(), count: z.int() })
  .parse(JSON.parse(process.argv[2] ?? ''))

/** The two that were found first, and one more. */
const pdfs = [
  'a packed stream that repeats itself',
  'objects without an end',
  'a bomb beside a bomb',
].flatMap((name) => hostilePdfs[name]?.() ?? [])
// What no budget makes cheap: every frame of it has to be read.
const files = [...pdfs, makeMp3(10_000)]

let leaving = new AbortController()
let sent: Promise<unknown>[] = []

process.on('message', (message: unknown) => {
  if (message === 'send') {
    leaving = new AbortController()
    sent = Array.from({ length: count }, (_, index) => send(index).catch(() => undefined))
    return
  }
  // Those that still wait hang up.
  leaving.abort()
  void Promise.all(sent).then(() => process.send?.('left'))
})

async function send(index: number) {
  const file = files[index % files.length] ?? Buffer.alloc(0)
  const isPdf = file.subarray(0, 4).toString('latin1') === '%PDF'
  const body = new FormData()
  body.append('file', new Blob([new Uint8Array(file)]), isPdf ? 'a.pdf' : 'a.mp3')
  const response = await fetch(`${base_url}/api/media`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body,
    signal: leaving.signal,
  })
  await response.arrayBuffer()
}

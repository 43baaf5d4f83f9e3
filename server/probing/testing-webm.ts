/** Writes WebM files by hand, element by element. */

export interface WebmFilm {
  frames?: number
  /** As a browser records: no duration, and no sizes above the blocks. */
  live?: boolean
  withoutVideo?: boolean
  doctype?: string
}

const FRAME_MS = 40

export function makeWebm({
  frames = 25,
  live = false,
  withoutVideo = false,
  doctype = 'webm',
}: WebmFilm = {}): Buffer {
  const blocks = Array.from({ length: frames }, (_, index) =>
    element(
      'a3',
      Buffer.from([0x81, (index * FRAME_MS) >> 8, (index * FRAME_MS) & 0xff, 0x80, 1, 2, 3, 4]),
    ),
  )
  const video = [
    element('86', text('V_VP9')),
    element('83', number(1)),
    element('e0', element('b0', number(320)), element('ba', number(180))),
  ]
  const sound = [
    element('86', text('A_VORBIS')),
    element('83', number(2)),
    element('e1', element('b5', float(48_000)), element('9f', number(2))),
  ]
  const info = [
    element('2ad7b1', number(1_000_000)),
    ...(live ? [] : [element('4489', float(frames * FRAME_MS))]),
  ]
  const track = [
    element('d7', number(1)),
    element('73c5', number(1)),
    element('23e383', number(FRAME_MS * 1e6)),
  ]
  const segment = [
    element('1549a966', ...info),
    element('1654ae6b', element('ae', ...track, ...(withoutVideo ? sound : video))),
    (live ? open : element)('1f43b675', element('e7', number(0)), ...blocks),
  ]
  const head = element(
    '1a45dfa3',
    element('4282', text(doctype)),
    element('4287', number(4)),
    element('4285', number(2)),
  )
  return Buffer.concat([head, (live ? open : element)('18538067', ...segment)])
}

function element(id: string, ...parts: Buffer[]) {
  const body = Buffer.concat(parts)
  const size = Buffer.alloc(8)
  size.writeBigUInt64BE((1n << 56n) | BigInt(body.length))
  return Buffer.concat([Buffer.from(id, 'hex'), size, body])
}

function open(id: string, ...parts: Buffer[]) {
  return Buffer.concat([Buffer.from(`${id}01ffffffffffffff`, 'hex'), ...parts])
}

const text = (letters: string) => Buffer.from(letters, 'latin1')

function number(value: number) {
  const buffer = Buffer.alloc(4)
  buffer.writeUInt32BE(value)
  return buffer
}

function float(value: number) {
  const buffer = Buffer.alloc(8)
  buffer.writeDoubleBE(value)
  return buffer
}

/** Writes MP4 and QuickTime files by hand: an index that is true of its data, or whatever a test wants it to say. */

export interface Film {
  brand?: string
  /** Undefined: sound only. */
  video?: { width: number; height: number; codec?: 'avc1' | 'hvc1' } | undefined
  /** A quarter turn, as a phone that was held upright writes it. */
  turned?: boolean
  /** Pixels twice as wide as high. */
  wide?: boolean
  samples?: number
  /** Ticks of one sample, at 30,000 a second for video and 44,100 for sound. */
  ticks?: number
  indexFirst?: boolean
  /** Written into the table of times instead of the number of samples. */
  claimedSamples?: number
  withoutData?: boolean
}

const SAMPLE = Buffer.from('0000000c65888400ffffffffffffffff', 'hex')

export function makeMp4(film: Film = {}): Buffer {
  const ftyp =
    film.brand === ''
      ? Buffer.alloc(0)
      : box('ftyp', text(film.brand ?? 'isom'), u32(512), text('isom'))
  const samples = film.samples ?? 30
  const mdat = box('mdat', ...Array.from({ length: film.withoutData ? 0 : samples }, () => SAMPLE))
  const before = ftyp.length + 8
  if (!film.indexFirst) return Buffer.concat([ftyp, mdat, moov(film, samples, before)])
  const { length } = moov(film, samples, 0)
  return Buffer.concat([ftyp, moov(film, samples, before + length), mdat])
}

export function box(type: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  return Buffer.concat([u32(body.length + 8), text(type), body])
}

const text = (letters: string) => Buffer.from(letters, 'latin1')
const zeros = (length: number) => Buffer.alloc(length)

export function u32(...values: number[]): Buffer {
  const buffer = Buffer.alloc(values.length * 4)
  for (const [index, value] of values.entries()) buffer.writeUInt32BE(value, index * 4)
  return buffer
}

function u16(...values: number[]) {
  const buffer = Buffer.alloc(values.length * 2)
  for (const [index, value] of values.entries()) buffer.writeUInt16BE(value, index * 2)
  return buffer
}

const UPRIGHT = u32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)
const TURNED = u32(0, 0x10000, 0, 0xffff0000, 0, 0, 0, 0, 0x40000000)

function moov(film: Film, samples: number, dataAt: number) {
  const { video, turned = false } =
    'video' in film ? film : { ...film, video: { width: 64, height: 48 } }
  const scale = video ? 30_000 : 44_100
  const ticks = film.ticks ?? (video ? 1_000 : 1_024)
  const duration = Math.min(samples * ticks, 0xffff_ffff)
  const size = u32((video?.width ?? 0) * 0x10000, (video?.height ?? 0) * 0x10000)
  const tables = [
    box('stsd', u32(0, 1), video ? pictureEntry(film, video) : soundEntry()),
    box('stts', u32(0, 1, film.claimedSamples ?? samples, ticks)),
    box('stsc', u32(0, 1, 1, samples, 1)),
    box('stsz', u32(0, SAMPLE.length, film.claimedSamples ?? samples)),
    box('stco', u32(0, 1, dataAt)),
  ]
  const media = box(
    'mdia',
    box('mdhd', u32(0, 0, 0, scale, duration), u16(0x55c4, 0)),
    box('hdlr', u32(0, 0), text(video ? 'vide' : 'soun'), zeros(13)),
    box(
      'minf',
      video ? box('vmhd', u32(1), zeros(8)) : box('smhd', u32(0, 0)),
      box('dinf', box('dref', u32(0, 1), box('url ', u32(1)))),
      box('stbl', ...tables),
    ),
  )
  return box(
    'moov',
    box(
      'mvhd',
      u32(0, 0, 0, scale, duration, 0x10000),
      u16(0x100),
      zeros(10),
      UPRIGHT,
      zeros(24),
      u32(2),
    ),
    box(
      'trak',
      box('tkhd', u32(3, 0, 0, 1, 0, duration), zeros(16), turned ? TURNED : UPRIGHT, size),
      media,
    ),
  )
}

function pictureEntry(
  { wide }: Film,
  { width, height, codec = 'avc1' }: NonNullable<Film['video']>,
) {
  const config =
    codec === 'avc1'
      ? box('avcC', Buffer.from('0142c01effe100086742c01eda01e0d001000468ce3c80', 'hex'))
      : box('hvcC', zeros(23))
  const aspect = wide ? [box('pasp', u32(2, 1))] : []
  const place = Buffer.concat([zeros(6), u16(1), zeros(16), u16(width, height)])
  const looks = Buffer.concat([u32(0x480000, 0x480000, 0), u16(1), zeros(32), u16(0x18, 0xffff)])
  return box(codec, place, looks, config, ...aspect)
}

function soundEntry() {
  const descriptor = Buffer.from(
    '00000000' + '0319000100' + '04114015' + '00'.repeat(11) + '05021210' + '060102',
    'hex',
  )
  return box(
    'mp4a',
    zeros(6),
    u16(1),
    zeros(8),
    u16(2, 16, 0, 0),
    u32(44_100 * 0x10000),
    box('esds', descriptor),
  )
}

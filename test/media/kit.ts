/** What tests of the library have in common: files, forms and chunks. */
import { createHash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { z } from 'zod'
import { makePng } from '../png.ts'
import type { Body, TestService } from '../service.ts'

const Bag = z.record(z.string(), z.unknown())

export interface Answered {
  status: number
  headers: Headers
  body: Body
}

/** One request with whatever body; answers JSON. */
export async function send(
  service: TestService,
  method: string,
  path: string,
  body?: string | FormData | Blob,
  headers: Record<string, string> = {},
): Promise<Answered> {
  const response = await fetch(`${service.base_url}${path}`, {
    method,
    headers: { authorization: `Bearer ${service.token}`, accept: 'application/json', ...headers },
    ...(body !== undefined && { body }),
  })
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    body: Bag.parse(text ? JSON.parse(text) : {}),
  }
}

/** A picture that no other has the bytes of, unless asked for by the same seed: the seed stands in a comment of it. */
export function picture(seed: string = randomBytes(8).toString('hex')): Buffer<ArrayBuffer> {
  const plain = makePng()
  const comment = Buffer.from(`tEXtComment\0${seed}`, 'latin1')
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(comment.length - 4)
  sum.writeUInt32BE(crc32(comment))
  const END = 12
  return Buffer.concat([plain.subarray(0, -END), length, comment, sum, plain.subarray(-END)])
}

export function form(
  file: Buffer<ArrayBuffer>,
  fields: Record<string, string | string[]> = {},
  name = 'a.png',
  type = 'image/png',
) {
  const data = new FormData()
  for (const [field, value] of Object.entries(fields)) {
    for (const each of [value].flat()) data.append(field, each)
  }
  data.append('file', new Blob([file], { type }), name)
  return data
}

export async function uploadPicture(
  service: TestService,
  fields: Record<string, string | string[]> = {},
  file = picture(),
  name = 'a.png',
) {
  const { status, body } = await send(service, 'POST', '/api/media', form(file, fields, name))
  if (status !== 201) throw new Error(JSON.stringify(body))
  return z.looseObject({ id: z.number(), cdn_url: z.string(), sha256: z.string() }).parse(body)
}

/** A sound of exactly `size` bytes: noise, but a whole and valid file of its kind. */
export function bulk(size: number): Buffer<ArrayBuffer> {
  const file = Buffer.alloc(size)
  const noise = randomBytes(Math.min(size, 65_536))
  for (let at = 0; at < size; at += noise.length) noise.copy(file, at)
  const header = Buffer.alloc(44)
  header.write('RIFF', 0, 'latin1')
  header.writeUInt32LE(Math.max(0, size - 8), 4)
  header.write('WAVEfmt ', 8, 'latin1')
  header.writeUInt32LE(16, 16)
  // PCM, one channel, 44,100 samples a second of two bytes.
  for (const [at, value] of [
    [20, 1],
    [22, 1],
    [32, 2],
    [34, 16],
  ] as const)
    header.writeUInt16LE(value, at)
  header.writeUInt32LE(44_100, 24)
  header.writeUInt32LE(88_200, 28)
  header.write('data', 36, 'latin1')
  header.writeUInt32LE(Math.max(0, size - 44), 40)
  header.copy(file)
  return file
}

export function sha256(bytes: Uint8Array) {
  return createHash('sha256').update(bytes).digest('hex')
}

export async function openUpload(service: TestService, file: Uint8Array, more: Body = {}) {
  const named = isSound(file)
    ? { filename: 'big.wav', mime_type: 'audio/wav' }
    : { filename: 'small.png', mime_type: 'image/png' }
  const plain = { ...named, size_bytes: file.length, ...more }
  const { status, body } = await service.rest('POST', '/api/media/uploads', plain)
  if (status !== 201) throw new Error(JSON.stringify(body))
  return z
    .object({ upload_id: z.string(), chunk_size: z.number(), received_bytes: z.number() })
    .loose()
    .parse(body)
}

export function chunk(
  service: TestService,
  id: string,
  offset: unknown,
  bytes: Uint8Array<ArrayBuffer>,
  headers = {},
) {
  return send(
    service,
    'PATCH',
    `/api/media/uploads/${id}?offset=${String(offset)}`,
    new Blob([bytes]),
    {
      'content-type': 'application/octet-stream',
      ...headers,
    },
  )
}

export async function sendAll(service: TestService, file: Buffer<ArrayBuffer>, more: Body = {}) {
  const { upload_id, chunk_size } = await openUpload(service, file, more)
  for (let at = 0; at < file.length; at += chunk_size) {
    const { status, body } = await chunk(service, upload_id, at, file.subarray(at, at + chunk_size))
    if (status !== 200) throw new Error(JSON.stringify(body))
  }
  return upload_id
}

function isSound(file: Uint8Array) {
  return Buffer.from(file.subarray(0, 4)).toString('latin1') === 'RIFF'
}

/** Which format the content has. Names and declared types are not looked at, but for what has no signature. */
import { fileTypeFromFile } from 'file-type'
import { ACCEPTED, extensionOf, type Format } from './formats.ts'
import { Refused } from './probed.ts'

/** By the extensions file-type answers; what is not here is not accepted. */
const known: Readonly<Record<string, Format>> = {
  jpg: 'jpeg',
  png: 'png',
  apng: 'png',
  gif: 'gif',
  webp: 'webp',
  mp4: 'mp4',
  m4v: 'mp4',
  m4a: 'mp4',
  mov: 'mp4',
  webm: 'webm',
  mp3: 'mp3',
  wav: 'wav',
  aac: 'aac',
  pdf: 'pdf',
  vtt: 'vtt',
}

/**
 * Old files of sound have rubbish before the first frame, which hides them from any signature, and captions are text: the
 * reader then decides.
 */
const withoutSignature: Readonly<Record<string, Format>> = {
  mp3: 'mp3',
  aac: 'aac',
  srt: 'srt',
  vtt: 'vtt',
}

/** @throws {Refused} `unsupported_type` */
export async function sniff(path: string, filename: string): Promise<Format> {
  const found = await fileTypeFromFile(path)
  if (!found) {
    const format = withoutSignature[extensionOf(filename)]
    if (format) return format
    throw new Refused('unsupported_type', `The content is of no known type. ${ACCEPTED}`)
  }
  const format = known[found.ext]
  if (format) return format
  throw new Refused('unsupported_type', `The content is ${found.mime}. ${ACCEPTED}`)
}

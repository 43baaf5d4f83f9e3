/** `crier upload FILE`: into the media library of the running service; after an interruption the same command goes on. */
import { randomBytes } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { z } from 'zod'
import { digestOf } from '#blobs/spool.ts'
import type { Config } from '#config/config.ts'
import { extensionOf, extensionProblem, extensions } from '#rules/media.ts'
import { baseUrlOf } from './base-url.ts'
import { type Command, CommandError, UsageError } from './command.ts'
import { table } from './table.ts'
import { upload, UploadRefused } from '@crier/sdk'

const Notes = z.record(z.string(), z.string())

const send: Command = {
  name: 'upload',
  takes: 'FILE [--folder F] [--tags A,B] [--alt-text T] [--url URL --token-file FILE] [--json]',
  summary: 'Send a file of any size to the media library; again after an interruption: it goes on.',
  values: ['file'],
  flags: {
    folder: 'optional',
    tags: 'optional',
    'alt-text': 'optional',
    url: 'optional',
    'token-file': 'optional',
  },
  json: true,

  async run(given, config) {
    const path = resolve(given['file'] ?? '')
    const about = await stat(path).catch(() => undefined)
    if (!about?.isFile()) throw new UsageError(`FILE: There is no file ${path}.`)
    const name = basename(path)
    const problem = extensionProblem(name)
    if (problem !== undefined) throw new UsageError(`FILE: ${problem}`)

    const base_url = addressIn(given['url']) ?? baseUrlOf(config)
    await using key = await keyOf(given, config)
    const sha256 = await digestOf(path, 'sha256', {}, 'hex')
    const notes = notesOf(join(config.data_dir, 'uploads-under-way.json'), `${base_url} ${sha256}`)
    const known = await notes.read()
    const file = await openAsBlob(path)
    const bar = progressBar(name)
    try {
      const item = await upload(
        {
          name,
          type: extensions[extensionOf(name)] ?? 'application/octet-stream',
          size: about.size,
          slice: (start, end) => file.slice(start, end),
        },
        {
          base_url,
          token: key.token,
          sha256,
          about: {
            ...(given['folder'] !== undefined && { folder: given['folder'] }),
            ...(given['tags'] !== undefined && { tags: given['tags'].split(',') }),
            ...(given['alt-text'] !== undefined && { alt_text: given['alt-text'] }),
          },
          ...(known !== undefined && { upload_id: known }),
          onSession: (upload_id) => notes.write(upload_id),
          onProgress: bar.show,
        },
      )
      await notes.write(undefined)
      const rows = Object.entries(item).map(([field, value]) => [field, JSON.stringify(value)])
      return { data: item, text: table(rows) }
    } catch (error) {
      if (error instanceof UploadRefused) {
        await notes.write(undefined)
        throw new CommandError(error.message, { cause: error })
      }
      throw new CommandError(
        `The upload was interrupted; the same command goes on with it. (${error instanceof Error ? error.message : String(error)})`,
        { cause: error },
      )
    } finally {
      bar.end()
    }
  },
}

function addressIn(url: string | undefined) {
  if (url === undefined) return undefined
  if (/^https?:/.test(URL.parse(url)?.protocol ?? '')) return url.replace(/\/+$/, '')
  throw new UsageError('--url: Use an address such as https://crier.example.com.')
}

/** The one in a file, or one of our own that lasts as long as the upload: chunks take an unrestricted one. */
async function keyOf(given: Record<string, string>, config: Config) {
  const file = given['token-file']
  if (file !== undefined) {
    const text = await readFile(file, 'utf8').catch(() => undefined)
    if (text === undefined) throw new UsageError(`--token-file: There is no file ${file}.`)
    const token = text.trim()
    return { token, [Symbol.asyncDispose]: async () => {} }
  }
  if (given['url'] !== undefined) throw new UsageError('Give --token-file with --url.')
  const { lendKey } = await import('./lent-key.ts')
  return lendKey(config, { name: `crier upload ${randomBytes(4).toString('hex')}` })
}

/** Which upload belongs to which bytes, over interruptions. */
function notesOf(path: string, entry: string) {
  const all = async () => {
    const text = await readFile(path, 'utf8').catch(() => '{}')
    return Notes.catch({}).parse(JSON.parse(text))
  }
  return {
    read: async () => (await all())[entry],
    async write(upload_id: string | undefined) {
      const { [entry]: _, ...others } = await all()
      const notes = upload_id === undefined ? others : { ...others, [entry]: upload_id }
      if (!Object.keys(notes).length) return rm(path, { force: true })
      await mkdir(resolve(path, '..'), { recursive: true })
      await writeFile(`${path}.new`, JSON.stringify(notes), { mode: 0o600 })
      await rename(`${path}.new`, path)
    },
  }
}

const WIDTH = 30

/** On a terminal only: elsewhere it would be noise. */
function progressBar(name: string) {
  const { stderr } = process
  const show = (received: number, size: number) => {
    if (!stderr.isTTY) return
    const share = size ? received / size : 1
    const bar = '█'.repeat(Math.round(share * WIDTH)).padEnd(WIDTH, '░')
    stderr.write(`\r${name} ${bar} ${Math.floor(share * 100)} % of ${(size / 1e6).toFixed(1)} MB`)
  }
  return { show, end: () => void (stderr.isTTY && stderr.write('\n')) }
}

export const uploadCommands = [send]

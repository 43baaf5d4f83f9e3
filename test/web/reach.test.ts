/** What the API can do, a person can do in the dashboard, or it is written here why not. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { operations } from '#operations/index.ts'

const folder = fileURLToPath(new URL('../../web/src/', import.meta.url))

/** What a person does by other means, and the text of a source that is this means. */
const otherwise: Record<string, { by: string; in: string; says: string }> = {
  disconnect_account: {
    by: 'the row of an account, over a route of the console',
    in: 'rooms/accounts/account-row.tsx',
    says: "ask('DELETE', `/workspaces/${here.id}/accounts/",
  },
  reconnect_account: {
    by: 'the room that connects, which a browser goes through itself',
    in: 'rooms/accounts/again.ts',
    says: "to: '/accounts/connect'",
  },
  list_events: {
    by: 'the live stream of a workspace, and the room that tells what happened',
    in: 'live/stream.ts',
    says: 'new EventSource(`/console/workspaces/',
  },
  schedule_posts: {
    by: 'the room that makes posts of a table',
    in: 'rooms/import/import.tsx',
    says: '.importPosts(',
  },
  ...Object.fromEntries(
    ['delete_media', 'restore_media'].map((name) => [
      name,
      {
        by: 'the library, which does it to one as to many',
        in: 'rooms/library/use-many.ts',
        says: 'crier.updateManyMedia({',
      },
    ]),
  ),
  ...Object.fromEntries(
    ['open_upload', 'get_upload', 'upload_chunk', 'complete_upload'].map((name) => [
      name,
      {
        by: 'whatever takes files, in pieces that the SDK sends',
        in: 'writing/sending.ts',
        says: "upload, UploadRefused } from '@crier/sdk'",
      },
    ]),
  ),
}

/** What a person cannot do there. Whoever builds it takes its line away. */
const missing: Record<string, string> = {
  preview_link: 'Previews show the card that a rehearsal of the whole post tells.',
  cancel_upload:
    'Giving up stops the sending; what arrived is dropped after a day (limits.upload_hours).',
}

test('every operation is in a room, or it is written why not', () => {
  const called = callsOf(loadedFrom('main.tsx'))
  const names = operations.flatMap(({ name, rest }) => ('absent' in rest ? [] : [name]))
  const reached = names.filter((name) => called.has(methodOf(name)))
  const listed = [...Object.keys(otherwise), ...Object.keys(missing)]

  assert.deepEqual(
    names.filter((name) => !reached.includes(name) && !listed.includes(name)),
    [],
    'No room reaches these.',
  )
  assert.deepEqual(
    listed.filter((name) => reached.includes(name) || !names.includes(name)),
    [],
    'Rooms reach these, or they are gone: take them off the list.',
  )
})

test('what is reached by other means is', () => {
  const loaded = loadedFrom('main.tsx')
  const gone = Object.entries(otherwise).filter(
    ([, means]) => !loaded.get(means.in)?.includes(means.says),
  )
  assert.deepEqual(gone, [])
})

/** Every source that a page can come to load, with its text. */
function loadedFrom(entry: string) {
  const all = new Map(
    globSync('**/*.{ts,tsx}', { cwd: folder }).map((file) => {
      return [file.replaceAll('\\', '/'), readFileSync(folder + file, 'utf8')]
    }),
  )
  const loaded = new Map<string, string>()
  const take = (file: string) => {
    const text = all.get(file)
    if (text === undefined || loaded.has(file)) return
    loaded.set(file, text)
    for (const [, from, effect, later] of text.matchAll(
      /\bfrom '(\.[^']+)'|^import '(\.[^']+)'|\bimport\('(\.[^']+)'\)/gm,
    ))
      take(path.posix.join(path.posix.dirname(file), from ?? effect ?? later ?? ''))
  }
  take(entry)
  return loaded
}

/** Methods of the SDK that are called; a question of `api/` counts where somebody asks it. */
function callsOf(loaded: ReadonlyMap<string, string>) {
  const found = new Set<string>()
  for (const [file, text] of loaded)
    for (const { 1: method = '', index } of text.matchAll(/\bcrier\s*\.(\w+)\(/g)) {
      const [, asked] = text.slice(0, index).match(/.*export (?:const|function) (\w+)/s) ?? []
      const elsewhere = [...loaded].some(
        ([other, words]) => other !== file && new RegExp(`\\b${asked}\\b`).test(words),
      )
      if (!file.startsWith('api/') || elsewhere) found.add(method)
    }
  return found
}

function methodOf(name: string) {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}

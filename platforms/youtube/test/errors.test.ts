import assert from 'node:assert/strict'
import { test } from 'node:test'
import { file } from '../../kit/test/files.ts'
import { failureOf, publication, stage, told } from '../../kit/test/stage.ts'
import type { Tools } from '../../platform.ts'
import { errorRows } from './error-rows.ts'
import { manifest } from '../manifest.ts'
import { refresh } from '../oauth.ts'
import { publish } from '../publish.ts'
import { account } from './testing.ts'

for (const { row, reply, kind, code, more } of errorRows) {
  test(`${row}: ${kind} ${code}`, async () => {
    const { tools } = stage(manifest, reply)
    const failure = await failureOf(playing(row, tools))
    assert.equal(told(failure), [kind, code, ...(more ? [more] : [])].join(' '))
    assert.match(failure.message, /^[A-Z].*\.$/)
  })
}

/** What the row is about. */
async function playing(row: string, tools: Tools): Promise<unknown> {
  if (row.startsWith('refreshing')) return refresh(account, tools)
  const content = publication({
    media: [file('video/mp4'), file('image/png')],
    first_comment: 'First',
    options: { playlist_id: 'PLada' },
  })
  const names = { thumbnail: 'thumbnail', playlist: 'playlist', comment: 'comment' }
  const [, name] = Object.entries(names).find(([word]) => row.startsWith(word)) ?? []
  const step = publish(content, account, tools).find((one) => one.name === (name ?? 'session'))
  return step?.run({ post: { platform_post_id: 'vid_4711abc' } })
}

test('no two rows have one name', () => {
  assert.equal(new Set(errorRows.map(({ row }) => row)).size, errorRows.length)
})

test('words of Google are kept without tokens', async () => {
  const message = `Bad token access-token-of-ada, Bearer ya29.${'a1'.repeat(30)}`
  const { tools } = stage(manifest, { status: 400, json: { error: { message, errors: [] } } })
  const [access] = publish(publication({ media: [file('video/mp4')] }), account, tools)
  const { words = '' } = await failureOf(access?.run({}) ?? Promise.resolve())
  assert.match(words, /^Bad token \*\*\*/)
  assert.doesNotMatch(words, /ada|a1a1/)
})

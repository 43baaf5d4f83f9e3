import assert from 'node:assert/strict'
import { test } from 'node:test'
import { manifests } from '#platforms/catalog.ts'
import { estimatedCost } from './cost.ts'

const post = {
  content: 'Plain words',
  first_comment: null,
  media: [],
  platform_content: [],
  platform_options: {},
}
const on = (
  platform: string,
  id: number,
  texts: readonly string[] | null = null,
  files: readonly number[][] = [],
) => ({
  id,
  platform,
  pivot: {
    parts: texts?.map((content, index) => ({ content, media_ids: files[index] ?? [] })) ?? null,
  },
})
const picture = (id: number, alt_text: string | null = 'A cat') => ({
  id,
  mime_type: 'image/png',
  alt_text,
})

test('what a post costs follows from what the platform sees in it', () => {
  const cost = (content: string) =>
    estimatedCost({ ...post, content, socialAccounts: [on('x', 1)] }, manifests)?.usd
  assert.equal(cost('Plain words'), 0.015)
  assert.equal(cost('See https://example.com/page'), 0.2)
  assert.equal(cost('See example.com, without a scheme'), 0.2)
  assert.equal(cost('Version 1.2 of it'), 0.015)
})

test('where nobody asks for anything nothing is told, and of several accounts each', () => {
  const free = { ...post, socialAccounts: [on('bluesky', 2), on('linkedin', 3)] }
  assert.equal(estimatedCost(free, manifests), undefined)
  const some = { ...post, socialAccounts: [on('x', 1), on('bluesky', 2), on('x', 4)] }
  assert.deepEqual(estimatedCost(some, manifests), {
    usd: 0.03,
    per_account: [
      { account_id: 1, usd: 0.015 },
      { account_id: 4, usd: 0.015 },
    ],
  })
})

test('parts, a first comment, words of its own and descriptions of pictures count', () => {
  const thread = on('x', 1, ['One', 'Two https://example.com', 'Three'])
  const of = (more: object) =>
    estimatedCost({ ...post, socialAccounts: [on('x', 1)], ...more }, manifests)?.usd
  assert.equal(of({ socialAccounts: [thread] }), 0.23)
  assert.equal(of({ first_comment: 'https://example.com' }), 0.215)
  assert.equal(of({ platform_content: [{ account_id: 1, content: 'example.com' }] }), 0.2)
  assert.equal(of({ media: [picture(1), picture(2, null)] }), 0.02)
  assert.equal(of({ media: [{ ...picture(1), mime_type: 'video/mp4' }] }), 0.015)
})

test('descriptions of pictures cost in whichever part they are shown, each time', () => {
  const of = (files: number[][]) =>
    estimatedCost(
      {
        ...post,
        media: [picture(1)],
        part_media: [picture(2), picture(3, null)],
        socialAccounts: [on('x', 1, ['One', 'Two', 'Three'], files), on('bluesky', 2)],
      },
      manifests,
    )?.usd
  assert.equal(of([[], [], []]), 0.045)
  assert.equal(of([[1], [2], [3]]), 0.055)
  assert.equal(of([[1], [2], [2, 1]]), 0.065)
})

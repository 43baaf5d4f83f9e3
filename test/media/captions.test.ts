/** Captions: taken into the library, sent with a video where they are taken, left out elsewhere. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { makeMp4 } from '#probing/testing-mp4.ts'
import { accountInSandbox } from '../connecting/sandboxed.ts'
import { type Body, openService } from '../service.ts'
import { form, send } from './kit.ts'

const service = await openService()
after(() => service[Symbol.asyncDispose]())
const youtube = await accountInSandbox(service, 'youtube')

const SRT = '1\n00:00:00,000 --> 00:00:01,000\nGood morning\n'
const upload = async (text: string | Buffer<ArrayBuffer>, name: string, type = '') =>
  send(service, 'POST', '/api/media', form(Buffer.from(text), {}, name, type))

test('captions are an item of the library like any other, and found by their type', async () => {
  const { status, body } = await upload(SRT, 'morning.srt', 'application/x-subrip')
  assert.equal(status, 201, JSON.stringify(body))
  assert.deepEqual(
    [body['mime_type'], body['thumbnail_url'], body['duration']],
    ['text/srt', null, null],
  )
  const found = await service.rest('GET', '/api/media?type=captions')
  assert.deepEqual(
    (found.body['data'] as Body[]).map(({ id }) => id),
    [body['id']],
  )
  const shown = await fetch(String(body['cdn_url']))
  assert.equal(shown.headers.get('x-content-type-options'), 'nosniff')
  assert.equal(await shown.text(), SRT)
})

test('captions that nobody could show are refused with their line', async () => {
  const { status, body } = await upload(SRT.replace('-->', '->'), 'wrong.srt')
  assert.equal(status, 422)
  assert.match(
    (body['errors'] as Record<string, string[]>)['file']?.[0] ?? '',
    /cannot be read at line 2: a cue needs its times, like 00:01:02,500 --> 00:01:05,000/,
  )
})

test('a video goes to YouTube with its captions, and elsewhere without them, which is said before', async () => {
  const film = await upload(Buffer.from(makeMp4()), 'walk.mp4', 'video/mp4')
  assert.equal(film.status, 201, JSON.stringify(film.body))
  const words = await upload(`WEBVTT\n\n00:00.000 --> 00:01.000\nGood morning\n`, 'walk.vtt')
  assert.equal(words.status, 201, JSON.stringify(words.body))
  const [video, captions] = [Number(film.body['id']), Number(words.body['id'])]
  const post = (more: Body) => ({
    content: 'A walk in the morning',
    social_account_ids: [youtube],
    media_ids: [video, captions],
    ...more,
  })
  const options = (...tracks: Body[]) => ({ platform_options: { youtube: { captions: tracks } } })
  const errors = async (more: Body) => {
    const wanted = { when: '2999-01-01T10:00:00Z', dry_run: true }
    const { body } = await service.rest('POST', '/api/posts', post({ ...wanted, ...more }))
    return body['errors'] as Record<string, string[]> | undefined
  }
  assert.match((await errors({}))?.['media_ids.1']?.[0] ?? '', /has to know the language/)
  const lone = await errors({ media_ids: [captions] })
  assert.match(lone?.['media_ids']?.join() ?? '', /no post without media: video\./)
  const strange = await errors(
    options({ media_id: captions, language: 'en' }, { media_id: 1, language: 'de' }),
  )
  assert.deepEqual(Object.keys(strange ?? {}), ['platform_options.youtube.captions.1.media_id'])

  const both = {
    social_account_ids: [youtube, service.accounts['x']],
    ...options({ media_id: captions, language: 'en', name: 'All of it' }),
  }
  const rehearsed = await service.rest(
    'POST',
    '/api/posts',
    post({ ...both, when: '2999-01-01T10:00:00Z', dry_run: true }),
  )
  assert.equal(rehearsed.status, 200, JSON.stringify(rehearsed.body))
  assert.match(
    JSON.stringify(rehearsed.body['warnings']),
    /X .* takes no captions; they are left out there/,
  )
  const made = await service.rest('POST', '/api/posts', post({ ...both, when: 'now' }))
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const { result } = await service.tool('get_post', { id: made.body['id'], wait: 30 })
  assert.equal(result['outcome'], 'published', JSON.stringify(result))
  const [there] = await service.received('youtube')
  assert.partialDeepStrictEqual(there, { extra: { captions: ['en All of it'] } })
  const { media: shown_on_x } = (await service.received('x')).at(-1) ?? {}
  assert.ok(Array.isArray(shown_on_x) && shown_on_x.length === 1)
  const used = await service.rest('DELETE', `/api/media/${captions}`)
  assert.equal(used.status, 204, JSON.stringify(used.body))
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { file } from '../../kit/test/files.ts'
import {
  failureOf,
  lookingStep,
  publication,
  type Reply,
  runAll,
  stage,
  told,
} from '../../kit/test/stage.ts'
import { choices } from '../choices.ts'
import { manifest, Options } from '../manifest.ts'
import { publish } from '../publish.ts'
import { account, nothing, opened, video } from './testing.ts'

const public_ = {
  json: { items: [{ status: { uploadStatus: 'uploaded', privacyStatus: 'public' } }] },
}
const none: Reply = { json: { items: [] } }
const added = { json: { id: 'item' } }
const lists = (...names: string[]): Reply => ({
  json: { items: names.map((title, index) => ({ id: `PL${index}`, snippet: { title } })) },
})

function publishing(options: Record<string, unknown>, ...replies: Reply[]) {
  const at = stage(manifest, ...replies)
  const content = publication({ media: [file('video/mp4')], options })
  return { ...at, steps: publish(content, account, at.tools) }
}

test('a playlist is found by its name before the video is sent, and kept', async () => {
  const { steps, asked } = publishing(
    { playlist: 'baking' },
    lists('Travel', 'Baking'),
    opened,
    nothing,
    video,
    added,
    public_,
  )
  assert.deepEqual(
    steps.map(({ name }) => name),
    ['named_playlist', 'session', 'post', 'playlist', 'check'],
  )
  const saved = await runAll(steps)
  assert.deepEqual(saved['named_playlist'], { playlist_id: 'PL1' })
  assert.equal(Object(asked[4]?.json).snippet.playlistId, 'PL1')
  const { parent, media } = lookingStep(steps, 'playlist').ours(saved)
  assert.deepEqual([parent, media], ['PL1', ['vid_4711abc']])
})

test('a name that no playlist has, or two, is refused before anything is sent', async () => {
  for (const [playlist, says] of [
    ['Cooking', /no playlist called Cooking\. It has Travel, travel, Baking/],
    ['TRAVEL', /Several playlists are called TRAVEL/],
  ] as const) {
    const { steps, asked } = publishing({ playlist }, lists('Travel', 'travel', 'Baking'))
    const failure = await failureOf(runAll(steps))
    assert.equal(told(failure), 'rejected playlist_gone')
    assert.match(failure.message, says)
    assert.equal(asked.length, 1)
  }
})

test('a name is looked for on all pages, and once more on the last one', async () => {
  const page = (name: string, next?: string) => ({
    json: {
      items: [{ id: `PL${name}`, snippet: { title: name } }],
      ...(next && { nextPageToken: next }),
    },
  })
  const pages = ['a', 'b', 'c', 'd', 'e'].map((name) => page(name, name))
  const found = publishing({ playlist: 'last' }, ...pages, page('Last'), opened, nothing, video)
  const [named] = found.steps
  assert.deepEqual(await named?.run({}), { playlist_id: 'PLLast' })
  const twice = publishing({ playlist: 'A' }, ...pages, page('A'), page('A'))
  assert.deepEqual(await twice.steps[0]?.run({}), { playlist_id: 'PLA' }, 'the same to the letter')
  const alike = publishing({ playlist: 'a' }, ...pages, page('a'))
  assert.equal(told(await failureOf(alike.steps[0]!.run({}))), 'rejected playlist_gone')
})

test('what is known of the playlists is said when the post is written', async () => {
  const { tools } = stage(manifest, lists('Travel', 'Baking', 'baking'), none, none)
  const { settings } = await choices({ account, tools })
  const said = (options: Record<string, unknown>, known = settings) =>
    manifest
      .objects?.({ options, text: '', media: [] }, { settings: known ?? {} })
      .map((one) => `${'option' in one ? one.option : ''} ${one.said({ who: 'It' }).text}`.trim())
      .join(' ') ?? ''
  assert.match(
    said({ playlist: 'Attic' }),
    /^playlist It has no playlist called Attic; it has Travel/,
  )
  assert.match(said({ playlist: 'BAKING' }), /has 2 playlists called BAKING/)
  assert.match(said({ playlist: 'Travel', playlist_id: 'PL1' }), /told the playlist twice/)
  assert.equal(said({ playlist: 'travel' }), '')
  assert.equal(said({ playlist: 'Attic' }, {}), '', 'nothing is known yet')
})

test('more playlists than are read say nothing of what is missing', async () => {
  const more = { json: { ...Object(lists('Travel').json), nextPageToken: 'x' } }
  const { tools } = stage(manifest, more, more, more, more, none, none)
  const { settings, complete } = await choices({ account, tools })
  assert.deepEqual([settings, complete], [{ playlists: [] }, false])
})

test('languages are offered by name, for the words and for the voice', async () => {
  const languages = { json: { items: [{ id: 'pt', snippet: { hl: 'pt', name: 'Portuguese' } }] } }
  const { tools } = stage(manifest, lists(), none, languages)
  const { options } = await choices({ account, tools })
  const offered = [{ value: 'pt', name: 'Portuguese' }]
  assert.deepEqual([options['language'], options['audio_language']], [offered, offered])
})

test('the languages of the words and of the voice are told apart', async () => {
  const options = { language: 'pt-BR', audio_language: 'de' }
  const { steps, asked } = publishing(options, opened, nothing, video, public_)
  await runAll(steps)
  const { defaultLanguage, defaultAudioLanguage } = Object(asked[0]?.json).snippet
  assert.deepEqual([defaultLanguage, defaultAudioLanguage], ['pt-BR', 'de'])
  assert.equal(Options.safeParse({ language: 'German' }).success, false)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { UNNUMBERED } from '../../../test/finding.ts'
import { file } from '../../kit/test/files.ts'
import { failureOf, NOW, publication, type Reply } from '../../kit/test/stage.ts'
import { account, publishing, refused, told } from './testing.ts'

const HELLO = 'Hello to everybody out there'
const OTHER = 'Quite another story, of something else'

const at = (seconds: number) =>
  new Date(NOW.getTime() + seconds * 1000).toISOString().replace('.000Z', '+0000')
const permalink = 'https://www.instagram.com/p/x/'
const listed = (...media: [string, string, number, object?][]): Reply => ({
  json: {
    data: media.map(([id, caption, seconds, more]) => ({
      id,
      caption,
      permalink,
      timestamp: at(seconds),
      ...more,
    })),
  },
})
const OLDER: [string, string, number] = ['1', OTHER, -7200]

function looking(text: string, ...replies: Reply[]) {
  return publishing(account, publication({ text, media: [file('image/jpeg')] }), ...replies)
}
const saved = { ready: { container: '17' } }

async function find(text: string, ...replies: Reply[]) {
  const finder = looking(text, ...replies).finder('post')
  return finder.find(saved, { started_at: NOW, look: 1 })
}
async function look(...replies: Reply[]) {
  return looking(HELLO, ...replies)
    .looker('post')
    .look(saved, { from: NOW, look: 2 })
}
const found = { found: { platform_post_id: '8', platform_url: permalink } }

test('what the container says of itself is what is known', async () => {
  const known = async (reply: Reply) => (await look(reply, listed(OLDER))).known
  assert.deepEqual(await known(told('PUBLISHED')), { is: 'landed', ids: [], url: null })
  assert.deepEqual(await known(told('FINISHED')), { is: 'open' })
  const again = NOW.getTime() + 20_000
  assert.deepEqual(await known(told('IN_PROGRESS')), { is: 'working', again })
  const words = 'Expired: not published within 24 hours'
  assert.deepEqual(await known(told('EXPIRED', words)), { is: 'dead', code: 'unused', words })
})

test('a container that failed is refused for a reason of the media, of no use for a passing one, else unknown', async () => {
  const known = async (words: string) => (await look(told('ERROR', words), listed(OLDER))).known
  const error = (code: string) => `Error: Media upload has failed with error code ${code}`
  const dead = await known(error('2207026'))
  assert.equal(dead?.is === 'dead' && dead.code, 'media_rejected')
  const unused = await known(error('2207053'))
  assert.equal(unused?.is === 'dead' && unused.code, 'unused')
  assert.deepEqual(await known(error('2207051')), { is: 'unknown' }, 'spam may be out')
  assert.deepEqual(await known(''), { is: 'unknown' })
})

test('a container that cannot be read is unknown, and never “did not land”', async () => {
  for (const untold of [refused(100, 33), refused(24, 2207008), refused(-2, 2207020)]) {
    assert.deepEqual((await look(untold, listed(OLDER))).known, { is: 'unknown' })
  }
  const waits = await failureOf(look({ status: 503, text: '<html></html>' }))
  assert.equal(waits.kind, 'later')
})

test('a published one is the post of its words and minute, and not an older one of the same words', async () => {
  const list = listed(['9', OTHER, 1], ['8', HELLO, 2], ['7', HELLO, -3600])
  assert.deepEqual(await find(HELLO, told('PUBLISHED'), list), found)
})

test('a trial reel that is not listed may be out: its container says so, or a person', async () => {
  const media = [file('video/mp4')]
  const trial = publication({ text: HELLO, media, options: { trial_reel: 'MANUAL' } })
  const findTrial = async (...replies: Reply[]) =>
    publishing(account, trial, ...replies)
      .finder('post')
      .find(saved, { started_at: NOW, look: 1 })
  assert.equal(await findTrial(refused(100, 33), listed(OLDER)), 'unknowable')
  assert.equal(await find(HELLO, refused(100, 33), listed(OLDER)), 'absent')
  assert.deepEqual(await findTrial(told('PUBLISHED'), listed(OLDER)), { found: UNNUMBERED })
  assert.equal(await findTrial(told('FINISHED'), listed(OLDER)), 'absent')
  const shown = listed(['8', HELLO, 2, { media_type: 'VIDEO' }])
  assert.deepEqual(await findTrial(told('PUBLISHED'), shown), found)
})

test('its address is asked for where the list does not tell it', async () => {
  const list = listed(['8', HELLO, 2, { permalink: undefined }])
  assert.deepEqual(await find(HELLO, told('PUBLISHED'), list, { json: { permalink } }), found)
})

test('an open container is sent once more, whatever stands in the list', async () => {
  assert.equal(await find(HELLO, told('FINISHED'), listed()), 'absent')
  assert.equal(await find(HELLO, told('FINISHED'), listed(['8', HELLO, 2])), 'absent')
  assert.equal(await find('', told('FINISHED'), listed(['8', '', 2])), 'absent')
})

test('published and not listed yet, or listed twice, is out without a number, never guessed at', async () => {
  const known = { is: 'landed', ids: [], url: null }
  const twice = listed(['9', HELLO, 3], ['8', HELLO, 2])
  for (const list of [listed(['9', OTHER, 1]), twice, refused(100)]) {
    assert.deepEqual((await look(told('PUBLISHED'), list)).known, known)
    assert.deepEqual(await find(HELLO, told('PUBLISHED'), list), { found: UNNUMBERED })
  }
})

test('a container that ended or is not told of is looked for by its words', async () => {
  for (const told_ of [told('EXPIRED'), refused(100, 33)]) {
    assert.deepEqual(await find(HELLO, told_, listed(['8', HELLO, 2])), found)
    assert.equal(await find(HELLO, told_, listed(OLDER)), 'absent')
    assert.equal(await find(HELLO, told_, listed()), 'unknowable', 'an empty list says nothing')
    assert.equal(await find('', told_, listed(['8', '', 2])), 'unknowable')
  }
})

test('a caption is known with other white space, entities and decomposed letters', async () => {
  const text = 'Two  spaces &\ncaf\u00e9 by the river\u200b'
  const shown = 'Two spaces &amp; cafe\u0301 by the river'
  assert.deepEqual(await find(text, told('PUBLISHED'), listed(['8', shown, 2])), found)
})

test('media of another kind are not ours', async () => {
  const wordless = (media_type: string) => listed(['8', '', 2, { media_type }])
  assert.equal(await find('', refused(100, 33), wordless('VIDEO')), 'absent')
  assert.equal(await find('', refused(100, 33), wordless('IMAGE')), 'unknowable')
})

test('all pages are read until ten in order reach back behind the call', async () => {
  const next = { paging: { cursors: { after: 'x' }, next: 'https://platform.test/next' } }
  const page = (...media: [string, string, number][]): Reply => ({
    json: { ...Object(listed(...media).json), ...next },
  })
  const more = publishing(
    account,
    publication({ text: HELLO, media: [file('image/jpeg')] }),
    told('PUBLISHED'),
    page(['9', OTHER, 1]),
    listed(['8', HELLO, 1]),
  )
  const finding = await more.finder('post').find(saved, { started_at: NOW, look: 1 })
  assert.deepEqual(finding, found)
  assert.equal(more.asked[2]?.url.searchParams.get('after'), 'x')
  const endless = Array.from({ length: 4 }, () => page(['9', OTHER, 1]))
  assert.equal((await look(refused(100, 33), ...endless)).reach, 'part')
  const ten = Array.from({ length: 10 }, (_, index): [string, string, number] => [
    `${index + 10}`,
    OTHER,
    5 - index * 1000,
  ])
  assert.equal((await look(refused(100, 33), page(...ten))).reach, 'past_window')
})

const COMMENT = 'Nice to have you here, all of you'
const below = { post: { platform_post_id: '18' } }
const ofPost = (comments_count: number): Reply => ({ json: { username: 'ada', comments_count } })
const comments = (...all: object[]): Reply => ({
  json: { data: all.map((one) => ({ text: COMMENT, timestamp: at(1), username: 'ada', ...one })) },
})

async function comment(...replies: Reply[]) {
  const post = publication({ first_comment: COMMENT, media: [file('image/jpeg')] })
  const { finder } = publishing(account, post, ...replies)
  return finder('comment').find(below, { started_at: NOW, look: 1 })
}

test('a comment is found by its words, whatever white space they are shown with', async () => {
  const ours = { id: '77', text: 'Nice to have  you here,\nall of you ' }
  assert.deepEqual(await comment(ofPost(1), comments(ours)), {
    found: { platform_post_id: '77', platform_url: null },
  })
})

test('comments of others and answers are not ours; no comment is absent where the post counts none', async () => {
  assert.equal(await comment(ofPost(1), comments({ id: '77', username: 'bo' })), 'absent')
  assert.equal(await comment(ofPost(1), comments({ id: '77', parent_id: '70' })), 'absent')
  assert.equal(await comment(ofPost(0), comments()), 'absent')
  assert.equal(await comment(ofPost(2), comments()), 'unknowable')
})

test('below a post whose number is not known yet no comment is sent', async () => {
  const post = publication({ first_comment: COMMENT, media: [file('image/jpeg')] })
  const { looker, asked } = publishing(account, post)
  const pending = { post: { platform_post_id: null, platform_url: null } }
  const step = looker('comment')
  assert.equal(step.ours(pending).parent, null)
  assert.equal((await failureOf(step.run(pending))).code, 'not_shown_yet')
  assert.equal(asked.length, 0)
})

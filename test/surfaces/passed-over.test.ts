/** Options that a platform would pass over, or refuse once the post is due: refused when the post is written. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openService } from '../service.ts'
import { demoWorkspace } from './kit.ts'
import { type Case, trying } from './tried.ts'

const service = await openService({ ROLE: 'api' })
after(() => service[Symbol.asyncDispose]())
const written = trying(service, await demoWorkspace(service))

const profile = { platform: 'linkedin', settings: { kind: 'profile' } }
const video = {
  mime_type: 'video/mp4',
  size_bytes: 900_000,
  width: 1080,
  height: 1920,
  duration: 20,
}
const picture = { mime_type: 'image/jpeg', size_bytes: 90_000, width: 1080, height: 1080 }

const wrong: Record<string, Case & { field: string; says: RegExp }> = {
  'a spoiler that stands once more behind an emoji': {
    account: { platform: 'threads', settings: {} },
    content: 'It was a baker 🥖, a baker.',
    options: { spoilers: ['a baker'] },
    field: 'platform_options.threads.spoilers',
    says: /ASCII/,
  },
  'a spoiler that stands in more places than Threads hides': {
    account: { platform: 'threads', settings: {} },
    content: 'buns, '.repeat(11),
    options: { spoilers: ['buns'] },
    field: 'platform_options.threads.spoilers',
    says: /at most 10 places; these passages stand in 11/,
  },
  'a card that is the sixth link on Threads': {
    account: { platform: 'threads', settings: {} },
    content: [1, 2, 3, 4, 5].map((number) => `https://example.com/${number}`).join(' '),
    options: { link_attachment: 'https://example.com/6' },
    field: 'platform_options.threads.link_attachment',
    says: /at most 5 different links, .*; this has 6/,
  },
  'the link of a long text that is the sixth on Threads': {
    account: { platform: 'threads', settings: {} },
    content: [1, 2, 3, 4, 5].map((number) => `https://example.com/${number}`).join(' '),
    options: {
      text_attachment: { plaintext: 'Long', link_attachment_url: 'https://example.com/6' },
    },
    field: 'platform_options.threads.text_attachment.link_attachment_url',
    says: /at most 5 different links/,
  },
  'two on LinkedIn of one name': {
    account: profile,
    content: 'Thanks to @Ada',
    options: { mentions: ['Ada (urn:li:person:ada)', 'Ada (urn:li:organization:1)'] },
    field: 'platform_options.linkedin.mentions.1',
    says: /cannot tell whose name @Ada is/,
  },
  'two Pages on Facebook of one name': {
    account: { platform: 'facebook', settings: {} },
    content: 'Thanks to @Ada and @Bo',
    options: { mentions: ['Ada (105000000000003)', 'Bo (105000000000002)', 'Ada (7)'] },
    field: 'platform_options.facebook.mentions.2',
    says: /cannot tell whose name @Ada is/,
  },
  'a text on LinkedIn that its mentions make too long': {
    account: profile,
    content: `@Ada ${'x'.repeat(2995)}`,
    options: { mentions: ['Ada (urn:li:organization:2414183)'] },
    field: 'platform_options.linkedin.mentions',
    says: /at most 3000 characters, .*; this has 3031/,
  },
  'the cover of a reel behind its end on Instagram': {
    account: { platform: 'instagram', settings: {} },
    media: video,
    options: { thumb_offset: 20_001 },
    field: 'platform_options.instagram.thumb_offset',
    says: /a video of 20 s here; the cover is at 20.001 s/,
  },
  'a frame of a picture on Instagram': {
    account: { platform: 'instagram', settings: {} },
    media: picture,
    options: { thumb_offset: 0 },
    field: 'platform_options.instagram.thumb_offset',
    says: /covers for reels only/,
  },
  'a cover by time on Pinterest behind the end of the video': {
    account: { platform: 'pinterest', settings: {} },
    media: video,
    options: { cover_second: 21 },
    field: 'platform_options.pinterest.cover_second',
    says: /a video of 20 s here; the cover is at 21 s/,
  },
  'a cover by time on Pinterest of a picture': {
    account: { platform: 'pinterest', settings: {} },
    media: picture,
    options: { cover_second: 0 },
    field: 'platform_options.pinterest.cover_second',
    says: /by time for videos only/,
  },
  'a pin that leads to a script': {
    account: { platform: 'pinterest', settings: {} },
    media: picture,
    options: { link: 'javascript:alert(1)' },
    field: 'platform_options.pinterest.link',
    says: /beginning with https/,
  },
  'the title of a picture on Facebook': {
    account: { platform: 'facebook', settings: {} },
    media: picture,
    options: { title: 'Rye' },
    field: 'platform_options.facebook.title',
    says: /titles for videos only/,
  },
  'the title of a text on Facebook': {
    account: { platform: 'facebook', settings: {} },
    options: { title: 'Rye' },
    field: 'platform_options.facebook.title',
    says: /titles for videos only/,
  },
  'a picture on Instagram that is kept out of the feed': {
    account: { platform: 'instagram', settings: {} },
    media: picture,
    options: { share_to_feed: false },
    field: 'platform_options.instagram.share_to_feed',
    says: /asks of reels only whether they stand in the feed/,
  },
  'a topic of nothing on Threads': {
    account: { platform: 'threads', settings: {} },
    options: { topic_tag: ' ' },
    field: 'platform_options.threads.topic_tag',
    says: /not written as it should be/,
  },
  'a language on Bluesky that no tag has': {
    account: { platform: 'bluesky', settings: {} },
    options: { langs: ['en', 'xx-a'] },
    field: 'platform_options.bluesky.langs.1',
    says: /language tag such as en or pt-BR/,
  },
  'a recurrence on Google that ends before it begins': {
    account: { platform: 'google_business', settings: {} },
    options: {
      topic_type: 'EVENT',
      event: {
        title: 'Baking',
        start_date: '2030-05-02',
        end_date: '2030-05-02',
        recurrence: { pattern: 'DAILY', series_end_time: '2030-04-30T00:00:00Z' },
      },
    },
    field: 'platform_options.google_business.event.recurrence.series_end_time',
    says: /before the first one/,
  },
  'an event on Google without a name': {
    account: { platform: 'google_business', settings: {} },
    options: {
      topic_type: 'EVENT',
      event: { title: ' ', start_date: '2030-05-02', end_date: '2030-05-02' },
    },
    field: 'platform_options.google_business.event.title',
    says: /At least 1/,
  },
}

for (const [name, { field, says, ...post }] of Object.entries(wrong))
  test(`${name} is refused when it is written`, async () => {
    const { status, body } = await written(post)
    assert.equal(status, 422, JSON.stringify(body))
    const errors: Record<string, string[]> = Object(body['errors'])
    assert.deepEqual(Object.keys(errors), [field])
    assert.match(errors[field]?.join() ?? '', says)
  })

test('what a draft on TikTok leaves to its creator is left out, and said', async () => {
  const options = {
    kind: 'inbox',
    privacy_level: 'SELF_ONLY',
    disable_comment: true,
    disable_duet: false,
  }
  const account = { platform: 'tiktok', settings: { privacy_levels: ['SELF_ONLY'], drafts: true } }
  const { status, body } = await written({ account, media: video, options })
  assert.equal(status, 200, JSON.stringify(body))
  const warnings = JSON.stringify(body['warnings'])
  for (const option of ['privacy_level', 'disable_comment'])
    assert.match(warnings, new RegExp(`leaves ${option} to whoever finishes the draft`))
  assert.doesNotMatch(warnings, /disable_duet/)
})

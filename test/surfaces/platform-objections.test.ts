/** What platforms object to in a post as a whole is said when it is written, with rule, limit and measured value. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openService } from '../service.ts'
import { demoWorkspace } from './kit.ts'
import { type Case, trying } from './tried.ts'

const service = await openService({ ROLE: 'api' })
after(() => service[Symbol.asyncDispose]())
const written = trying(service, await demoWorkspace(service))

const page = { platform: 'linkedin', settings: { kind: 'page', role: 'ADMINISTRATOR' } }
const profile = { platform: 'linkedin', settings: { kind: 'profile' } }
const creator = {
  platform: 'tiktok',
  settings: { privacy_levels: ['PUBLIC_TO_EVERYONE', 'SELF_ONLY'], max_video_seconds: 180 },
}

const video = {
  mime_type: 'video/mp4',
  size_bytes: 900_000,
  width: 1080,
  height: 1920,
  duration: 20,
}
const picture = { mime_type: 'image/jpeg', size_bytes: 90_000, width: 1080, height: 1080 }

const answers = ['Rye', 'Wheat']

const wrong: Record<string, Case & { field: string; says: RegExp }> = {
  'a Page’s post for connections only': {
    account: page,
    options: { visibility: 'CONNECTIONS' },
    field: 'platform_options.linkedin.visibility',
    says: /is a Page, which has no connections/,
  },
  'a first comment that is longer than LinkedIn’s comments': {
    account: profile,
    first_comment: 'x'.repeat(1251),
    field: 'first_comment',
    says: /at most 1250 characters; this has 1251/,
  },
  'a poll beside a picture on LinkedIn': {
    account: profile,
    media: picture,
    options: { poll: { question: 'Which bread?', options: answers } },
    field: 'platform_options.linkedin.poll',
    says: /takes poll in posts without media only/,
  },
  'a poll on LinkedIn that asks too long a question': {
    account: profile,
    options: { poll: { question: 'x'.repeat(141), options: answers } },
    field: 'platform_options.linkedin.poll.question',
    says: /140/,
  },
  'a poll beside a picture on X': {
    account: { platform: 'x', settings: {} },
    media: picture,
    options: { poll: { options: answers } },
    field: 'platform_options.x.poll',
    says: /takes poll in posts without media only/,
  },
  'a poll on X with one answer': {
    account: { platform: 'x', settings: {} },
    options: { poll: { options: ['Rye'] } },
    field: 'platform_options.x.poll.options',
    says: /2/,
  },
  'a poll beside a link card on Threads': {
    account: { platform: 'threads', settings: {} },
    options: { poll: { options: answers }, link_attachment: 'https://example.com/bread' },
    field: 'platform_options.threads.link_attachment',
    says: /a poll or a link card, not both/,
  },
  'a spoiler that does not stand in the text': {
    account: { platform: 'threads', settings: {} },
    content: 'It was a baker.',
    options: { spoilers: ['the butcher'] },
    field: 'platform_options.threads.spoilers',
    says: /“the butcher” does not/,
  },
  'a spoiler behind an emoji, whose place Threads would count in its own way': {
    account: { platform: 'threads', settings: {} },
    content: '🥖 It was a baker.',
    options: { spoilers: ['a baker'] },
    field: 'platform_options.threads.spoilers',
    says: /ASCII/,
  },
  'hidden pictures on Threads without any': {
    account: { platform: 'threads', settings: {} },
    options: { is_spoiler_media: true },
    field: 'platform_options.threads.is_spoiler_media',
    says: /no picture or video to hide/,
  },
  'a long text on Threads with a second link': {
    account: { platform: 'threads', settings: {} },
    options: {
      link_attachment: 'https://example.com/a',
      text_attachment: { plaintext: 'Long', link_attachment_url: 'https://example.com/b' },
    },
    field: 'platform_options.threads.text_attachment.link_attachment_url',
    says: /one link/,
  },
  'a quote on Bluesky of what is no post': {
    account: { platform: 'bluesky', settings: {} },
    options: { quote: 'https://bsky.app/profile/ada.example' },
    field: 'platform_options.bluesky.quote',
    says: /address of a post/,
  },
  'people tagged in a carousel on Instagram': {
    account: { platform: 'instagram', settings: {} },
    media: picture,
    more_media: true,
    options: { user_tags: ['ada'] },
    field: 'platform_options.instagram.user_tags',
    says: /this is a carousel/,
  },
  'a tag on Instagram beside the picture': {
    account: { platform: 'instagram', settings: {} },
    media: picture,
    options: { user_tags: ['ada 540 0.5'] },
    field: 'platform_options.instagram.user_tags.0',
    says: /ada 0\.5 0\.8/,
  },
  'a cover for a picture on Instagram': {
    account: { platform: 'instagram', settings: {} },
    media: picture,
    options: { cover_url: 'https://example.com/cover.jpg' },
    field: 'platform_options.instagram.cover_url',
    says: /covers for reels only/,
  },
  'a trial reel on Instagram with somebody else': {
    account: { platform: 'instagram', settings: {} },
    media: video,
    options: { trial_reel: 'MANUAL', collaborators: ['ada'] },
    field: 'platform_options.instagram.collaborators',
    says: /no collaborators in a trial reel/,
  },
  'two covers for a reel on Instagram': {
    account: { platform: 'instagram', settings: {} },
    media: video,
    options: { cover_url: 'https://example.com/cover.jpg', thumb_offset: 10 },
    field: 'platform_options.instagram.thumb_offset',
    says: /passes over thumb_offset/,
  },
  'a draft on TikTok of an app that may send none': {
    account: { ...creator, settings: { ...creator.settings, drafts: false } },
    media: video,
    options: { kind: 'inbox' },
    field: 'platform_options.tiktok.kind',
    says: /video\.upload/,
  },
  'a draft on TikTok that discloses what its creator has to': {
    account: creator,
    media: video,
    options: { kind: 'inbox', brand_organic_toggle: true },
    field: 'platform_options.tiktok.brand_organic_toggle',
    says: /in other posts only/,
  },
  'a video on Facebook that names a place': {
    account: { platform: 'facebook', settings: {} },
    media: video,
    options: { place: '105000000000001' },
    field: 'platform_options.facebook.place',
    says: /this is a video/,
  },
  'a mention on Facebook of a Page that the text does not name': {
    account: { platform: 'facebook', settings: {} },
    content: 'Thanks to Ada',
    options: { mentions: ['Ada (105000000000003)'] },
    field: 'platform_options.facebook.mentions',
    says: /@Ada does not/,
  },
  'a mention on Facebook of nobody’s number': {
    account: { platform: 'facebook', settings: {} },
    content: 'Thanks to @Ada',
    options: { mentions: ['Ada (ada)'] },
    field: 'platform_options.facebook.mentions.0',
    says: /Analytical Engines \(105/,
  },
  'a mention on LinkedIn of whom the text does not name': {
    account: profile,
    content: 'Thanks to Ada',
    options: { mentions: ['Ada (urn:li:person:ada)'] },
    field: 'platform_options.linkedin.mentions',
    says: /@Ada does not/,
  },
  'a mention on LinkedIn of nobody’s number': {
    account: profile,
    content: 'Thanks to @Ada',
    options: { mentions: ['Ada'] },
    field: 'platform_options.linkedin.mentions.0',
    says: /urn:li:organization/,
  },
  'a document of too many pages for LinkedIn': {
    account: profile,
    media: { mime_type: 'application/pdf', size_bytes: 90_000, pages: 301 },
    field: 'media_ids.0',
    says: /at most 300 pages; this has 301/,
  },
  'a privacy level that TikTok does not offer this creator': {
    account: creator,
    media: video,
    options: { privacy_level: 'FOLLOWER_OF_CREATOR' },
    field: 'platform_options.tiktok.privacy_level',
    says: /offers this account PUBLIC_TO_EVERYONE, SELF_ONLY/,
  },
  'a video on TikTok with a text that photos might have': {
    account: creator,
    media: video,
    content: 'x'.repeat(2201),
    field: 'content',
    says: /at most 2200 UTF-16 units; this has 2201/,
  },
  'photos on TikTok with too long a text': {
    account: creator,
    media: picture,
    content: 'x'.repeat(4001),
    field: 'content',
    says: /at most 4000 UTF-16 units; this has 4001/,
  },
  'photos that move and are too large for TikTok': {
    account: creator,
    media: {
      mime_type: 'image/webp',
      size_bytes: 90_000,
      width: 1200,
      height: 1100,
      animated: true,
    },
    field: 'media_ids.0',
    says: /at most 1080 pixels on the shorter side; .* has 1200 × 1100/,
  },
  'a paid partnership that nobody would see': {
    account: creator,
    media: video,
    options: { privacy_level: 'SELF_ONLY', brand_content_toggle: true },
    field: 'platform_options.tiktok.brand_content_toggle',
    says: /paid partnership to others only/,
  },
  'a video longer than this creator may post': {
    account: creator,
    media: { ...video, duration: 240 },
    field: 'media_ids.0',
    says: /at most 180 s from this account; this has 240 s/,
  },
  'a video with too few frames for TikTok': {
    account: creator,
    media: { ...video, frame_rate: 15 },
    field: 'media_ids.0',
    says: /23 to 60 frames a second; this has 15/,
  },
  'a title of photos at a video': {
    account: creator,
    media: video,
    options: { title: 'Two' },
    field: 'platform_options.tiktok.title',
    says: /titles for photos only/,
  },
  'a cover behind the end of the video': {
    account: creator,
    media: video,
    options: { video_cover_timestamp_ms: 60_000 },
    field: 'platform_options.tiktok.video_cover_timestamp_ms',
    says: /a video of 20 s here; the cover is at 60 s/,
  },
  'a cover behind the last photo': {
    account: creator,
    media: picture,
    options: { photo_cover_index: 1 },
    field: 'platform_options.tiktok.photo_cover_index',
    says: /photos from 0 to 0; this is 1/,
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

test('more hashtags than Instagram advises are warned of, and taken', async () => {
  const account = { platform: 'instagram', settings: {} }
  const tags = (count: number) => Array.from({ length: count }, (_, at) => `#tag${at}`).join(' ')
  const five = await written({ account, media: picture, content: tags(5) })
  const six = await written({ account, media: picture, content: tags(6) })
  assert.ok(five.status < 300 && six.status < 300, JSON.stringify(six.body))
  const warning = /is best at 5 hashtags at most; this has 6/
  assert.match(JSON.stringify(six.body['warnings']), warning)
  assert.doesNotMatch(JSON.stringify(five.body['warnings']), /hashtags/)
})

const fine: Record<string, Case> = {
  'a poll on X': {
    account: { platform: 'x', settings: {} },
    options: { poll: { options: answers } },
  },
  'a poll on Threads': {
    account: { platform: 'threads', settings: {} },
    options: { poll: { options: answers } },
  },
  'a spoiler, a long text and letters behind them on Threads': {
    account: { platform: 'threads', settings: {} },
    content: 'It was a baker. Schön!',
    options: { spoilers: ['a baker'], text_attachment: { plaintext: 'Long' } },
  },
  'a labelled quote on Bluesky': {
    account: { platform: 'bluesky', settings: {} },
    options: {
      quote: 'https://bsky.app/profile/ada.example/post/3n2qlx6kzms2g',
      adult_content: 'nudity',
      graphic_media: true,
    },
  },
  'a trial reel with a cover and tagged people on Instagram': {
    account: { platform: 'instagram', settings: {} },
    media: video,
    options: {
      trial_reel: 'SS_PERFORMANCE',
      cover_url: 'https://example.com/cover.jpg',
      user_tags: ['ada', 'bo 0.5 0.25'],
    },
  },
  'a story with tagged people on Instagram': {
    account: { platform: 'instagram', settings: {} },
    media: { ...picture, height: 1920 },
    options: { kind: 'story', user_tags: ['ada'] },
  },
  'a draft for the inbox, whoever would see it': {
    account: { ...creator, settings: { ...creator.settings, drafts: true } },
    media: video,
    options: { kind: 'inbox', privacy_level: 'FOLLOWER_OF_CREATOR', disable_comment: true },
  },
  'a mention of a Page on Facebook': {
    account: { platform: 'facebook', settings: {} },
    content: 'Thanks to @Analytical Engines!',
    options: { mentions: ['Analytical Engines (105000000000003)'] },
  },
  'a mention of a Page': {
    account: profile,
    content: 'Thanks to @Analytical Engines!',
    options: { mentions: ['Analytical Engines (urn:li:organization:2414183)'] },
  },
  'a poll of a Page': {
    account: page,
    options: { poll: { question: 'Which bread?', options: answers, duration: 'ONE_DAY' } },
  },
  'a profile’s post for connections only': {
    account: profile,
    options: { visibility: 'CONNECTIONS' },
    first_comment: 'x'.repeat(1250),
  },
  'a video with a level that the creator has': {
    account: creator,
    media: { ...video, frame_rate: 59.94 },
    options: { privacy_level: 'SELF_ONLY', brand_organic_toggle: true },
  },
  'photos on TikTok with a long text, larger than it takes them': {
    account: creator,
    media: { ...picture, width: 4000, height: 3000 },
    content: 'x'.repeat(4000),
  },
  'any level while TikTok has not told which': {
    account: { ...creator, settings: {} },
    media: video,
    options: { privacy_level: 'FOLLOWER_OF_CREATOR' },
  },
}

for (const [name, post] of Object.entries(fine))
  test(`${name} is taken`, async () => {
    const { status, body } = await written(post)
    assert.ok(status < 300, JSON.stringify(body))
  })
